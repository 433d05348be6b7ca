//! Words that tell what a stretch of an entry is. None decides alone: each is one feature among
//! many. They are the field's own words in the languages of its lists, folded.

use std::{collections::HashMap, sync::LazyLock};

/// Small words of running text, which stand in titles and hardly in names.
const SMALL: &str = "a about across after against all along among an and are as at auf aus before \
    behind being between beyond bei but by can com como con d da dans das dem den der des di die do \
    does dos du during e een ein eine einem einen einer el en entre es et for from fur gegen gli how \
    i ihre im in into is it its l la las le les lo los mit nach nel nella no nos not o of og on or \
    os ou over para per por pour que s sobre sous sul sulla sur than that the their this through to \
    toward towards uber um un una und under une uno unter using van via vom von vor was we what when \
    where which why will with within without y zu zum zur";

/// Words of titles in research, which names are hardly made of.
const TOPICAL: &str = "abstraction access accurate adaptive advanced advances algorithm algorithms \
    aligned analysis analyzing application applications approach approaches approximate approximation \
    architecture architectures art artificial assessment asynchronous attention automated automatic \
    autonomous based bayesian behavior benchmark beyond bias big black bounds brain building business \
    case causal cell cells challenges change characterization chemical classification climate cloud \
    clustering code cognitive collaborative collective combinatorial communication communications \
    comparative comparison complex complexity compression computation computational compute computer \
    computers computing concept conditional constrained construction context continuous contrastive \
    control controlled convergence convex coordination critical cultural culture current data database \
    databases dataset datasets decentralized decision deep democracy dense design designing detecting \
    detection development diffusion digital dimensional directed discovery discrete disease distributed \
    distribution distributions domain dynamic dynamics early economic economics economy education \
    effect effective effects efficient electronic empirical energy engine engineering environment \
    error estimating estimation ethics evaluating evaluation evidence evolution experimental explaining \
    explanation explanations exploration exploring expression fair fairness fast feature federated \
    field finding flexible flow framework functional functions fundamental fuzzy gaussian gender gene \
    general generalization generalized generation generative genetic geometric global gradient graph \
    graphs group growth guide handling hardware hashing health heterogeneous hierarchical high history \
    human hybrid hypothesis identification image images implementation implications improved improving \
    inference influence information inside integrated intelligence intelligent interaction interactive \
    interfaces international internet introduction inverse investigation kernel kernels knowledge label \
    language languages large latent law layer learned learning level linear local logic long low machine \
    machines making management manipulation mapping market markets markov matching mathematical matrix \
    measurement measuring mechanism mechanisms media medical memory metal method methods metric mixture \
    mobile model modeling modelling models modern molecular monte multi multimodal multiple music \
    natural nature network networks neural new noise non nonlinear nonparametric novel nuclear object \
    objects observation online ontology open operators optimal optimization optimizing order \
    organization parallel parameter patterns perception performance physical physics planning plasma \
    point policies policy political politics position power practical practice predicting prediction \
    predictive preliminary privacy probabilistic problem problems process processes processing product \
    programming programs properties protein public quality quantum query random ranking rate rates \
    rational real recognition recommendation reconstruction recurrent reducing regression regularization \
    regularized reinforcement relational representation representations research response rethinking \
    retrieval revisiting risk robust robustness role rules sampling scalable scale scene science search \
    secure security segmentation selection self semantic semi sensing sensitivity sequence sequential \
    series shape signal simple simulation single skills small social societal software solving space \
    spaces sparse spatial spectral speech stability state statistical statistics stochastic storage \
    strategies structural structure structured structures studies study supervised supply support \
    surface survey sustainable symbolic synthesis system systematic systems task tasks techniques \
    technology temporal tensor testing text theoretical theory thermal time tool tools topology toward \
    towards tracking trade training transfer transformation transformer transformers tree trees \
    understanding unified unifying unsupervised urban use user using value variable variational vector \
    vehicle video virtual vision visual visualization visualizing water wave weak web wireless with \
    work workflow world";

