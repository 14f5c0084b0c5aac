"""Slips of the plays' Markdown: what one conversion from HTML got wrong in one place.

The files are held by their hashes, so every place is known and stays where it is. What went wrong everywhere
(names broken over two lines, names left inside the speech) is put right by rule in `plays.py`.
"""

REPAIRS: dict[str, list[tuple[str, str]]] = {
    # the first line of a speech, or a line in it, taken for a speaker
    "measure-for-measure": [
        ("## ACT I\n", "# Measure for Measure\n\n## ACT I\n"),  # the only one without a title
        ("\n\n**As long as you or I**  \nyet he", "  \nAs long as you or I yet he"),
        ("_Boy sings_\n", "**Boy**  "),
    ],
    "julius-caesar": [("\n\n**This way will I**  \n", "  \nThis way will I  \n")],
    "love-s-labours-lost": [
        ("\n\n**Here stand I**  \nlady", "  \nHere stand I, lady"),
        ("DON ADRIANO DE\n\n**ARMADO**", "\n**DON ADRIANO DE ARMADO**"),
    ],
    # a speech without its speaker
    "timon-of-athens": [
        ("_Enter TIMON, from the cave_\n", "_Enter TIMON, from the cave_\n\n**TIMON**  "),
        ("_\\[To LUCIUS]_  \n**LUCILIUS**", "**LUCIUS**"),
        ("Both  \nVarro's Servants And ours", "\n**Both Varro's Servants**  \nAnd ours"),
        ("Enter FLAMINIUS.\n", "\n_Enter FLAMINIUS._\n"),
    ],
    "henry-viii": [
        ("### Prologue\n", "### Prologue\n\n**Prologue**  "),
        ("_SONG_\n", "**Woman**  "),
        ("EPILOGUE  \n'Tis ten", "### EPILOGUE\n\n**Epilogue**  \n'Tis ten"),
    ],
    "henry-iv-part-2": [("EPILOGUE\n\n_Spoken by a Dancer_\n", "### EPILOGUE\n\n**Dancer**  ")],
    "henry-v": [("\nEPILOGUE\n", "\n### EPILOGUE\n")],
    "the-tempest": [
        ("EPILOGUE  \nSPOKEN BY PROSPERO  \n", "### EPILOGUE\n\n**PROSPERO**  \n"),
        ("ARIEL'S song.  \n", "**ARIEL**  \n"),
        ("_Burthen _\\[dispersedly, within_", "_Burthen, dispersedly, within_"),
        ("_ARIEL sings_\n", "**ARIEL**  "),
        ("_ARIEL sings and helps to attire him_\n", "**ARIEL**  "),
    ],
    "henry-iv-part-1": [("# Henry IV, Part I\n", "# Henry IV, Part 1\n")],
    # songs: whoever sings, it is not the one who spoke last
    "two-gentlemen-of-verona": [("SONG.  \nWho is Silvia", "\n**Musicians**  \nWho is Silvia")],
    "as-you-like-it": [("SONG.  \nIt was a lover", "\n**Both Pages**  \nIt was a lover")],
    "the-merry-wives-of-windsor": [("SONG.  \nFie on", "\n**Fairies**  \nFie on")],
    "much-ado-about-nothing": [("SONG.  \nPardon", "\n**Singers**  \nPardon")],
    "the-merchant-of-venice": [
        ("SONG.  \nTell me", "**Singer**  \nTell me"),
        ("\nSCENE II: Belmont", "\n### SCENE II: Belmont"),
    ],
    "antony-and-cleopatra": [("THE SONG.  \n", "**Boy**  \n")],
    "cymbeline": [("_SONG_\n\nHark", "**Musicians**  \nHark")],
    "a-midsummer-night-s-dream": [("_The Fairies sing_\n", "**Fairies**  ")],
    # the rest
    "pericles": [("\nSCENE I:\n", "\n### SCENE I\n")],
    "the-comedy-of-errors": [
        (
            "**ANTIPHOLUS**  \nDo you hear, you minion? you'll let us in, I hope?  \nOF EPHESUS",
            "**ANTIPHOLUS OF EPHESUS**  \nDo you hear, you minion? you'll let us in, I hope?",
        ),
        ("**ANTIPHOLUS**  \nWhat woman's", "**ANTIPHOLUS OF SYRACUSE**  \nWhat woman's"),
        ("**ANTIPHOLUS**  \nThou art sensible", "**ANTIPHOLUS OF EPHESUS**  \nThou art sensible"),
        ("**ANTIPHOLUS**  \nI never saw", "**ANTIPHOLUS OF EPHESUS**  \nI never saw"),
    ],
    "henry-vi-part-3": [("sha$l", "shall")],
    "hamlet": [("either _\\[ ]_", "either")],
    "twelfth-night": [("ever _\\[ ]_", "ever")],
    "coriolanus": [
        ("_\\[Censorinus,]_", "Censorinus,"),
        ("_\\[by the people chosen]_", "by the people chosen"),
    ],
}
"""For each play by its file name: text that occurs once, and what stands in its place."""

SPEAKERS: dict[tuple[str, str], str] = {
    ("a-midsummer-night-s-dream", "HERNIA"): "HERMIA",
    ("a-winter-s-tale", "Shepard"): "Shepherd",
    ("edward-iii", "POL CAPTAIN"): "POLISH CAPTAIN",
    ("edward-iii", "FIRST FRENCH"): "FIRST FRENCHMAN",
    ("edward-iii", "SECOND FRENCH"): "SECOND FRENCHMAN",
    ("edward-iii", "THIRD FRENCH"): "THIRD FRENCHMAN",
    ("edward-iii", "FOURTH FRENCH"): "FOURTH FRENCHMAN",
    ("henry-iv-part-1", "WORCESTER"): "EARL OF WORCESTER",
    ("henry-vi-part-1", "SU FFOLK"): "SUFFOLK",
    ("henry-vi-part-2", "First Murder"): "First Murderer",
    ("king-lear", "LEAR"): "KING LEAR",
    ("measure-for-measure", "POMPHEY"): "POMPEY",
    ("othello", "Second Gentlemen"): "Second Gentleman",
    ("the-merry-wives-of-windsor", "SHALLOW & PAGE & & C"): "SHALLOW & PAGE & others",
    ("titus-andronicus", "MARCUS"): "MARCUS ANDRONICUS",
    ("timon-of-athens", "Some Others"): "Others",
    ("timon-of-athens", "Some Speak"): "Some",
    ("the-taming-of-the-shrew", "KATARINA"): "KATHARINA",
}
"""Misspelt and shortened names of speakers, by play and name."""
