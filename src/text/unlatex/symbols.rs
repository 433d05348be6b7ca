//! The characters of LaTeX's commands.

/// Commands of text mode and the characters they print.
#[rustfmt::skip]
const TEXT: &[(&str, &str)] = &[
    ("aa", "å"), ("AA", "Å"), ("ae", "æ"), ("AE", "Æ"), ("oe", "œ"), ("OE", "Œ"), ("o", "ø"),
    ("O", "Ø"), ("l", "ł"), ("L", "Ł"), ("ss", "ß"), ("SS", "ẞ"), ("i", "ı"), ("j", "ȷ"),
    ("dh", "ð"), ("DH", "Ð"), ("dj", "đ"), ("DJ", "Đ"), ("th", "þ"), ("TH", "Þ"), ("ng", "ŋ"),
    ("NG", "Ŋ"), ("ij", "ĳ"), ("IJ", "Ĳ"), ("textendash", "–"), ("textemdash", "—"),
    ("textquotesingle", "'"), ("textquotedblleft", "“"), ("textquotedblright", "”"),
    ("textquoteleft", "‘"), ("textquoteright", "’"), ("quotedblbase", "„"),
    ("quotesinglbase", "‚"), ("textquotedbl", "\""), ("lq", "‘"), ("rq", "’"), ("glqq", "„"),
    ("grqq", "“"), ("guillemotleft", "«"), ("guillemotright", "»"), ("guilsinglleft", "‹"),
    ("guilsinglright", "›"), ("textasciicircum", "^"), ("textasciigrave", "`"),
    ("textasciitilde", "~"), ("textasciimacron", "¯"), ("textasteriskcentered", "*"),
    ("textbackslash", "\\"), ("textbar", "|"), ("textbraceleft", "{"), ("textbraceright", "}"),
    ("textbullet", "•"), ("textdagger", "†"), ("textdaggerdbl", "‡"), ("dag", "†"), ("ddag", "‡"),
    ("textdollar", "$"), ("textless", "<"), ("textgreater", ">"), ("textexclamdown", "¡"),
    ("textquestiondown", "¿"), ("textordfeminine", "ª"), ("textordmasculine", "º"),
    ("textperiodcentered", "·"), ("textregistered", "®"), ("texttrademark", "™"),
    ("textcopyright", "©"), ("copyright", "©"), ("textsection", "§"), ("S", "§"), ("P", "¶"),
    ("textparagraph", "¶"), ("textunderscore", "_"), ("textvisiblespace", "␣"),
    ("textdegree", "°"), ("degree", "°"), ("textmu", "µ"), ("textohm", "Ω"), ("textcelsius", "℃"),
    ("textonehalf", "½"), ("textonequarter", "¼"), ("textthreequarters", "¾"),
    ("textonesuperior", "¹"), ("texttwosuperior", "²"), ("textthreesuperior", "³"),
    ("texttimes", "×"), ("textdiv", "÷"), ("textpm", "±"), ("texteuro", "€"), ("euro", "€"),
    ("pounds", "£"), ("textsterling", "£"), ("textyen", "¥"), ("textcent", "¢"),
    ("textnumero", "№"), ("dots", "…"), ("ldots", "…"), ("textellipsis", "…"), ("slash", "/"),
    ("LaTeX", "LaTeX"), ("TeX", "TeX"), ("BibTeX", "BibTeX"), ("LaTeXe", "LaTeX2ε"),
    ("space", " "), ("quad", " "), ("qquad", " "), ("newline", " "), ("linebreak", " "),
    ("nobreakspace", " "), ("textnonbreakinghyphen", "-"), ("mathdollar", "$"),
    ("backslash", "\\"), ("lbrace", "{"), ("rbrace", "}"), ("lt", "<"), ("gt", ">"),
    ("CYRIE", "Є"), ("cyrie", "є"),
];