/// Words of the names of proceedings, journals and what is like them.
const VENUE: &str = "actas memorias boletin boletim cadernos encuentro abhandlungen actes advances anais annales annals annual archiv archive archives arxiv atti \
    berichte biorxiv blatter blog bulletin cahiers colloquium comptes conf conference conferences \
    congres congreso congress congresso congressus corr cuadernos dissertation doklady econometrica \
    european expo forschung forum ges handbook hefte ieice inproc int intl international izvestiya \
    j jahrbuch jahrestagung journal konferenz kongress lecture letters lett magazine medrxiv meeting \
    mitteilungen nachrichten notes openreview patent patente patents phd preprint preprints proc proceeding proceedings \
    quaderni quarterly reports rev review revista revue rivista rundschau schriften school science \
    seminar simposio encontro jornadas sempozyumu kongresi dergisi sitzungsberichte soc society ssrn studien symp symposium techrep tagung tagungsband \
    thesis trans transactions trudy universitat universite university verhandlungen vestnik workshop \
    workshops zeitschrift zentralblatt interspeech eurospeech eurographics";

/// Words that are as good as proof of a venue at the head of a stretch.
const VENUE_HEAD: &str = "actas memorias boletin boletim actes anais annals atti biorxiv conference congreso congress corr dissertation \
    handbook in inproc journal medrxiv phd proc proceedings revista revue rivista symposium tagungsband \
    trans transactions workshop zeitschrift sbornik tezisy trudy materialy zbirnik tezi";

/// Societies and houses that stand before or after the name of a venue.
const HOUSES: &str = "aaai acl acm ams aps ccf cern cvf degruyter elsevier emerald eurasip hrsg iacr \
    ieee ifip informs iop isca kluwer lipics lncs lni mdpi mit nber oxford osa pmlr press sage siam \
    springer spie usenix verlag wiley";

const PUBLISHERS: &str = "academic bloomsbury cambridge ceur curran dagstuhl elsevier emerald editora \
    editorial edition editions editore harvard hinrichs kluwer mdpi minuit openreview oxford palgrave \
    press presses princeton publisher publishers publishing routledge ruprecht sage springer suhrkamp \
    centro instituto institut instytut wydawnictwo panstwowe pwn ediciones fundacion ministerio presses prensas teubner university vandenhoeck verlag vieweg wiley birkhauser gruyter suhrkamp duncker humblot \
    mohr siebeck luchterhand klett beck campus rowohlt fischer hanser reclam metzler fink transcript \
    seuil gallimard fayard flammarion puf droz vrin einaudi laterza mulino feltrinelli bompiani \
    adelphi giuffre trotta ariel civitas tecnos critica taurus siglo alianza vozes brasiliense znak \
    zalozba edizioni ediciones edicoes kiado forlag forlaget uitgeverij kustannus yayincilik editeur editeurs wydawnictwo yayinlari yayinevi naklada nakladatelstvi bohlau steiner oldenbourg nomos hirzel harrassowitz olms schoningh aschendorff \
    wallstein kohlhammer francke budrich juventa beltz hogrefe thieme meiner herder brill peeters brepols ashgate \
    blackwell macmillan elgar polity verso karthala harmattan decouverte sellerio marsilio garzanti mondadori rizzoli \
    francoangeli carocci akal catedra anagrama almedina cortez universitas izdatelstvo наука мир физматлит";

