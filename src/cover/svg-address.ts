import { inLatin } from '../format/script.ts';

/** Fonts of titles inside a drawing, which cannot use the style sheet. */
export const SERIF = "'Source Han Serif SC','Noto Serif CJK SC','Songti SC',STSong,SimSun,serif";

export const LATIN = "Georgia,'Noto Serif','Liberation Serif'";

/** Fonts of a text inside a drawing: Latin text starts with a Latin font, as in the style sheet. */
export const serifOf = (text: string): string => (inLatin(text).lang ? `${LATIN},${SERIF}` : SERIF);

/** Returns a drawing as a picture address (data URL). */
export const svgAddress = (svg: string): string => `data:image/svg+xml;charset=utf-8,${svg.replace(/%/g, '%25').replace(/#/g, '%23')}`;
