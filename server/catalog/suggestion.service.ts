import type { Suggestions } from '../../contract/catalog/search.ts';
import { SUGGESTION } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import { rateLimitKey } from '../http/rate-limit-key.ts';
import { tooMany } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { originalOf } from '../../contract/reading/search-folding.ts';
import { askableTerms, folded, printedAs, termsOf } from '../search/tokenizer.ts';
import { namesWith } from './search.queries.ts';

/** Of a word of letters, which may still be being typed, the index is asked for what begins so. */
const WHOLE = /[\u3041-\u30fe\u3400-\u9fcb\uac00-\ud7a3]/;
/** Between the names of several authors. */
const BETWEEN = /[、，,;；/／]/;

type Marks = [number, number][];

/** What somebody may mean who is still typing; a person, or strangers of one address, ask so often a minute at most. */
export async function suggestFor(context: AppContext, currentUser: CurrentUser | null, ip: string, typed: string): Promise<Suggestions> {
  const asked = await context.cache.count(`suggest:${currentUser?.userId ?? rateLimitKey(ip)}`, 60_000);
  if (asked > (currentUser ? SUGGESTION.perPerson : SUGGESTION.perAddress)) throw tooMany('您输入得太频繁了，请一分钟后再试');
  return suggest(context, typed);
}

/** Listed works whose title holds what is typed, those that begin with it first, and authors whose name does; the most viewed first among equals. */
async function suggest(context: AppContext, typed: string): Promise<Suggestions> {
  const terms = termsOf(typed);
  const words = [...new Set(terms.flatMap(askableTerms))].map((word) => (WHOLE.test(word) ? word : `${word}*`));
  const named = await namesWith(context.db, words, printedAs(terms[0] ?? ''));
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

/** Where the terms stand in a name, in the name's order and apart; null where one of them does not. */
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