/// Countries, states and towns that stand behind the name of a meeting or before a publisher.
const PLACES: &str = "amsterdam argentina athens austin australia austria barcelona beijing belgium berlin \
    berkeley bonn boston brazil brussels budapest ca california cambridge canada chicago chile china \
    cologne copenhagen denmark dublin edinburgh england finland florence france frankfurt geneva genova \
    germany ghent glasgow gottingen greece hamburg hawaii heidelberg helsinki hong hungary india ireland \
    israel istanbul italy japan kong kyoto leipzig leuven lisbon london lyon madrid melbourne mexico \
    milan milano montreal moscow munchen munich netherlands nice norway ny oslo ottawa oxford paris \
    philadelphia poland portland porto portugal prague princeton rome russia salamanca \
    scotland seattle seoul shanghai singapore spain stockholm stuttgart sweden switzerland sydney \
    taipei taiwan tallinn texas tokyo toronto turkey uk usa ukraine vancouver venice vienna virtual \
    wa warsaw washington wien york zurich ma nj dc tx il pa va md ga fl oh mi mn wi nc mass conn \
    orleans louisiana colorado arizona utah oregon atlanta denver houston dallas honolulu baltimore \
    pittsburgh tubingen neuwied opladen gottingen konstanz bielefeld weinheim jena halle stuttgart \
    ljubljana zagreb belgrade praha prague wroclaw krakow warszawa poznan lodz ankara istanbul izmir \
    bologna torino roma bari napoli sao paulo janeiro brasilia buenos aires bogota santiago caracas \
    habana valencia sevilla bilbao granada geneve lausanne bruxelles louvain grenoble toulouse \
    marseille lille rennes nantes haag rotterdam utrecht delft eindhoven uppsala lund goteborg bergen \
    trondheim turku riga vilnius kyiv minsk jerusalem haifa aviv delhi mumbai bangalore hyderabad \
    chennai beirut cairo tehran dubai doha bangkok jakarta manila hanoi osaka nagoya yokohama kobe \
    paryz londyn rzym busan daejeon jeju taichung guangzhou shenzhen wuhan nanjing hangzhou xian chengdu macau \
    vietnam slovenia slovakia croatia serbia romania bulgaria latvia lithuania estonia iceland egypt morocco \
    tunisia algeria iran pakistan indonesia malaysia thailand philippines peru colombia ecuador uruguay \
    cuba cyprus luxembourg korea uae kenya brighton leeds manchester wurzburg saarbrucken marburg giessen \
    freiburg mainz munster darmstadt karlsruhe dresden erlangen paderborn passau regensburg \
    innsbruck salzburg graz basel bern reykjavik marrakech miami \
    brussel mailand venedig genf zurich lissabon kopenhagen prag warschau moskau neapel turin florenz athen \
    londres vienne varsovie moscou lisbonne copenhague athenes pekin allemagne espagne italie suisse \
    belgique grece chine japon coree maroc tunisie malte malta deutschland frankreich italien spanien schweiz \
    osterreich niederlande griechenland ungarn polen belgien schweden norwegen espana francia italia \
    alemania inglaterra brasil valletta limassol nicosia thessaloniki bordeaux montpellier nancy strasbourg \
    nijmegen groningen enschede antwerp antwerpen gent liege namur aarhus odense tampere espoo coimbra aveiro \
    braga malaga alicante murcia zaragoza pisa padova trieste trento siena perugia catania palermo \
    firenze venezia verona parma modena ferrara brescia bergamo lecce cagliari messina pavia urbino lucca ginevra \
    weimar erfurt rostock hannover bremen kassel trier aachen mannheim augsburg ulm brno olomouc bratislava \
    hyderabad pune kolkata kathmandu colombo lahore karachi nairobi lagos accra kigali addis \
    afghanistan albania andorra angola armenia azerbaijan bahamas bahrain bangladesh barbados belarus belize \
    benin bolivia bosnia botswana brunei burundi cambodia cameroon djibouti eritrea eswatini ethiopia fiji \
    gabon gambia ghana grenada guatemala guinea haiti honduras iraq jamaica kazakhstan kosovo kuwait \
    kyrgyzstan laos lebanon lesotho liberia libya liechtenstein macedonia madagascar malawi maldives \
    mauritania mauritius moldova mongolia mozambique myanmar namibia nepal nicaragua niger \
    nigeria panama paraguay qatar rwanda senegal somalia sudan suriname syria tajikistan tanzania \
    trinidad turkmenistan turkiye uganda uzbekistan venezuela yemen zambia zimbabwe";

