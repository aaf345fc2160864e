// Filled in its own step.
