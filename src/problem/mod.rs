//! Problems: items and options.
