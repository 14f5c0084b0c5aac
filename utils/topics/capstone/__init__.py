"""The capstone."""
