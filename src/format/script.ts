const EASTERN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LATIN = /\p{Script=Latin}/u;
const EASTERN_LANGUAGE = /^(zh|ja|ko|cn)\b/i;

/**
 * Returns the `lang` for an element with a text without Chinese characters: a Chinese font would draw its
 * quotation marks and dashes at full width. `{}` for all other text. `known` is the language of the work, if known.
 */
export function inLatin(text: string, known = ''): { lang?: string } {
  if (EASTERN.test(text) || !LATIN.test(text)) return {};
  return { lang: /^[a-z]{2,3}(-|$)/i.test(known) && !EASTERN_LANGUAGE.test(known) ? known : 'en' };
}

/** The same for HTML: tags and entities are ignored. */
export const htmlInLatin = (html: string, known = ''): { lang?: string } => inLatin(html.replace(/<[^>]*>|&[#\w]+;/g, ' '), known);
