"""What people see of Hob in Discord."""