/// Towns and countries of two words and more that stand there.
const TOWNS: [&str; 46] = [
    "san francisco",
    "san diego",
    "san jose",
    "san antonio",
    "san juan",
    "san sebastian",
    "salt lake city",
    "las vegas",
    "los angeles",
    "santa barbara",
    "santa clara",
    "santa cruz",
    "santa fe",
    "santa monica",
    "long beach",
    "palo alto",
    "playa blanca",
    "new orleans",
    "st louis",
    "st petersburg",
    "saint petersburg",
    "kuala lumpur",
    "cape town",
    "mexico city",
    "puerto rico",
    "costa rica",
    "south korea",
    "south africa",
    "new zealand",
    "sri lanka",
    "czech republic",
    "republic of korea",
    "saudi arabia",
    "united states",
    "united kingdom",
    "the netherlands",
    "the hague",
    "abu dhabi",
    "tel aviv",
    "ho chi minh city",
    "da nang",
    "gold coast",
    "united arab emirates",
    "punta cana",
    "virtual event",
    "virtual conference",
];

/// Months and their abbreviations.
const MONTHS: &str = "apr april aprile agosto abril aout august aug avril dec december decembre dez dezember dicembre diciembre \
    enero fev feb february febbraio februar febrero fevereiro fevrier gennaio giugno giulio jan janeiro \
    januar january janvier jul juillet julho juli julio july jun june juni junho juin junio luglio maggio \
    mai maio mar march mars marz marzo may mayo mei nov november novembre novembro noviembre oct october \
    octobre octubre okt oktober ottobre outubro sep sept september septembre septiembre setembro settembre \
    spring summer autumn fall winter";

/// Words that count parts of volumes.
const COUNTED: &str = "art article band bande bde bd ch chap chapter fasc folio heft issue jg jahrgang n nr no nos num \
    number numero p pag pages pagine paginas pags part pp s seiten ss t tom tome tomes tomos lfg lieferung sp col cols v vol vols volume volumes volumen volumi vyp cilt sayi ss strony str zeszyt rocznik evf szam kotet arg hefte jrg afl blz roc sv anno fascicolo fasciculo \
    т № вып с стр №№ том н";

/// Short forms in the titles of journals, of those that ISO 4 lays down, where the form is no word
/// of its own.
const ABBREVIATED: &str = "represent acous adv biosci europ geosci instr univers theor res lett angew engl org inorg synth catal mater polym macromol \
    astron astrophys geophys geol environ toxicol pharmacol clin exp mol biochem biophys microbiol \
    immunol neurosci psychol psychiatr surg anat cardiol oncol radiol pediatr epidemiol stat probab \
    numer discret inf softw netw manag econ polit sociol hist philos educ linguist anthropol quart \
    canad publ harv mich colum tex stan cal minn penn bull mag arch ber mem rend sov acc chim crystallogr electrochem spectrosc colloid nanotechnol \
    nat ecol evol genet dev physiol nutr endocrinol gastroenterol neurol ophthalmol technol ind \
    knowl manage retr recogn mach anal veh instrum meas artif secur inform distrib archit cybern \
    mech struct automat electr magn opt acoust robot intell cogn behav soc amer proc trans commun \
    comput sci eng syst appl intern internat lond deut ges akad wiss math naturwiss kl dokl izv nauk \
    zh fiz khim mat usp univ tech sociolog ant rec asian eur can aust jpn geom topol algebr combin \
    dyn ergod inst invent probab funct integr variat comm calc numer algor optim informat \
    archaeol astrobiol bioeng bioinform biol biomed biophys biosyst biotechnol bot cardiovasc chromatogr \
    civ climatol cosmol criminol dermatol diabetol earthq elast embryol entomol ethnol exper forens fundam \
    geochem geogr hydraul hydrol hyg iberoam ital latinoam limnol lingvist mineral mitt \
    monatsh morphol nanotechnol naz neuroimag neuropsychol obstet oceanogr orthop paleontol parasitol \
    pathol petrol pharm photogramm plasm pneumol pract propuls publ qual quat refract rehabil remot \
    semicond seismol spat spectrom supercomput superv surv symb tecton telecommun theol thorac transp \
    transplant trop ultrason urol vak veg virol viticult wirtsch xenobiot zesz zool \
    convers congr compos emerg sel propag microw electromagn compat consum reliab vib renew combust turbul \
    hydrogeol sedimentol palaeogeogr palaeoclimatol palaeoecol agric agron hortic aquac wildl conserv \
    biogeogr biodivers microb antimicrob chemother infect dis vaccin rheumatol nephrol hematol haematol \
    anesthesiol anaesth orthod periodontol nurs gerontol geriatr psychother psychopathol adm financ logist \
    ergon otolaryngol laryngol rhinol gynecol androl reprod fertil contracept perinat neonatol bacteriol \
    thermophys thermochim electroanal photochem photobiol radiat nucl gravit hadron particul accel \
    microstruct nanostruct nanomater biomater metall ceram corros tribol weld manuf autom mechatron aerosp \
    aeronaut astronaut hydrodyn aerodyn constr geotech seism geodyn geod meteorol atmos clim glaciol oceanol \
    ichthyol ornithol herpetol phytopathol mycol lichenol phytochem ethnopharmacol toxicon mutat carcinog \
    proteom metab lipidol diab obes hypertens circ coron thromb haemost vasc hepatol pancreat dermat \
    venereol allergol respir intensiv resusc traumatol arthrosc rheum osteopor rehab audiol optom vestib \
    psychosom neuropsychopharmacol neurobiol neurophysiol neuroendocrinol electroencephalogr anz verh abh \
    sitzungsber jahrb jahresber vierteljahrsschr ztschr zschr ann norm \
    repr nachr kinet contemp condens cond stoch discr statist engrg cryst meteor helv astropart vestn uchen matem \
    prikl eksper teor analit philol relig theat humanit crit adolesc popul demogr migr landsc bibliogr antiq mediev \
    renaiss musicol ethnogr jurid juris";

