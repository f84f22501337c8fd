/** For which students a textbook is. The order is that of the filter. */
export const TEXTBOOK_STAGES = { vocational: '中职', college: '高职', bachelor: '本科', master: '研究生', training: '培训' } as const;
export type TextbookStage = keyof typeof TEXTBOOK_STAGES;
export const STAGES = Object.keys(TEXTBOOK_STAGES) as [TextbookStage, ...TextbookStage[]];

/** What can be placed at a paragraph. */
export const PLACED_KINDS = { listen: '听', watch: '看', exercise: '练习', file: '资料' } as const;
export type PlacedKind = keyof typeof PLACED_KINDS;

/** Lengths in characters. */
export const TEXTBOOK = { courseName: 60, subject: 30, gradeTerm: 30, approvedNo: 60, label: 40, quote: 80, placedInBook: 500 } as const;

/** Error codes of textbooks. */
export const TEXTBOOK_CODES = { notText: 23901, foreignPart: 23902, oldEdition: 23903 } as const;
