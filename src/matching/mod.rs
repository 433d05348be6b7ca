//! TODO(room paragraph).