/// Words on buttons.
const BUTTONS: &str = "cited by title year abs abstract appendix article artifact arxiv award bib bibtex blog cite citation \
    code data dataset demo doi download errata full fulltext github hal html link links listing \
    media news online openreview page paper pdf podcast poster pre preprint project ps reprint publisher repo \
    repository review scholar show site slide slides software source summary supp supplement \
    supplementary supplemental talk teaser text thread tweet tex url version video website 1 2 \
    ads inspire mathscinet mr rg researchgate zbl zbmath";

/// Particles within names, and small words that stand between given and family names.
const PARTICLES: &str = "af al ap bin da dal das de degli dei del della delle den der des di do dos du el \
    ibn la las le los of op t ten ter van vande vanden vander vom von y zu zum zur";

/// Words in which lists are spoken of. A title may have one or two of them.
const SPOKEN: &str = "i my we our me you your list lists listed listing below above following follows publications \
    publication papers articles books chapters here click scholar google dblp orcid researchgate pubmed \
    complete full selected newest oldest chronological order ordered reverse alphabetical alphabetically \
    authors author coauthors asterisk asterisks marked denote denotes indicate indicates indicated \
    please see visit find found page website updated date profile students supervision supervised bold \
    underlined highlighted citation citations equally published appeared preprints versions available \
    download section venues bibliography organized grouped sorted arranged topic folgende folgenden \
    liste auswahl meine meiner vollstandige vollstandiges veroffentlichungen publikationen siehe finden \
    hier unten aufgefuhrt gekennzeichnet sternchen verzeichnis mes voici suivante suivantes dessous voir \
    trouverez vous travaux ordre auteurs alphabetique asterisque lista mis siguiente siguientes \
    publicaciones completa aqui pagina orden autores continuacion elenco mie seguente seguenti \
    pubblicazioni completo qui autori ordine minhas publicacoes veja artigos livros capitulos secao \
    organizada ordem trabalhos selectie mijn publicaties waaraan meewerkte volledige lijst hieronder llista meves meus \
    publicacions revisades aquesta llistat publikationer udvalgte udgivet mine publikasjoner utvalgte artikler \
    moich publikacji wybrane ponizej prace";

