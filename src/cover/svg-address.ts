import { inLatin } from '../format/script.ts';

/** The faces of titles inside a drawing, which knows no style sheet. */
export const SERIF = "'Source Han Serif SC','Noto Serif CJK SC','Songti SC',STSong,SimSun,serif";

export const LATIN = "Georgia,'Noto Serif','Liberation Serif'";

/** The face of a text inside a drawing: Latin text begins with a Latin one, as the style sheet has it. */
export const serifOf = (text: string): string => (inLatin(text).lang ? `${LATIN},${SERIF}` : SERIF);

/** A drawing as the address of a picture. */
export const svgAddress = (svg: string): string => `data:image/svg+xml;charset=utf-8,${svg.replace(/%/g, '%25').replace(/#/g, '%23')}`;
