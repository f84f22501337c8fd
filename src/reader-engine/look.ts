export const THEMES = {
  white: { name: '白', paper: '#ffffff', ink: '#1f2329', dim: '#6d6455', link: '#00797a', dark: false },
  warm: { name: '暖', paper: '#f7f2e6', ink: '#2b2721', dim: '#6d6455', link: '#00696a', dark: false },
  green: { name: '绿', paper: '#dfe9dc', ink: '#1f2b22', dim: '#586252', link: '#005f60', dark: false },
  night: { name: '夜', paper: '#121211', ink: '#c9c5bb', dim: '#8f8a7f', link: '#4cc5c6', dark: true },
} as const;
export type ThemeName = keyof typeof THEMES;

export const FACES = {
  serif: { name: '宋体', stack: '"Source Han Serif SC", "Noto Serif CJK SC", "Noto Serif SC", "Songti SC", STSong, SimSun, serif' },
  sans: { name: '黑体', stack: '"PingFang SC", "Source Han Sans SC", "Noto Sans CJK SC", "Noto Sans SC", "Microsoft YaHei", sans-serif' },
} as const;
export type FaceName = keyof typeof FACES;

/** `lineHeight` is a multiple of the size, rounded to whole pixels on the page. */
export const LEADINGS = {
  tight: { name: '紧', lineHeight: 1.6 },
  even: { name: '适中', lineHeight: 1.83 },
  loose: { name: '疏', lineHeight: 2.1 },
} as const;
export type LeadingName = keyof typeof LEADINGS;

export const FONT_SIZES = [14, 15, 16, 17, 18, 19, 20, 22, 24, 27, 30] as const;

export interface Look {
  /** Pixels. */
  readonly fontSize: number;
  readonly leading: LeadingName;
  readonly theme: ThemeName;
  readonly face: FaceName;
}

/** What a reader who never chose sees: 18, 19 or 20 pixels by the width of the window. */
export const defaultLook = (width: number): Look => ({
  fontSize: width >= 992 ? 20 : width >= 768 ? 19 : 18,
  leading: 'even',
  theme: 'warm',
  face: 'serif',
});

export const linePixels = (look: Look): number => Math.round(look.fontSize * LEADINGS[look.leading].lineHeight);
