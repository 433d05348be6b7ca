//! Which words of a title need their capitals protected.
