//! The words of headings in the languages of lists, folded. Where beginnings of words are meant, a
//! word with `$` behind it is meant whole.

/// Beginnings of words that name publications whatever stands beside them.
pub(super) const STRONG: &str = "prepublic prepubblic \
    publication publikation publicacion publicacoes publicac pubblicazion veroffentlich \
    schriften paper article artikel articul articol artigo aufsatz preprint manuscript \
    manuskript proceedings monograph monogra bibliograph bibliograf buchbeitr beitrage \
    zeitschriftenbeitr konferenzbeitr sammelband ouvrage chapitre capitulo capitolo contributo \
    herausgebersch publi publs writings patent brevet saggi volumi julkais artikkel artikl kozlemen cikkek lucrar makaleler llibre publikaci publikacj trabalh yayin makale bildiri kitap ksiazk artykul rozdzial \
    clank knihy monograph papers actes essais \
    ensayo abhandlung rezension bucher monografi articles \
    herausgegeb arbeitspapier tagungsband tagungsbande qualifikationsschrift festschrift recension recensie \
    recensio resena contributi$ bidrag bijdrag boekbijdrag yayim kitab folyoirat artikulu argitalpen clanc prispev \
    knjig redakcj chapter \
    publikacyjn radovi$ radova$ atti$ resenh herausgegebene$";

/// Beginnings of words that name publications unless other things are named beside them.
pub(super) const WEAK: &str = "journal conference workshop book chapter thesis theses dissertation report livre libro livro \
    buch congres communication output these tesis tesi revue revista rivist communications letters editorial konferenz symposi volumes writing proefschrift avhandling afhandling vaitoskirj bocker boger boker boeken \
    konyv kniha kapitel kapitol rozpraw rapporten rapporter hoofdstuk commentar essay produccion producao produzione \
    habilitat zeitschrift besprechung rapport travaux notices curatel volum tese disserta \
    capitol tijdschrift conferentie kapitler doktoravhandl antolog recenz disertac carti \
    tezi tezler bolumler poglavlj abstracts briefs encyclop dictionary lexikon jornais \
    translations$ traductions$ traducciones$ traduzioni$ traducoes$ ubersetzungen$ vertalingen$ przeklad \
    tlumaczen voci$ bande$ kronikk enciclop";

/// Beginnings of words that stand over other things.
pub(super) const OTHER: &str = "talk presentation lecture keynote seminar colloqui poster teaching education experience \
    employment occupation appointment position service award honor honour grant funding fellowship \
    scholarship skill language interest student supervis advis mentor reviewer reviewing \
    referees committee membership activit activid project media press outreach training \
    certificat participat attendance volunteer contact about biograph news hobb extracurricular \
    course internship ausbildung studium lehre vortrag preise auszeichnung beruf werdegang \
    mitglied gutacht betreu drittmittel kenntnis sprachen formation enseignement orales exposes \
    prix distinctions encadrement responsabilit competenc langues parcours formacion docencia \
    ponencia school experiencia premios becas idiomas istruzione formazione didattic insegnament \
    wyklad televis film coauthor$ coauthors$ relazioni premi convegni formacao ensino apresentac palestra projet proyecto orientac \
    tutorial testimony wystapien referat sunum odul organi organization invitees panel testimon leadership impact datos dados donnees \
    degree career affiliat qualific certificat consult exhibition exposition opleiding onderwijs voordracht \
    utbildning undervisning foredrag utdanning uddannelse koulutus opetus esitelm wyksztalcen doswiadczen nagrod dydakt \
    vzdelan vyuk prednas eloadas oktatas educatie proiect egitim odul \
    interview blog tagung stipend forschungsprojekt projekt seminair \
    intervent estancia comunicac direccion banca atuacao participac esperienz experient lingue lezing \
    subsidie prijzen handledning veiledning vejledning anstallning ansaettels ansettels tillitsverv \
    zainteresow oceneni dijak conferint ogrenim proje ders burs gorev uyelik seminer danismanlik \
    predavanj nastav obrazovanj izobrazb formaci hezkuntz titulac premi \
    verv$ tillidshverv formidling fagfellevurdering priser$ utmerkels utmarkels haeder bedommels \
    bevilling granskning sakkunniguppdrag fortroend meriter$ luottamust palkin rahoitus vystoupen \
    vystupen clenstv popularizac popularyzac vulgaris divulga biraloi temavezet konferenciaszerv dijak$ \
    dijai$ recenzni$ recenzna$ pedagog conferencies$ osztondij tovabbkepz prelegeri didactic konusma hakemlik duzenle izlaganj sudjelovanj nagrad \
    pouceva comitat attivit incarich missione$ partecip estades$ conferencias$ disciplinas$ membro$ \
    miembro$ membri$ disertaciones$ rayonnement animation$ contrats$ selbstverwaltung lehrauftr begutachtung$ tatigkeit \
    tatigkeiten scripties promotiebegel nevenfunct zajec udzial dzialaln wyroznien staze$ staz$ comites$ \
    roundtable readings$ performance discussant discussions$ referaggio refereeing$ lehrtatig speaking$ talks$ \
    hobbies$ conferinte$ participar prezentari";

