"""What nbgrader's own commands use here, put in by nbgrader_config.py: reading, rebuilding, executing, stamping."""
