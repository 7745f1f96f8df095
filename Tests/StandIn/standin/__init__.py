"""Stand-ins for the servers of Talk 4 and Coral; see README.md."""
