//! The sample has no rules code, but its source counts for the version.
