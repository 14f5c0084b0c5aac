"""Who is in the class, until when they may hand in, and what they handed in elsewhere: lists and archives, read.

Canvas and Moodle give a list of people and a zip of what they handed in; an instructor writes extensions beside names.
This room reads them and says what is wrong with them. On a hub, what is handed in comes through nbgrader's exchange,
and this room looks whose it is. It opens no gradebook and grades nothing.

Imports from: private_files, errors.
"""
