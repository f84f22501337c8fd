/** For which students a textbook is. The order is that of the filter. */
export const TEXTBOOK_STAGES = { vocational: '中职', college: '高职', bachelor: '本科', master: '研究生', training: '培训' } as const;
export type TextbookStage = keyof typeof TEXTBOOK_STAGES;
export const STAGES = Object.keys(TEXTBOOK_STAGES) as [TextbookStage, ...TextbookStage[]];

/** Characters of subject, grade and term of a textbook. */
export const FACET_LENGTH = 30;
