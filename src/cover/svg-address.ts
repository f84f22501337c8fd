/** The faces of titles inside a drawing, which knows no style sheet. */
export const SERIF = "'Source Han Serif SC','Noto Serif CJK SC','Songti SC',STSong,SimSun,serif";

/** A drawing as the address of a picture. */
export const svgAddress = (svg: string): string => `data:image/svg+xml;charset=utf-8,${svg.replace(/%/g, '%25').replace(/#/g, '%23')}`;
