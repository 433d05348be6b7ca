//! The math commands of base LaTeX, which a source's formula may contain.
//!
//! A document with a record must not need a package, and a source must not run code in it (`\input`,
//! `\write18`). Text with other commands is not accepted as a formula.

/// The syntax of a math command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommandKind {
    /// One sign, which may be a script as it is: `x^\ast`.
    Sign,
    /// Like a sign, but in braces as a script: `\log`, `\quad`, `\sum`.
    Word,
    /// Takes this many arguments.
    Takes(usize),
    /// `\sqrt[3]{x}`
    Root,
    /// Takes text: `\mbox{for all}`.
    Text,
    /// Precedes a delimiter: `\big(`.
    Sized,
    /// Between a numerator and a denominator: `{a \over b}`.
    Between,
    /// A layout command without a meaning in a line of text: `\limits`.
    Layout,
    /// `\left`, `\middle` or `\right`.
    Fence,
}

/// Returns the kind of the command `\name`; `None` if base LaTeX does not have it.
pub(super) fn kind(name: &str) -> Option<CommandKind> {
    let has = |names: &str| names.split_ascii_whitespace().any(|known| known == name);
    let found = [
        (CommandKind::Sign, SIGNS),
        (CommandKind::Sign, DELIMITERS),
        (CommandKind::Word, WORDS),
        (CommandKind::Takes(1), ONE),
        (CommandKind::Takes(2), "frac stackrel"),
        (CommandKind::Root, "sqrt"),
        (CommandKind::Text, TEXTS),
        (CommandKind::Sized, SIZES),
        (CommandKind::Between, "over atop choose"),
        (CommandKind::Layout, LAYOUT),
        (CommandKind::Fence, "left middle right"),
    ];
    found
        .into_iter()
        .find_map(|(kind, names)| has(names).then_some(kind))
}

/// Whether `\name` may follow `\left` and the like.
pub(super) fn is_delimiter(name: &str) -> bool {
    DELIMITERS
        .split_ascii_whitespace()
        .any(|known| known == name)
}

const SIGNS: &str = "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa \
    lambda mu nu xi pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma \
    Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega pm mp times div ast star circ bullet \
    cdot cap cup uplus sqcap sqcup vee wedge lor land setminus wr diamond bigtriangleup \
    bigtriangledown triangleleft triangleright oplus ominus otimes oslash odot bigcirc dagger \
    ddagger amalg leq le geq ge prec succ preceq succeq ll gg subset supset subseteq supseteq \
    sqsubseteq sqsupseteq in ni owns vdash dashv equiv sim simeq asymp approx propto perp mid \
    parallel smile frown leftarrow gets rightarrow to leftrightarrow Leftarrow Rightarrow \
    Leftrightarrow leftharpoonup leftharpoondown rightharpoonup rightharpoondown nearrow searrow \
    swarrow nwarrow aleph prime forall infty emptyset exists imath jmath nabla neg lnot ell top \
    flat bot natural wp sharp Re Im partial triangle clubsuit diamondsuit heartsuit spadesuit";

const DELIMITERS: &str = "lbrace rbrace lbrack rbrack lceil rceil lfloor rfloor langle rangle \
    vert Vert lmoustache rmoustache lgroup rgroup arrowvert Arrowvert bracevert backslash uparrow \
    downarrow updownarrow Uparrow Downarrow Updownarrow";

const WORDS: &str = "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf \
    ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh bmod quad qquad sum prod \
    coprod int oint smallint bigcap bigcup bigsqcup bigvee bigwedge bigodot bigotimes bigoplus \
    biguplus ldots cdots vdots ddots dots hbar surd angle not notin neq ne cong doteq models \
    bowtie mapsto hookleftarrow hookrightarrow rightleftharpoons longleftarrow longrightarrow \
    longleftrightarrow Longleftarrow Longrightarrow Longleftrightarrow longmapsto iff colon";

const ONE: &str = "mathrm mathbf mathit mathsf mathtt mathcal mathnormal hat check breve acute \
    grave tilde bar vec dot ddot widehat widetilde mathring overline underline overbrace \
    underbrace overrightarrow overleftarrow mathop mathbin mathrel mathord mathopen mathclose \
    mathpunct mathinner pmod ensuremath";

const TEXTS: &str = "mbox textbf textit textsf texttt textsc textsl textup textmd textnormal emph";

const SIZES: &str = "big Big bigg Bigg bigl Bigl biggl Biggl bigm Bigm biggm Biggm bigr Bigr \
    biggr Biggr";

const LAYOUT: &str = "limits nolimits displaystyle textstyle scriptstyle scriptscriptstyle";

/// Commands of packages, and the most similar ones of base LaTeX.
pub(super) const PACKAGES: [(&str, &str); 23] = [
    ("mathbb", "mathbf"),
    ("mathbbm", "mathbf"),
    ("mathds", "mathbf"),
    ("mathfrak", "mathbf"),
    ("mathscr", "mathcal"),
    ("boldsymbol", "mathbf"),
    ("bm", "mathbf"),
    ("pmb", "mathbf"),
    ("text", "mathrm"),
    ("textrm", "mathrm"),
    ("operatorname", "mathrm"),
    ("dfrac", "frac"),
    ("tfrac", "frac"),
    ("leqslant", "leq"),
    ("geqslant", "geq"),
    ("varnothing", "emptyset"),
    ("lvert", "vert"),
    ("rvert", "vert"),
    ("lVert", "Vert"),
    ("rVert", "Vert"),
    ("dotsc", "ldots"),
    ("dotsb", "cdots"),
    ("implies", "Longrightarrow"),
];

/// Font switches that classes define, and the commands of base LaTeX for them.
pub(super) const SWITCHES: [(&str, &str); 6] = [
    ("rm", "mathrm"),
    ("bf", "mathbf"),
    ("it", "mathit"),
    ("sf", "mathsf"),
    ("tt", "mathtt"),
    ("cal", "mathcal"),
];
