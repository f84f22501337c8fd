import type { Suggestions } from '../../../contract/catalog/search.ts';
import { SUGGESTION } from '../../../contract/limits.ts';
import type { AppContext } from '../../context.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { rateLimitKey } from '../../http/rate-limit-key.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { originalOf } from '../../../contract/reading/search-folding.ts';
import { askableTerms, folded, printedAs, termsOf, wordsOfNames } from '../../search/tokenizer.ts';
import { namesWith } from './search.queries.ts';

/** A word of letters may be incomplete while it is typed, so the index is searched by prefix. */
const WHOLE = /[\u3041-\u30fe\u3400-\u9fcb\uac00-\ud7a3]/;
/** Separators between the names of several authors. */
const BETWEEN = /[、，,;；/／]/;

const PER_PERSON: RateLimit = { name: 'suggest', points: SUGGESTION.perPerson, windowMs: 60_000, message: '您输入得太频繁了，请一分钟后再试' };
const PER_ADDRESS: RateLimit = { ...PER_PERSON, points: SUGGESTION.perAddress };

type Marks = [number, number][];

/** Returns suggestions for a partly typed query. Throws when a user, or the anonymous visitors of one address, exceed the limit per minute. */
export async function suggestFor(context: AppContext, currentUser: CurrentUser | null, ip: string, typed: string): Promise<Suggestions> {
  await rateLimit(context, currentUser ? PER_PERSON : PER_ADDRESS, currentUser?.userId ?? rateLimitKey(ip));
  return suggest(context, typed);
}

/**
 * Returns listed works whose title contains the typed text, titles that begin with it first, and authors whose name contains it; equal
 * matches by views.
 */
async function suggest(context: AppContext, typed: string): Promise<Suggestions> {
  const terms = termsOf(typed);
  const words = [...new Set(terms.flatMap(askableTerms))].map((word) => (WHOLE.test(word) ? word : `${word}*`));
  const named = await namesWith(context.db, words, wordsOfNames(words), printedAs(terms[0] ?? ''));
  const works = named.flatMap(({ id, kind, title, authorsText }) => {
    const marks = marksOf(title, terms);
    return marks ? [{ publishId: id, kind, title, authorsText, marks }] : [];
  });
  const authors = new Map<string, Marks>();
  for (const name of named.flatMap(({ authorsText }) => authorsText.split(BETWEEN))) {
    const marks = marksOf(name.trim(), terms);
    if (marks) authors.set(name.trim(), marks);
  }
  return {
    works: works.sort((a, b) => Number(a.marks[0]?.[0] !== 0) - Number(b.marks[0]?.[0] !== 0)).slice(0, SUGGESTION.works),
    authors: [...authors].slice(0, SUGGESTION.authors).map(([name, marks]) => ({ name, marks })),
  };
}

/** Returns the positions of the terms in a name, in order and without overlap; null when a term is missing. */
function marksOf(name: string, terms: readonly string[]): Marks | null {
  const made = folded(name);
  const marks: Marks = [];
  for (const term of terms) {
    const place = made.text.indexOf(term);
    if (place < 0) return null;
    const [at, end] = originalOf(made, place, place + term.length);
    if (marks.every(([from, to]) => at >= to || end <= from)) marks.push([at, end]);
  }
  return marks.sort((a, b) => a[0] - b[0]);
}
