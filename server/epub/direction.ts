const RTL = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const [LEFT_TO_RIGHT, RIGHT_TO_LEFT, END] = ['\u2066', '\u2067', '\u2069'];

/** Adds direction marks to a title whose direction differs from that of its first letter, so that it is correct wherever it is shown. */
export function directed(text: string, direction: string | undefined): string {
  if (!text || (direction !== 'ltr' && direction !== 'rtl')) return text;
  const own = RTL.test(text) ? 'rtl' : 'ltr';
  if (own === direction) return text;
  return `${direction === 'rtl' ? RIGHT_TO_LEFT : LEFT_TO_RIGHT}${text}${END}`;
}

/** Returns a BCP 47 language tag: browsers accept no other, and many books write `zh_CN`. Empty when invalid. */
export function languageTag(said: string): string {
  for (const tag of [said.replaceAll('_', '-'), /^[a-z]{2,3}(?![a-z])/i.exec(said)?.[0] ?? ''])
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? '';
    } catch {
      continue;
    }
  return '';
}

const RTL_LANGUAGE = /^(ar|arc|ckb|dv|fa|he|iw|ku-arab|nqo|pa-arab|ps|sd|syr|ug|ur|yi)(-|$)|-(arab|hebr|nkoo|syrc|thaa)\b/i;

/** Returns the page progression; when the package does not set it, it depends on the language. */
export function progression(said: string | undefined, language: string): 'ltr' | 'rtl' {
  if (said === 'rtl' || said === 'ltr') return said;
  return RTL_LANGUAGE.test(language) ? 'rtl' : 'ltr';
}
