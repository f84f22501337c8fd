/** Surnames of two characters. */
const COMPOUND: Readonly<Record<string, string>> = {
  ...{ 尉迟: 'Yùchí', 欧阳: 'Ōuyáng', 司马: 'Sīmǎ', 上官: 'Shàngguān', 诸葛: 'Zhūgě', 东方: 'Dōngfāng', 皇甫: 'Huángfǔ', 令狐: 'Línghú' },
  ...{ 慕容: 'Mùróng', 公孙: 'Gōngsūn', 长孙: 'Zhǎngsūn', 万俟: 'Mòqí', 澹台: 'Tántái', 司徒: 'Sītú', 司空: 'Sīkōng', 夏侯: 'Xiàhóu' },
  ...{ 端木: 'Duānmù', 独孤: 'Dúgū', 南宫: 'Nángōng', 轩辕: 'Xuānyuán', 宇文: 'Yǔwén', 百里: 'Bǎilǐ', 呼延: 'Hūyán', 闻人: 'Wénrén' },
  ...{ 单于: 'Chányú', 申屠: 'Shēntú', 公冶: 'Gōngyě', 太史: 'Tàishǐ', 钟离: 'Zhōnglí', 鲜于: 'Xiānyú', 淳于: 'Chúnyú', 赫连: 'Hèlián' },
  ...{ 拓跋: 'Tuòbá', 贺兰: 'Hèlán', 叔孙: 'Shūsūn', 濮阳: 'Púyáng', 乐正: 'Yuèzhèng', 西门: 'Xīmén', 公羊: 'Gōngyáng', 东郭: 'Dōngguō' },
};

/** Characters that are read differently as a surname. */
const POLYPHONIC: Readonly<Record<string, string>> = {
  ...{ 单: 'Shàn', 查: 'Zhā', 解: 'Xiè', 仇: 'Qiú', 曾: 'Zēng', 朴: 'Piáo', 区: 'Ōu', 盖: 'Gě', 任: 'Rén', 华: 'Huà', 纪: 'Jǐ', 员: 'Yùn' },
  ...{ 秘: 'Bì', 缪: 'Miào', 折: 'Shé', 黑: 'Hè', 乜: 'Niè', 召: 'Shào', 覃: 'Qín', 翟: 'Zhái', 冼: 'Xiǎn', 种: 'Chóng', 晁: 'Cháo', 隗: 'Wěi' },
  ...{ 燕: 'Yān', 过: 'Guō', 哈: 'Hǎ', 葛: 'Gě', 么: 'Yāo', 乐: 'Yuè', 句: 'Gōu', 谌: 'Chén', 阚: 'Kàn', 祭: 'Zhài', 应: 'Yīng', 卜: 'Bǔ' },
  ...{ 俞: 'Yú', 牟: 'Móu', 车: 'Chē', 石: 'Shí', 贾: 'Jiǎ', 盛: 'Shèng', 洗: 'Xiǎn', 长: 'Cháng', 令: 'Lìng', 逄: 'Páng', 宓: 'Mì', 佴: 'Nài' },
};

