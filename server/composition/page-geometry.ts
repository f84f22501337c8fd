/** What the typesetter wrote about the page; empty texts and zeros are not known yet. */
export interface PageLayout {
  /** Trimmed size in millimetres: 185×260. */
  readonly format: string;
  readonly sheetPages: number;
  readonly charsPerLine: number;
  readonly linesPerPage: number;
  readonly fontFamily: string;
  readonly fontSizePt: string;
}

/** A page of a book; lengths in millimetres, sizes of letters and lines in points. */
export interface PageGeometry {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly textWidth: number;
  readonly textHeight: number;
  readonly fontPt: number;
  readonly linePt: number;
  /** Values that were not known and what was used instead, in words. */
  readonly assumed: readonly string[];
}

const MM_PER_PT = 25.4 / 72;
/** Usual trimmed sizes by 开数. */
const FORMATS: Readonly<Record<number, readonly [number, number]>> = {
  8: [260, 370],
  16: [185, 260],
  24: [170, 182],
  32: [130, 184],
  48: [100, 170],
  64: [92, 126],
};
const USUAL = 16;
/** Parts of the page that the text takes when the characters of a line and the lines of a page are not known, or do not fit. */
const TEXT_WIDTH = 0.74;
const TEXT_HEIGHT = 0.8;
/** Least white space at each edge, and least and largest line as a multiple of the letter. */
const EDGE_MM = 8;
const LINE_LEAST = 1.2;
const LINE_MOST = 2.2;
const FONT_PT = 10.5;
/** Smallest letter, and how many letters a page must hold across its shorter side. */
const FONT_LEAST = 4;
const LETTERS_LEAST = 4;
const LINE = 1.65;

const rounded = (value: number): number => Math.round(value * 100) / 100;

function paperOf({ format, sheetPages }: PageLayout): { width: number; height: number; assumed: string[] } {
  const [width = 0, height = 0] = format.split('×').map(Number);
  // Less than this is a mistake in the form, not a book.
  if (width >= 50 && height >= 50) return { width, height, assumed: [] };
  const known = FORMATS[sheetPages] ? sheetPages : USUAL;
  const [usualWidth, usualHeight] = FORMATS[known] as readonly [number, number];
  return { width: usualWidth, height: usualHeight, assumed: [`没有填成品尺寸，按${known}开（${usualWidth}×${usualHeight}毫米）`] };
}

/** The type area in the middle of a page, from the characters of a line and the lines of a page. */
export function pageGeometry(layout: PageLayout): PageGeometry {
  const { width, height, assumed } = paperOf(layout);
  const asked = Number(layout.fontSizePt);
  const fontPt = asked >= FONT_LEAST && asked * MM_PER_PT * LETTERS_LEAST <= Math.min(width, height) ? asked : FONT_PT;
  if (fontPt !== asked) assumed.push(`${layout.fontSizePt === '' ? '没有填字号' : `字号${layout.fontSizePt}磅不合页面`}，按${FONT_PT}磅`);
  let textWidth = layout.charsPerLine * fontPt * MM_PER_PT;
  if (layout.charsPerLine === 0) assumed.push('没有填每行字数，按版面宽度排');
  else if (textWidth > width - 2 * EDGE_MM) assumed.push(`每行${layout.charsPerLine}字放不进${width}毫米宽的页面，按版面宽度排`);
  if (textWidth === 0 || textWidth > width - 2 * EDGE_MM) textWidth = width * TEXT_WIDTH;
  let linePt = fontPt * LINE;
  let lines = Math.floor((height * TEXT_HEIGHT) / (linePt * MM_PER_PT));
  if (layout.linesPerPage === 0) assumed.push('没有填每面行数，按常用行距排');
  else {
    const linesAsked = (height * TEXT_HEIGHT) / MM_PER_PT / layout.linesPerPage;
    linePt = Math.min(fontPt * LINE_MOST, Math.max(fontPt * LINE_LEAST, linesAsked));
    const fits = Math.floor((height - 2 * EDGE_MM) / (linePt * MM_PER_PT));
    if (fits < layout.linesPerPage) assumed.push(`每面${layout.linesPerPage}行放不进${height}毫米高的页面，按每面${fits}行排`);
    lines = Math.min(layout.linesPerPage, fits);
  }
  const textHeight = lines * linePt * MM_PER_PT;
  return {
    width,
    height,
    left: rounded((width - textWidth) / 2),
    top: rounded((height - textHeight) / 2),
    textWidth: rounded(textWidth),
    textHeight: rounded(textHeight),
    fontPt,
    linePt: rounded(linePt),
    assumed,
  };
}

/** Typefaces of books with the names that they have on Windows, macOS and Linux. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/黑/, '"Source Han Sans SC","Noto Sans CJK SC","PingFang SC","Microsoft YaHei",SimHei,sans-serif'],
  [/楷/, '"Kaiti SC",KaiTi,STKaiti,"AR PL UKai CN",serif'],
  [/仿/, 'FangSong,STFangsong,"FangSong_GB2312",serif'],
];
const SONG = '"Source Han Serif SC","Noto Serif CJK SC","Songti SC",SimSun,serif';

/** A value of `font-family` for the name of a typeface; unknown names give 宋体. */
export const fontFamilyOf = (name: string): string => FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? SONG;