/// Ends of compounds that name publications, and of those that name other things.
pub(super) const STRONG_ENDS: &str = "artikel artikeln artikelen artiklar artikler artikkelit aufsatz aufsatze beitrag beitrage \
    bidrag publikation publikationen publikationer publikasjoner publicaties veroffentlichung veroffentlichungen bucher schriften \
    kapitel kapitler hoofdstukken monographien monografien julkaisut cikk cikkek";
pub(super) const OTHER_ENDS: &str = "vortrag vortrage tatigkeit tatigkeiten erfahrung erfahrungen kenntnisse mitgliedschaften preise \
    stipendien veranstaltungen ausbildung foredrag voordrachten ervaring utbildning \
    presentasjoner praesentationer presentationer presentaties prezentace anslag uppdrag esitelmat \
    rahoitus begeleiding kommunikation opptak";

/// Beginnings of words that turn publications into other things: whoever reviews papers lists
/// journals, and whoever supervises theses lists students.
pub(super) const TURNING: &str = "directed$ vedene vedeni vedouci wypromowan handledda vejledt veiledet \
    reviewer reviewing supervis advis committee board jurado$ award grant service betreu gutacht \
    student teaching participat apresentac apresentad dirigid dirige codirig codirec orientad orientac tutel \
    chair offer presented yonetilen promotor kierowan mentor examin opponent jury gutachter supervisad promoto \
    begeleid encadr abschlussarbeit medienbeitr medienauftritt herausgebertat attended vodeni \
    skolite \
    ohjatu vertaisarvioij coordonar recenzor recenzent evaluador avaluador avaliador revisor$ revisora$ \
    revisores$ revisione$ relatore$ correlatore$ arbitraje asistencia relectur referee$ vedeni$ vedenie$ \
    skolitel oponent veiled delivered$ dirigides$ tezevalu recenzovani$";

/// Words that may stand in a heading beside those that tell what it is.
pub(super) const BESIDE: &str = "selected recent refereed reviewed peer non other invited list of and in the my all full \
    short international national research work working works scientific academic professional \
    technical phd doctoral master masters unrefereed nonrefereed under submitted review progress preparation submission accepted forthcoming to \
    appear major key top tier ausgewahlte wissenschaftliche verzeichnis der und de des et avec \
    zur contributions daten person personal personales pessoais personnelles personliche information about me un une comite lecture dans revues internationales en y completos periodicos publicados em or open \
    source working published unpublished edited authored coauthored latest representative relevant notable complete \
    older earlier additional miscellaneous popular archival scholarly \
    reviews review case book job market white policy original extended encyclopedia entries original \
    research creative law letters editor editors coverage kleinere selbstandige unselbstandige sonstige \
    weitere andere begutachtete referierte nichtreferierte internationale nationale eigene \
    herausgegebene im in bei unter aus fur mit ohne von zum aux sur par pour sans ou d l direction \
    directions coordination numeros thematiques parus publies publiees cours colloques actes nationales \
    nationaux internationaux doctorat doctoral doctorale doktora doctorado doutorado mestrado dottorato \
    del della delle dei di su nei con da do dos das no na e o y la los las el otros otras altri altre \
    outros demais van voor uit met overige i w z ve veya na til med och af ja och u ze z za si la din \
    noticias dicionario dictionnaire druku zbiorowych tomow autorskie internazionali nazionali nacionais \
    conclu curati \
    zvane pozvane pozvana vabljena meghivott inviterede inviterte inbjudna eingeladene uitgenodigde \
    invitate invitati invito invitadas convidades convidadas zaproszenie davetli kutsutut impartidas \
    ministradas resene riesene prac praci sozlu ad hoc guest funded taught current oral se popis \
    tanulmanyok konferenciach konferencich konferenciah konferencich skupovima skupova konferencijama \
    konferencah presented";

/// Signs that name publications in scripts that are not folded, and those that name other things.
pub(super) const STRONG_SIGNS: &str = "посібник підручник пособи учебник видання \
    матеріал \
    教材 译著 譯著 編著 编著 專書 专书 专利 專利 书评 総説 解説 書評 単著 共著 論考 刊行物 辞典 事典 紀要 著訳書 статті рецензии материалы βιβλί πρακτικ μονογραφ ספרים كتب مؤلفات 论文 著作 专著 专利 特許 특허 出版 论著 成果 論文 業績 著書 発表論文 논문 저서 출판 публикац опубликован авторефер стать труды монограф патент сборник \
    тезис книг 學術論文 文献 учебн δημοσιε άρθρα פרסומ מאמר منشورات مقالات أبحاث \
    тези 역서 번역서 訳書 研究報告 技術報告 研究报告 調査報告";
