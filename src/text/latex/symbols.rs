//! Signs other than letters: those of text, those of formulas, and dashes.

use unicode_normalization::UnicodeNormalization as _;

/// Returns the TeX for a special character, a quote or a sign in text; `None` for all others.
pub(super) fn text(c: char) -> Option<&'static str> {
    let tex = match c {
        '&' => "\\&",
        '%' => "\\%",
        '#' => "\\#",
        '_' => "\\_",
        '$' => "\\$",
        '^' | 'ˆ' => "{\\textasciicircum}",
        '~' | '˜' => "{\\textasciitilde}",
        '{' => "{\\textbraceleft}",
        '}' => "{\\textbraceright}",
        '“' | '«' | '‟' => "``",
        '”' | '»' => "''",
        '„' => ",,",
        '‘' | '‛' | '‹' => "`",
        '’' | '›' => "'",
        '‚' => ",",
        '®' => "{\\textregistered}",
        '™' => "{\\texttrademark}",
        '©' => "{\\textcopyright}",
        '℠' => "{\\textservicemark}",
        '§' => "{\\S}",
        '¶' => "{\\P}",
        '†' => "{\\dag}",
        '‡' => "{\\ddag}",
        '•' | '‣' => "{\\textbullet}",
        '£' => "{\\pounds}",
        '€' => "{\\texteuro}",
        '¥' => "{\\textyen}",
        '¢' => "{\\textcent}",
        'ª' => "{\\textordfeminine}",
        'º' => "{\\textordmasculine}",
        '¡' => "{\\textexclamdown}",
        '¿' => "{\\textquestiondown}",
        '‰' => "{\\textperthousand}",
        '№' => "No.",
        '␣' => "{\\textvisiblespace}",
        _ => return None,
    };
    Some(tex)
}

/// The long dashes, which UTF-8 files keep.
pub(super) fn dash(c: char) -> Option<&'static str> {
    match c {
        '–' => Some("--"),
        '—' => Some("---"),
        _ => None,
    }
}

/// The TeX of a mathematical character, without dollar signs; `None` for all others.
///
/// Double-struck letters become bold: `\mathbb` needs a package, and records must print without.
pub(super) fn math(c: char) -> Option<String> {
    if c.is_ascii() {
        return ascii(c).map(str::to_owned);
    }
    if let Some((_, tex)) = OPERATORS.iter().find(|(sign, _)| *sign == c) {
        return Some((*tex).to_owned());
    }
    if let Some((_, name)) = GREEK.iter().find(|(letter, _)| *letter == c) {
        return Some(greek(c, name));
    }
    if matches!(c, '⁰'..='ⁿ' | '²' | '³' | '¹' | 'ʰ' | 'ʲ' | 'ʳ' | 'ʷ' | 'ʸ' | 'ˡ'..='ˣ' | 'ᴬ'..='ᵡ')
    {
        return shifted('^', c);
    }
    if matches!(c, '₀'..='ₜ' | 'ᵢ'..='ᵥ' | 'ⱼ') {
        return shifted('_', c);
    }
    alphabet(c).or_else(|| negated(c))
}

/// Signs with a stroke through them: `≁` is `\not\sim`.
fn negated(c: char) -> Option<String> {
    let mut parts = std::iter::once(c).nfd();
    let (sign, stroke, end) = (parts.next()?, parts.next()?, parts.next());
    if stroke != '\u{338}' || end.is_some() || sign.is_alphabetic() {
        return None;
    }
    let sign = if matches!(sign, '<' | '>' | '=') {
        sign.to_string()
    } else {
        math(sign)?
    };
    Some(format!("\\not{sign}"))
}

fn ascii(c: char) -> Option<&'static str> {
    match c {
        // In the default encoding of LaTeX these print as other signs.
        '<' => Some("<"),
        '>' => Some(">"),
        '|' => Some("|"),
        '\\' => Some("\\backslash"),
        _ => None,
    }
}

fn greek(c: char, name: &str) -> String {
    match name.strip_prefix('=') {
        // A capital that looks like a Latin one has no macro.
        Some(latin) if c.is_uppercase() => format!("\\mathrm{{{latin}}}"),
        Some(latin) => latin.to_owned(),
        None => format!("\\{name}"),
    }
}

fn shifted(mark: char, c: char) -> Option<String> {
    let plain: String = std::iter::once(c).nfkc().collect();
    let plain = plain.replace('−', "-");
    let mut chars = plain.chars();
    let (first, rest) = (chars.next()?, chars.next());
    (rest.is_none() && first.is_ascii()).then(|| format!("{mark}{first}"))
}

