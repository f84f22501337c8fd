const EASTERN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LATIN = /\p{Script=Latin}/u;
const EASTERN_LANGUAGE = /^(zh|ja|ko|cn)\b/i;

/**
 * What a text without a Chinese character is written in, as a `lang` for its element: a Chinese face would draw its
 * quotation marks and dashes a whole character wide. `{}` for everything else. `known` is the language of its work, where somebody says.
 */
export function inLatin(text: string, known = ''): { lang?: string } {
  if (EASTERN.test(text) || !LATIN.test(text)) return {};
  return { lang: /^[a-z]{2,3}(-|$)/i.test(known) && !EASTERN_LANGUAGE.test(known) ? known : 'en' };
}

/** The same of HTML: its tags and entities say nothing of the text between them. */
export const htmlInLatin = (html: string, known = ''): { lang?: string } => inLatin(html.replace(/<[^>]*>|&[#\w]+;/g, ' '), known);