pub(super) const OTHER_SIGNS: &str = "виступ викладан нагород лекці лекци \
    研究方向 研究兴趣 研究領域 研究领域 演講 演讲 榮譽 学历 经验 經驗 活動 経歴 略歴 資金 科研費 研究費 助成 資格 研究分野 授業 学会員 学会活動 学会発表 学会報告 学会講演 学会賞 学会役員 学会委員 学位取得 발표 проект освіт доповід участие εκπαίδευση ομιλίες διδασκαλία βραβεία σπουδές השכלה פרסים הוראה הרצאות التعليم الخبرات الجوائز المؤتمرات 教育 工作 经历 软件著作权 获奖 奖励 荣誉 兼职 服务 教学 课程 项目 강의 지도 강연 활동 報告 报告 讲座 技能 联系 简介 学生 指导 学歴 職歴 受賞 講演 口頭 担当 所属学会 經歷 獎 학력 경력 수상 \
    образован опыт наград преми преподав доклад грант конференц выступл навык интерес членств \
    стаж контакт диссертац руководств 发言 発表 会议报告 编委 审稿 科研项目 専門 ポスター \
    ανακοινώσεις επίβλεψη κριτής οργάνωση διδακτικ εμπειρία рецензирован рецензуван керівництв організац \
    участь 组织 組織 服務 貢献 委員 委员 과제 조직 위원 봉사";

/// Beginnings of words for what is told to everybody: below publications it is printed, elsewhere it
/// may be anything.
pub(super) const OUTREACH: [&str; 7] = [
    "outreach",
    "vulgaris",
    "divulga",
    "populariz",
    "popularyz",
    "formidling",
    "wissenschaftskommunik",
];

/// Signs that turn publications into other things, in scripts that are not folded.
pub(super) const TURNING_SIGNS: &str =
    "논문지도 審査 评审 評審 指导 指導 рецензирован рецензуван επίβλεψη κριτής";

/// Phrases that tell of things that are not printed, or of works of others.
pub(super) const UNPRINTED: [&str; 23] = [
    "oral communication",
    "direction de th",
    "thèses dirigées",
    "dirección de tesis",
    "papers read",
    "papers given",
    "논문 심사",
    "심사 활동",
    "审稿工作",
    "paper presentation",
    "papers presented",
    "unpublished conference",
    "ej public",
    "ikke public",
    "sans actes",
    "sin actas",
    "senza atti",
    "sem anais",
    "produção técnica",
    "recenzje dla",
    "recenzije za",
    "évaluation d’articles",
    "évaluation d'articles",
];

/// Beginnings of words for what is spoken.
pub(super) const SPOKEN: &str = "talk presentat lecture vortrag vortrage foredrag voordracht ponencia palestra \
    apresentac referat wystapien vystoupen konusma seminar colloqui";

/// Beginnings of words for where people meet, and for what they bring there.
pub(super) const MEETINGS: &str =
    "conferen konferen congres kongres convegn tagung poster symposi invited";

/// Beginnings of words that say of publications who judges them, or of which learning they are.
pub(super) const LEARNED: &str = "diplomarbeit diplomov bakalarsk magistersk magisterarbeit masterarbeit bachelorarbeit kandidat \
    wissenschaft scientifi cientific scientific naukow vedeck znanstven naucn strucn izvirn vitenskap vetenskap videnskab wetenschap popularvetenskap \
    tudomany stiintific bilimsel uluslararasi ulusal hakemli dergi toplanti sunulan basilan yazilan diger yuksek lisans indeksl \
    begutacht vertaisarvioi fagfelle recenzovan recenzowan czasopism casopis sbornic zbornik autorsk akadem academ universit profes \
    nauchn naukov uchebn concluid andament metodich svidetelstv avtorsk spisok konferenc verilen program retsenziru konferents mezhdunarodn international nacional nazional kansainval ilmiah evaluat arbitrad indexad indiz referee \
    cinnost tevekenys objavljen refereegransk sakkunniggransk fagfaelle eingereicht badawcz";

/// Signs that name publications unless other things are named beside them.
pub(super) const WEAK_SIGNS: &str = "国際会議 国際学会 国际会议 國際會議 国内学会 国内会議 国内会议 國內會議 全国大会 雑誌 雜誌 学術誌 査読 期刊 翻訳 翻译 학술 국제 국내 \
    εργασίες περιοδικ συνεδρ";

/// Words that begin as those of publications do and say nothing of them.
pub(super) const UNPUBLISHED: [&str; 14] = [
    "public",
    "publics",
    "publicly",
    "publique",
    "publiques",
    "publico",
    "publicos",
    "publica",
    "publicas",
    "publiczna",
    "publiczne",
    "publika",
    "publikum",
    "publicity",
];
