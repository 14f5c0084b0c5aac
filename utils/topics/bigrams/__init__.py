"""Letters of Shakespeare and the model of pairs of them."""