/// The letters and digits of U+1D400 to U+1D7FF and their older relatives (ℝ, ℒ).
fn alphabet(c: char) -> Option<String> {
    let style = match c {
        'ℂ'
        | 'ℍ'
        | 'ℕ'
        | 'ℙ'
        | 'ℚ'
        | 'ℝ'
        | 'ℤ'
        | '𝔸'..='𝕫'
        | '𝟘'..='𝟡'
        | '𝐀'..='𝐳'
        | '𝟎'..='𝟗'
        | '𝑨'..='𝒛'
        | '𝗔'..='𝘇'
        | '𝟬'..='𝟵'
        | '𝕬'..='𝖟'
        | '𝔄'..='𝔷'
        | 'ℭ'
        | 'ℌ'
        | 'ℑ'
        | 'ℜ'
        | 'ℨ' => "\\mathbf",
        'ℋ' | 'ℒ' | 'ℱ' | 'ℛ' | 'ℳ' | 'ℬ' | 'ℰ' | 'ℐ' | '𝒜'..='𝓏' | '𝓐'..='𝔃' => {
            "\\mathcal"
        }
        '𝖠'..='𝗓' | '𝘈'..='𝘻' | '𝘼'..='𝙯' | '𝟢'..='𝟫' => "\\mathsf",
        '𝙰'..='𝚣' | '𝟶'..='𝟿' => "\\mathtt",
        '𝐴'..='𝑧' | 'ℎ' | 'ℯ' | 'ℊ' | 'ℴ' => "",
        '\u{1d6a8}'..='\u{1d7cb}' => {
            let plain = std::iter::once(c).nfkc().next()?;
            return math(plain);
        }
        _ => return None,
    };
    let letter = std::iter::once(c).nfkc().next().filter(char::is_ascii)?;
    // \mathcal has capitals only.
    if style.is_empty() || style == "\\mathcal" && !letter.is_ascii_uppercase() {
        return Some(letter.to_string());
    }
    Some(format!("{style}{{{letter}}}"))
}

