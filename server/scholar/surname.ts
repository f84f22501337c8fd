/** Reads a table of surnames, each followed by its reading. */
const readings = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/(\p{Script=Han}+)([^\s\p{Script=Han}]+)/gu)].map(([, surname = '', reading = '']) => [surname, reading]));

/** Surnames of two characters. */
const COMPOUND = readings(`
  尉迟Yùchí 欧阳Ōuyáng 司马Sīmǎ 上官Shàngguān 诸葛Zhūgě 东方Dōngfāng 皇甫Huángfǔ 令狐Línghú 慕容Mùróng 公孙Gōngsūn 长孙Zhǎngsūn 万俟Mòqí
  澹台Tántái 司徒Sītú 司空Sīkōng 夏侯Xiàhóu 端木Duānmù 独孤Dúgū 南宫Nángōng 轩辕Xuānyuán 宇文Yǔwén 百里Bǎilǐ 呼延Hūyán 闻人Wénrén
  单于Chányú 申屠Shēntú 公冶Gōngyě 太史Tàishǐ 钟离Zhōnglí 鲜于Xiānyú 淳于Chúnyú 赫连Hèlián 拓跋Tuòbá 贺兰Hèlán 叔孙Shūsūn 濮阳Púyáng
  乐正Yuèzhèng 西门Xīmén 公羊Gōngyáng 东郭Dōngguō
`);

/** Characters that are read differently as a surname. */
const POLYPHONIC = readings(`
  单Shàn 查Zhā 解Xiè 仇Qiú 曾Zēng 朴Piáo 区Ōu 盖Gě 任Rén 华Huà 纪Jǐ 员Yùn 秘Bì 缪Miào 折Shé 黑Hè 乜Niè 召Shào 覃Qín 翟Zhái 冼Xiǎn
  种Chóng 晁Cháo 隗Wěi 燕Yān 过Guō 哈Hǎ 葛Gě 么Yāo 乐Yuè 句Gōu 谌Chén 阚Kàn 祭Zhài 应Yīng 卜Bǔ 俞Yú 牟Móu 车Chē 石Shí 贾Jiǎ 盛Shèng
  洗Xiǎn 长Cháng 令Lìng 逄Páng 宓Mì 佴Nài
`);

/** Other frequent surnames. */
const COMMON = readings(`
  王Wáng 李Lǐ 张Zhāng 刘Liú 陈Chén 杨Yáng 黄Huáng 赵Zhào 吴Wú 周Zhōu 徐Xú 孙Sūn 马Mǎ 朱Zhū 胡Hú 郭Guō 何Hé 林Lín 高Gāo 罗Luó 郑Zhèng
  梁Liáng 谢Xiè 宋Sòng 唐Táng 许Xǔ 韩Hán 邓Dèng 冯Féng 曹Cáo 彭Péng 萧Xiāo 肖Xiāo 田Tián 董Dǒng 袁Yuán 潘Pān 于Yú 余Yú 叶Yè 蒋Jiǎng
  杜Dù 苏Sū 魏Wèi 程Chéng 吕Lǚ 丁Dīng 沈Shěn 姚Yáo 卢Lú 姜Jiāng 崔Cuī 钟Zhōng 谭Tán 陆Lù 汪Wāng 范Fàn 金Jīn 廖Liào 韦Wéi 夏Xià 邱Qiū
  方Fāng 侯Hóu 邹Zōu 熊Xióng 孟Mèng 秦Qín 白Bái 江Jiāng 阎Yán 薛Xuē 尹Yǐn 段Duàn 雷Léi 黎Lí 史Shǐ 龙Lóng 陶Táo 贺Hè 顾Gù 毛Máo 郝Hǎo
  龚Gōng 邵Shào 万Wàn 钱Qián 严Yán 武Wǔ 戴Dài 莫Mò 孔Kǒng 向Xiàng 汤Tāng 常Cháng 温Wēn 康Kāng 施Shī 文Wén 牛Niú 樊Fán 安Ān 裴Péi
  岑Cén 凌Líng 乔Qiáo 欧Ōu 洪Hóng
`);

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
export const plainReading = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

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
  return {
    surnameReading: reading,
    initial,
    sortKey: [plainReading(reading) || initial.toLowerCase(), plainReading(namePinyin), scholarName].join(' '),
  };
}
