//! First start.
