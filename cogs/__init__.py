"""The features and games that people see in Discord."""