/// Commands of math mode for single characters. The first command of a character is the one
/// written when a formula is made.
#[rustfmt::skip]
const MATH: &[(&str, char)] = &[
    ("alpha", 'α'), ("beta", 'β'), ("gamma", 'γ'), ("delta", 'δ'), ("epsilon", 'ε'),
    ("epsilon", 'ϵ'), ("varepsilon", 'ε'), ("zeta", 'ζ'), ("eta", 'η'), ("theta", 'θ'),
    ("vartheta", 'ϑ'), ("iota", 'ι'), ("kappa", 'κ'), ("lambda", 'λ'), ("mu", 'μ'), ("mu", 'µ'),
    ("nu", 'ν'), ("xi", 'ξ'), ("pi", 'π'), ("rho", 'ρ'), ("sigma", 'σ'), ("varsigma", 'ς'),
    ("tau", 'τ'), ("upsilon", 'υ'), ("phi", 'φ'), ("varphi", 'φ'), ("phi", 'ϕ'), ("chi", 'χ'),
    ("psi", 'ψ'), ("omega", 'ω'), ("Gamma", 'Γ'), ("Delta", 'Δ'), ("Theta", 'Θ'), ("Lambda", 'Λ'),
    ("Xi", 'Ξ'), ("Pi", 'Π'), ("Sigma", 'Σ'), ("Upsilon", 'Υ'), ("Phi", 'Φ'), ("Psi", 'Ψ'),
    ("Omega", 'Ω'), ("ell", 'ℓ'), ("imath", 'ı'), ("jmath", 'ȷ'), ("hbar", 'ℏ'), ("Re", 'ℜ'), ("Im", 'ℑ'), ("aleph", 'ℵ'),
    ("partial", '∂'), ("nabla", '∇'), ("infty", '∞'), ("forall", '∀'), ("exists", '∃'),
    ("emptyset", '∅'), ("in", '∈'), ("notin", '∉'), ("ni", '∋'), ("subset", '⊂'), ("supset", '⊃'),
    ("subseteq", '⊆'), ("supseteq", '⊇'), ("cup", '∪'), ("cap", '∩'), ("wedge", '∧'),
    ("vee", '∨'), ("neg", '¬'), ("lnot", '¬'), ("times", '×'), ("div", '÷'), ("pm", '±'),
    ("mp", '∓'), ("cdot", '⋅'), ("cdot", '·'), ("ast", '∗'), ("star", '⋆'), ("circ", '∘'),
    ("bullet", '∙'), ("oplus", '⊕'), ("otimes", '⊗'), ("le", '≤'), ("leq", '≤'), ("leq", '⩽'),
    ("ge", '≥'), ("geq", '≥'), ("geq", '⩾'), ("ll", '≪'), ("gg", '≫'), ("ne", '≠'), ("neq", '≠'),
    ("approx", '≈'), ("equiv", '≡'), ("sim", '∼'), ("simeq", '≃'), ("cong", '≅'), ("propto", '∝'),
    ("perp", '⊥'), ("parallel", '∥'), ("mid", '∣'), ("sum", '∑'), ("prod", '∏'), ("int", '∫'),
    ("surd", '√'), ("rightarrow", '→'), ("to", '→'), ("leftarrow", '←'), ("leftrightarrow", '↔'),
    ("Rightarrow", '⇒'), ("Leftarrow", '⇐'), ("Leftrightarrow", '⇔'), ("mapsto", '↦'),
    ("uparrow", '↑'), ("downarrow", '↓'), ("langle", '⟨'), ("rangle", '⟩'), ("langle", '〈'),
    ("rangle", '〉'), ("lfloor", '⌊'), ("rfloor", '⌋'), ("lceil", '⌈'), ("rceil", '⌉'),
    ("ldots", '…'), ("cdots", '⋯'), ("prime", '′'), ("dagger", '†'), ("ddagger", '‡'),
    ("odot", '⊙'),
    ("models", '⊨'), ("vdash", '⊢'), ("top", '⊤'), ("bot", '⊥'), ("square", '□'),
    ("triangle", '△'), ("angle", '∠'), ("sharp", '♯'), ("flat", '♭'),
];

/// Commands that put a mark on the letter after them, with the combining character.
#[rustfmt::skip]
const ACCENTS: &[(&str, char)] = &[
    ("`", '\u{300}'), ("'", '\u{301}'), ("^", '\u{302}'), ("~", '\u{303}'), ("=", '\u{304}'),
    ("u", '\u{306}'), (".", '\u{307}'), ("\"", '\u{308}'), ("r", '\u{30a}'), ("H", '\u{30b}'),
    ("v", '\u{30c}'), ("G", '\u{30f}'), ("d", '\u{323}'), ("c", '\u{327}'), ("k", '\u{328}'),
    ("b", '\u{331}'), ("t", '\u{361}'), ("textogonekcentered", '\u{328}'),
    ("textcommabelow", '\u{326}'), ("textsubdot", '\u{323}'),
];

/// Returns the text that a command without arguments prints.
pub(in crate::text) fn symbol(command: &str) -> Option<String> {
    if let Some((_, text)) = TEXT.iter().find(|(name, _)| *name == command) {
        return Some((*text).to_owned());
    }
    MATH.iter()
        .find(|(name, _)| *name == command)
        .map(|(_, c)| c.to_string())
}

/// The combining character of an accent command, `\u{301}` for `'`.
pub(in crate::text) fn accent(command: &str) -> Option<char> {
    ACCENTS
        .iter()
        .find(|(name, _)| *name == command)
        .map(|(_, mark)| *mark)
}

/// The command of math mode for a character: `alpha` for `α`.
pub(in crate::text) fn math_command(c: char) -> Option<&'static str> {
    MATH.iter()
        .find(|(_, known)| *known == c)
        .map(|(name, _)| *name)
}
