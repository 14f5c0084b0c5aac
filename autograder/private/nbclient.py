"""nbclient, and nbconvert's executor made of it: grading/execute.py runs a submission's cells with them."""

NEEDED = {
    "nbclient.client.NotebookClient._get_timeout": "overridden: a cell gets no more time than is left for the notebook",
    "nbclient.client.NotebookClient._async_handle_timeout": "overridden: notes that a cell ran out of time, and "
    "not its last outputs",
    "nbclient.client.NotebookClient._display_id_map": "put aside, so that a second run changes no output of the first",
    "nbconvert.preprocessors.execute.ExecutePreprocessor._check_assign_resources": "the first step of the original "
    "preprocess, which is replaced",
}