/// Names of languages.
const LANGUAGES: &str = "english portuguese spanish french german italian russian chinese japanese korean serbian croatian \
    slovenian slovene bosnian macedonian bulgarian polish czech slovak hungarian romanian greek turkish \
    arabic hebrew persian farsi dutch swedish norwegian danish finnish estonian latvian lithuanian \
    ukrainian catalan galician basque vietnamese thai hindi indonesian deutsch englisch franzosisch \
    italienisch russisch spanisch anglais allemand francais espagnol italien russe ingles aleman frances \
    italiano portugues espanol inglese tedesco francese spagnolo";

/// Names that stand first among the commonest of Chinese family names, in Chinese characters.
const HAN_FAMILIES: &str = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢\
    蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔\
    贺赖龚文尤章樊庄葛倪严俞欧诸邢安施华翁温齐牛向柳张劉陳楊趙黃吳孫馬羅鄭謝韓馮許鄧蕭呂蘇盧蔣賈葉閻鍾姜陸賀龔";

/// What is known of a folded word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Small,
    Topical,
    Venue,
    VenueHead,
    House,
    Publisher,
    Place,
    Month,
    Counted,
    Button,
    Particle,
    Abbreviated,
    Spoken,
    Language,
}

/// The sorts of a word.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WordSorts(u16);

impl WordSorts {
    pub(super) fn has(self, sort: Sort) -> bool {
        self.0 >> sort as u16 & 1 == 1
    }
}

/// Whether a folded word is of a sort.
pub(super) fn is(word: &str, sort: Sort) -> bool {
    sorts(word).has(sort)
}

/// The sorts of a folded word.
pub(super) fn sorts(word: &str) -> WordSorts {
    static SORTS: LazyLock<HashMap<&'static str, WordSorts>> = LazyLock::new(|| {
        let mut out: HashMap<&str, WordSorts> = HashMap::new();
        for (sort, words) in LISTS {
            for word in words.split_whitespace() {
                out.entry(word).or_default().0 |= 1 << sort as u16;
            }
        }
        out
    });
    SORTS.get(word).copied().unwrap_or_default()
}

/// The words of each sort.
const LISTS: [(Sort, &str); 14] = [
    (Sort::Small, SMALL),
    (Sort::Topical, TOPICAL),
    (Sort::Venue, VENUE),
    (Sort::VenueHead, VENUE_HEAD),
    (Sort::House, HOUSES),
    (Sort::Publisher, PUBLISHERS),
    (Sort::Place, PLACES),
    (Sort::Month, MONTHS),
    (Sort::Counted, COUNTED),
    (Sort::Button, BUTTONS),
    (Sort::Particle, PARTICLES),
    (Sort::Abbreviated, ABBREVIATED),
    (Sort::Spoken, SPOKEN),
    (Sort::Language, LANGUAGES),
];

/// Whether folded words name a town or a country.
pub(super) fn is_town(words: &str) -> bool {
    TOWNS.contains(&words)
}

/// Whether a character opens many Chinese names.
pub(super) fn is_han_family(c: char) -> bool {
    HAN_FAMILIES.contains(c)
}

#[cfg(test)]
mod tests {
    use crate::import::list::examples::titles_of_markdown;

    #[test]
    fn collections_and_abstracts_are_venues_in_russian_too() {
        let text = "# Публикации\n\n\
            1. Ли А. Б., Рей Б. В. Ткацкие станки севера - Тезисы 12-й Конференции Ткачей, том II, 2014.\n\
            2. Ли А. Б. Мельницы и ветер в долинах. Сборник трудов III конференции ткачей, Тула, 2018, С. 3-9.\n\
            3. Рей Б. В. История красильного дела // Вопросы ремесла, №6, 2019, С. 16-21.\n";
        assert_eq!(
            titles_of_markdown(text),
            [
                "Ткацкие станки севера",
                "Мельницы и ветер в долинах",
                "История красильного дела"
            ]
        );
    }
}
