//! Towns, publishers and the numbers of parts in other signs than Latin ones.

/// Whether a piece is a town that is written in other signs than Latin ones.
pub(super) fn is_han_place(raw: &str) -> bool {
    const TOWNS: &str = "北京 上海 南京 广州 武汉 西安 成都 杭州 天津 海口 哈尔滨 沈阳 大连 长春 济南 青岛 郑州 长沙 \
        合肥 南昌 福州 厦门 昆明 贵阳 南宁 重庆 太原 石家庄 兰州 西宁 银川 乌鲁木齐 呼和浩特 香港 澳门 台北 深圳 苏州 \
        无锡 宁波 珠海 桂林 東京 京都 大阪 名古屋 札幌 福岡 仙台 横浜 神戸 奈良 서울 부산 대전 대구 광주 제주 인천 москва \
        санкт-петербург новосибирск екатеринбург казань минск київ киев львів львов харків харьков одеса одесса томск \
        самара ростов-на-дону уфа пермь вінниця дніпро запоріжжя чернівці тернопіль полтава суми м спб л";
    let bare = raw.trim_end_matches('.');
    !bare.is_ascii() && TOWNS.split_whitespace().any(|town| town == bare)
}

/// `织物出版社`, `布書店`
pub(super) fn is_han_house(raw: &str) -> bool {
    [
        "出版社",
        "书局",
        "書局",
        "印书馆",
        "书店",
        "書店",
        "出版会",
        "书院",
        "書院",
        "書房",
    ]
    .iter()
    .any(|end| raw.ends_with(end))
}

/// `第二十二辑`: which part of a series it is.
pub(super) fn is_han_count(word: &str) -> bool {
    word.chars().count() <= 8
        && word.starts_with('第')
        && word.ends_with([
            '辑', '期', '卷', '号', '册', '編', '集', '巻', '回', '页', '頁', '輯',
        ])
}

/// Whether a name is that of a journal, a meeting or a school: `织物学报`.
pub(super) fn is_han_journal(text: &str) -> bool {
    const SIGNS: &str = "学报 杂志 通报 期刊 大学 会议 论文集 论文誌 学会誌 論文誌 学会 研究 进展 出版社 通讯 大会 年会 研讨会 学刊 评论 紀要 雑誌 雜誌 論集 論叢 月刊 季刊 会誌";
    SIGNS.split_whitespace().any(|sign| text.contains(sign))
}