/// Greek by TeX name; `=X` for those that TeX writes with the Latin letter.
const GREEK: [(char, &str); 57] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "epsilon"),
    ('ϵ', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ϑ', "vartheta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('ϰ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('µ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('ο', "=o"),
    ('π', "pi"),
    ('ϖ', "varpi"),
    ('ρ', "rho"),
    ('ϱ', "varrho"),
    ('σ', "sigma"),
    ('ς', "varsigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "phi"),
    ('ϕ', "phi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
    ('Α', "=A"),
    ('Β', "=B"),
    ('Γ', "Gamma"),
    ('Δ', "Delta"),
    ('∆', "Delta"),
    ('Ε', "=E"),
    ('Ζ', "=Z"),
    ('Η', "=H"),
    ('Θ', "Theta"),
    ('Ι', "=I"),
    ('Κ', "=K"),
    ('Λ', "Lambda"),
    ('Μ', "=M"),
    ('Ν', "=N"),
    ('Ξ', "Xi"),
    ('Ο', "=O"),
    ('Π', "Pi"),
    ('Ρ', "=P"),
    ('Σ', "Sigma"),
    ('Τ', "=T"),
    ('Υ', "Upsilon"),
    ('Φ', "Phi"),
    ('Χ', "=X"),
    ('Ψ', "Psi"),
    ('Ω', "Omega"),
];

const OPERATORS: [(char, &str); 156] = [
    ('−', "-"),
    ('±', "\\pm"),
    ('∓', "\\mp"),
    ('×', "\\times"),
    ('÷', "\\div"),
    ('·', "\\cdot"),
    ('⋅', "\\cdot"),
    ('∙', "\\bullet"),
    ('∗', "\\ast"),
    ('∘', "\\circ"),
    ('°', "^\\circ"),
    ('⊕', "\\oplus"),
    ('⊖', "\\ominus"),
    ('⊗', "\\otimes"),
    ('⊙', "\\odot"),
    ('⋆', "\\star"),
    ('★', "\\star"),
    ('☆', "\\star"),
    ('√', "\\surd"),
    ('∞', "\\infty"),
    ('∂', "\\partial"),
    ('∇', "\\nabla"),
    ('∫', "\\int"),
    ('∮', "\\oint"),
    ('∑', "\\sum"),
    ('∏', "\\prod"),
    ('∐', "\\coprod"),
    ('∈', "\\in"),
    ('∉', "\\notin"),
    ('∋', "\\ni"),
    ('⊂', "\\subset"),
    ('⊃', "\\supset"),
    ('⊆', "\\subseteq"),
    ('⊇', "\\supseteq"),
    ('∪', "\\cup"),
    ('∩', "\\cap"),
    ('⊔', "\\sqcup"),
    ('⊓', "\\sqcap"),
    ('⊑', "\\sqsubseteq"),
    ('⊒', "\\sqsupseteq"),
    ('∖', "\\setminus"),
    ('∧', "\\wedge"),
    ('∨', "\\vee"),
    ('¬', "\\neg"),
    ('∀', "\\forall"),
    ('∃', "\\exists"),
    ('∅', "\\emptyset"),
    ('≤', "\\leq"),
    ('⩽', "\\leq"),
    ('≥', "\\geq"),
    ('⩾', "\\geq"),
    ('≪', "\\ll"),
    ('≫', "\\gg"),
    ('≠', "\\neq"),
    ('≈', "\\approx"),
    ('≡', "\\equiv"),
    ('∼', "\\sim"),
    ('≃', "\\simeq"),
    ('≅', "\\cong"),
    ('≺', "\\prec"),
    ('≻', "\\succ"),
    ('∝', "\\propto"),
    ('⊢', "\\vdash"),
    ('⊣', "\\dashv"),
    ('⊨', "\\models"),
    ('⊤', "\\top"),
    ('⊥', "\\perp"),
    ('∥', "\\parallel"),
    ('‖', "\\Vert"),
    ('∣', "\\mid"),
    ('∠', "\\angle"),
    ('△', "\\triangle"),
    ('◇', "\\diamond"),
    ('⋄', "\\diamond"),
    ('○', "\\circ"),
    ('←', "\\leftarrow"),
    ('→', "\\rightarrow"),
    ('↔', "\\leftrightarrow"),
    ('↑', "\\uparrow"),
    ('↓', "\\downarrow"),
    ('⇐', "\\Leftarrow"),
    ('⇒', "\\Rightarrow"),
    ('⇤', "\\leftarrow"),
    ('⇥', "\\rightarrow"),
    ('⇔', "\\Leftrightarrow"),
    ('↦', "\\mapsto"),
    ('⟶', "\\longrightarrow"),
    ('⟨', "\\langle"),
    ('⟩', "\\rangle"),
    ('〈', "\\langle"),
    ('〉', "\\rangle"),
    ('⌈', "\\lceil"),
    ('⌉', "\\rceil"),
    ('⌊', "\\lfloor"),
    ('⌋', "\\rfloor"),
    ('⋯', "\\cdots"),
    ('ℓ', "\\ell"),
    ('ℏ', "\\hbar"),
    ('ℵ', "\\aleph"),
    ('′', "'"),
    ('″', "''"),
    ('♯', "\\sharp"),
    ('♭', "\\flat"),
    ('℘', "\\wp"),
    ('↖', "\\nwarrow"),
    ('↗', "\\nearrow"),
    ('↘', "\\searrow"),
    ('↙', "\\swarrow"),
    ('⇑', "\\Uparrow"),
    ('⇓', "\\Downarrow"),
    ('↕', "\\updownarrow"),
    ('⇕', "\\Updownarrow"),
    ('↩', "\\hookleftarrow"),
    ('↪', "\\hookrightarrow"),
    ('↼', "\\leftharpoonup"),
    ('↽', "\\leftharpoondown"),
    ('⇀', "\\rightharpoonup"),
    ('⇁', "\\rightharpoondown"),
    ('⇌', "\\rightleftharpoons"),
    ('⟵', "\\longleftarrow"),
    ('⟷', "\\longleftrightarrow"),
    ('⟸', "\\Longleftarrow"),
    ('⟹', "\\Longrightarrow"),
    ('⟺', "\\Longleftrightarrow"),
    ('⟼', "\\longmapsto"),
    ('⊎', "\\uplus"),
    ('⊘', "\\oslash"),
    ('≍', "\\asymp"),
    ('≐', "\\doteq"),
    ('⋈', "\\bowtie"),
    ('⪯', "\\preceq"),
    ('⪰', "\\succeq"),
    ('≼', "\\preceq"),
    ('≽', "\\succeq"),
    ('⋀', "\\bigwedge"),
    ('⋁', "\\bigvee"),
    ('⋂', "\\bigcap"),
    ('⋃', "\\bigcup"),
    ('⨁', "\\bigoplus"),
    ('⨂', "\\bigotimes"),
    ('⨀', "\\bigodot"),
    ('⨄', "\\biguplus"),
    ('⨆', "\\bigsqcup"),
    ('⋮', "\\vdots"),
    ('⋱', "\\ddots"),
    ('◁', "\\triangleleft"),
    ('▷', "\\triangleright"),
    ('▽', "\\bigtriangledown"),
    ('◯', "\\bigcirc"),
    ('●', "\\bullet"),
    ('◦', "\\circ"),
    ('≀', "\\wr"),
    ('⟂', "\\perp"),
    ('♮', "\\natural"),
    ('⌢', "\\frown"),
    ('⌣', "\\smile"),
];
