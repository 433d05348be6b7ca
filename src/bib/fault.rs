/// A syntax fault and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxFault {
    /// The byte at which it was found.
    pub at: usize,
    /// The fault.
    pub message: &'static str,
}