/** Other frequent surnames. */
const COMMON: Readonly<Record<string, string>> = {
  ...{ 王: 'Wáng', 李: 'Lǐ', 张: 'Zhāng', 刘: 'Liú', 陈: 'Chén', 杨: 'Yáng', 黄: 'Huáng', 赵: 'Zhào', 吴: 'Wú', 周: 'Zhōu', 徐: 'Xú', 孙: 'Sūn' },
  ...{ 马: 'Mǎ', 朱: 'Zhū', 胡: 'Hú', 郭: 'Guō', 何: 'Hé', 林: 'Lín', 高: 'Gāo', 罗: 'Luó', 郑: 'Zhèng', 梁: 'Liáng', 谢: 'Xiè', 宋: 'Sòng' },
  ...{ 唐: 'Táng', 许: 'Xǔ', 韩: 'Hán', 邓: 'Dèng', 冯: 'Féng', 曹: 'Cáo', 彭: 'Péng', 萧: 'Xiāo', 肖: 'Xiāo', 田: 'Tián', 董: 'Dǒng', 袁: 'Yuán' },
  ...{ 潘: 'Pān', 于: 'Yú', 余: 'Yú', 叶: 'Yè', 蒋: 'Jiǎng', 杜: 'Dù', 苏: 'Sū', 魏: 'Wèi', 程: 'Chéng', 吕: 'Lǚ', 丁: 'Dīng', 沈: 'Shěn' },
  ...{ 姚: 'Yáo', 卢: 'Lú', 姜: 'Jiāng', 崔: 'Cuī', 钟: 'Zhōng', 谭: 'Tán', 陆: 'Lù', 汪: 'Wāng', 范: 'Fàn', 金: 'Jīn', 廖: 'Liào', 韦: 'Wéi' },
  ...{ 夏: 'Xià', 邱: 'Qiū', 方: 'Fāng', 侯: 'Hóu', 邹: 'Zōu', 熊: 'Xióng', 孟: 'Mèng', 秦: 'Qín', 白: 'Bái', 江: 'Jiāng', 阎: 'Yán', 薛: 'Xuē' },
  ...{ 尹: 'Yǐn', 段: 'Duàn', 雷: 'Léi', 黎: 'Lí', 史: 'Shǐ', 龙: 'Lóng', 陶: 'Táo', 贺: 'Hè', 顾: 'Gù', 毛: 'Máo', 郝: 'Hǎo', 龚: 'Gōng' },
  ...{ 邵: 'Shào', 万: 'Wàn', 钱: 'Qián', 严: 'Yán', 武: 'Wǔ', 戴: 'Dài', 莫: 'Mò', 孔: 'Kǒng', 向: 'Xiàng', 汤: 'Tāng', 常: 'Cháng', 温: 'Wēn' },
  ...{ 康: 'Kāng', 施: 'Shī', 文: 'Wén', 牛: 'Niú', 樊: 'Fán', 安: 'Ān', 裴: 'Péi', 岑: 'Cén', 凌: 'Líng', 乔: 'Qiáo', 欧: 'Ōu', 洪: 'Hóng' },
};

/** The first character of each letter in the order of pinyin; no reading starts with I, U or V. */
const BOUNDARIES = [...'阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他屲夕丫帀'] as const;
const LETTERS = [...'ABCDEFGHJKLMNOPQRSTWXYZ'] as const;
const byPinyin = new Intl.Collator('zh-u-co-pinyin');

export interface Surname {
  /** Pinyin with tones; empty for a surname that is in no table. */
  readonly reading: string;
  /** A to Z, or `#`. */
  readonly initial: string;
}

/** Returns the surname of a Chinese name with its reading, or the letter of another name. */
export function surnameOf(name: string): Surname {
  const characters = [...name.trim()];
  const two = characters.slice(0, 2).join('');
  const [first = ''] = characters;
  const reading = (characters.length > 2 ? COMPOUND[two] : undefined) ?? POLYPHONIC[first] ?? COMMON[first] ?? '';
  return { reading, initial: reading ? letterOf(reading) : letterOf(first) };
}

/** Returns the text without tones and accents, in lower case. */
export const plainReading = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase();

/** Returns the letter of a reading or of a character; `#` for anything else. */
function letterOf(text: string): string {
  const [first = ''] = plainReading(text).toUpperCase();
  if (/[A-Z]/.test(first)) return first;
  if (!/\p{Script=Han}/u.test(first)) return '#';
  const at = BOUNDARIES.findLastIndex((boundary) => byPinyin.compare(first, boundary) >= 0);
  return LETTERS[at] ?? '#';
}

interface Named {
  readonly scholarName: string;
  readonly surnameReading: string;
  readonly namePinyin: string;
}

/** Returns the columns by which a scholar is listed: the given reading, or that of the surname, or the beginning of the pinyin. */
export function listingOf({ scholarName, surnameReading, namePinyin }: Named): { surnameReading: string; initial: string; sortKey: string } {
  const found = surnameOf(scholarName);
  const reading = surnameReading || found.reading || (namePinyin.split(' ')[0] ?? '');
  const initial = reading ? letterOf(reading) : found.initial;
  return { surnameReading: reading, initial, sortKey: [plainReading(reading) || initial.toLowerCase(), plainReading(namePinyin), scholarName].join(' ') };
}
