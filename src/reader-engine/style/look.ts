export const THEMES = {
  white: { name: '白', paper: '#ffffff', ink: '#1f2329', dim: '#6d6455', link: '#00797a', dark: false },
  warm: { name: '暖', paper: '#f7f2e6', ink: '#2b2721', dim: '#6d6455', link: '#00696a', dark: false },
  green: { name: '绿', paper: '#dfe9dc', ink: '#1f2b22', dim: '#586252', link: '#005f60', dark: false },
  night: { name: '夜', paper: '#121211', ink: '#c9c5bb', dim: '#8f8a7f', link: '#4cc5c6', dark: true },
} as const;
export type ThemeName = keyof typeof THEMES;
/** `system`: the warm theme by day and the night theme by night, following the device setting. */
export type ThemeChoice = ThemeName | 'system';

/** `book`: the fonts from the book's own styles, including embedded ones; Song (宋体) where the book names none. */
export const FACES = {
  serif: { name: '宋体', stack: '"Source Han Serif SC", "Noto Serif CJK SC", "Noto Serif SC", "Songti SC", STSong, SimSun, serif' },
  sans: { name: '黑体', stack: '"PingFang SC", "Source Han Sans SC", "Noto Sans CJK SC", "Noto Sans SC", "Microsoft YaHei", sans-serif' },
  kai: { name: '楷体', stack: '"Kaiti SC", STKaiti, KaiTi, "LXGW WenKai", "AR PL UKai CN", "Noto Serif CJK SC", serif' },
  book: { name: '原书', stack: '"Source Han Serif SC", "Noto Serif CJK SC", "Noto Serif SC", "Songti SC", STSong, SimSun, serif' },
} as const;
export type FaceName = keyof typeof FACES;

/** Fonts for regions whose character forms differ from the mainland, chosen by the language of the text. */
export const REGIONAL_FACES = [
  {
    languages: ['ja'],
    serif: '"Hiragino Mincho ProN", "Yu Mincho", "Source Han Serif", "Noto Serif CJK JP", "Noto Serif JP", serif',
    sans: '"Hiragino Sans", "Yu Gothic", "Source Han Sans", "Noto Sans CJK JP", "Noto Sans JP", sans-serif',
  },
  {
    languages: ['ko'],
    serif: 'AppleMyungjo, Batang, "Source Han Serif K", "Noto Serif CJK KR", "Noto Serif KR", serif',
    sans: '"Apple SD Gothic Neo", "Malgun Gothic", "Source Han Sans K", "Noto Sans CJK KR", "Noto Sans KR", sans-serif',
  },
  {
    languages: ['zh-Hant', 'zh-TW', 'zh-HK', 'zh-MO'],
    serif: '"Songti TC", "Source Han Serif TC", "Noto Serif CJK TC", "Noto Serif TC", PMingLiU, serif',
    sans: '"PingFang TC", "Source Han Sans TC", "Noto Sans CJK TC", "Noto Sans TC", "Microsoft JhengHei", sans-serif',
  },
] as const;

/** `lineHeight` is a multiple of the font size, rounded to whole pixels on the page. */
export const LEADINGS = {
  tight: { name: '紧', lineHeight: 1.6 },
  even: { name: '适中', lineHeight: 1.83 },
  loose: { name: '疏', lineHeight: 2.1 },
} as const;
export type LeadingName = keyof typeof LEADINGS;

/** `em`: the longest line of one column; `margin`: pixels at each side on a phone. */
export const MEASURES = {
  narrow: { name: '窄', em: 28, margin: 40 },
  even: { name: '适中', em: 34, margin: 20 },
  wide: { name: '宽', em: 44, margin: 8 },
} as const;
export type MeasureName = keyof typeof MEASURES;

export const WEIGHTS = { regular: { name: '常规', value: 400 }, medium: { name: '稍粗', value: 500 }, bold: { name: '粗', value: 600 } } as const;
export type WeightName = keyof typeof WEIGHTS;

export const FLOWS = { book: { name: '按原书' }, pages: { name: '翻页' }, scroll: { name: '滚动' } } as const;
export const COLUMNS = { auto: { name: '自动' }, one: { name: '单栏' }, two: { name: '双栏' } } as const;
export const WRITINGS = { book: { name: '按原书' }, horizontal: { name: '横排' }, vertical: { name: '竖排' } } as const;
export const ALIGNMENTS = { justify: { name: '两端对齐' }, start: { name: '左对齐' } } as const;

/** `book`: the colours and backgrounds of the book, as far as they are readable on the paper. */
export const COLOURS = { book: { name: '保留' }, none: { name: '不用' } } as const;

export const FONT_SIZES = [14, 15, 16, 17, 18, 19, 20, 22, 24, 27, 30] as const;
/** Maximum opacity of the dark overlay on the page, in percent. */
export const VEIL_MOST = 60;

export interface Look {
  /** In pixels. */
  readonly fontSize: number;
  readonly leading: LeadingName;
  readonly theme: ThemeChoice;
  readonly face: FaceName;
  readonly colours: keyof typeof COLOURS;
  readonly weight: WeightName;
  readonly measure: MeasureName;
  readonly alignment: keyof typeof ALIGNMENTS;
  readonly flow: keyof typeof FLOWS;
  readonly columns: keyof typeof COLUMNS;
  /** Applies to Chinese and Japanese books only; other books keep their own writing direction. */
  readonly writing: keyof typeof WRITINGS;
  /** In percent, 0 to `VEIL_MOST`. */
  readonly veil: number;
}

/** Returns the default settings of a reader: the font size is 18, 19 or 20 pixels, depending on the window width. */
export const defaultLook = (width: number): Look => ({
  fontSize: width >= 992 ? 20 : width >= 768 ? 19 : 18,
  leading: 'even',
  theme: 'system',
  face: 'serif',
  colours: 'book',
  weight: 'regular',
  measure: 'even',
  alignment: 'justify',
  flow: 'book',
  columns: 'auto',
  writing: 'book',
  veil: 0,
});

export const linePixels = (look: Pick<Look, 'fontSize' | 'leading'>): number => Math.round(look.fontSize * LEADINGS[look.leading].lineHeight);

export const DARK = '(prefers-color-scheme: dark)';

/** Resolves a theme choice to the theme that applies now. */
export function paperOf(theme: ThemeChoice): ThemeName {
  if (theme !== 'system') return theme;
  return typeof matchMedia === 'function' && matchMedia(DARK).matches ? 'night' : 'warm';
}
