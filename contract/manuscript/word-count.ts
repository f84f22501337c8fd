const CJK = /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef\u{20000}-\u{3134f}—…‘’“”]/gu;
const WORDS = /[A-Za-z\d\u00c0-\u024f]+/g;

/** F13: the number of CJK characters and punctuation marks, plus the runs of Latin letters or digits. */
export const wordCount = (text: string): number => (text.match(CJK)?.length ?? 0) + (text.match(WORDS)?.length ?? 0);
