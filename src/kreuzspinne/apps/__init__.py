"""The programs people use: command line, terminal, web page."""
