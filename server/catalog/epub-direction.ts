const RTL = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const [LEFT_TO_RIGHT, RIGHT_TO_LEFT, END] = ['\u2066', '\u2067', '\u2069'];

/** A title that runs otherwise than its first letter says carries that with it, wherever it is shown. */
export function directed(text: string, direction: string | undefined): string {
  if (!text || (direction !== 'ltr' && direction !== 'rtl')) return text;
  const own = RTL.test(text) ? 'rtl' : 'ltr';
  if (own === direction) return text;
  return `${direction === 'rtl' ? RIGHT_TO_LEFT : LEFT_TO_RIGHT}${text}${END}`;
}

const RTL_LANGUAGE = /^(ar|arc|ckb|dv|fa|he|iw|ku-arab|nqo|pa-arab|ps|sd|syr|ug|ur|yi)(-|$)|-(arab|hebr|nkoo|syrc|thaa)\b/i;

/** Which way pages follow each other; where the package leaves it open, by the language. */
export function progression(said: string | undefined, language: string): 'ltr' | 'rtl' {
  if (said === 'rtl' || said === 'ltr') return said;
  return RTL_LANGUAGE.test(language) ? 'rtl' : 'ltr';
}
