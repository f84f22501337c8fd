import type { BlankHint } from '../blank-hints.ts';
import { isNumberKey, isValueOf, numberAnswer, type NumberAnswer } from './match-number.ts';
import { readPinyin, type Pinyin } from './match-pinyin.ts';
import type { AnswerLanguage, BlankKey, BlankType, KeyBlank, MatchRules, NumberRules } from '../question-kind.ts';
import { foldAnswer, type SimplifiedTable } from './text-folding.ts';
import { fits, marked, WILDCARD } from './wildcard.ts';

/** Code points of an answer. */
export const ANSWER_LENGTH = 500;
export const FULL_SHARE = 10_000;

/** A blank of a key, with the type that the question shows. */
export type BlankToMatch = KeyBlank & { readonly type: BlankType };

export interface BlankMatch {
  /** 1/10000 of the blank. */
  readonly share: number;
  /** Position of the key that matched; -1 without one. */
  readonly key: number;
  readonly hint: BlankHint;
}

const WRONG: BlankMatch = { share: 0, key: -1, hint: '' };

/** Rules of a language for a blank that states none. */
export const rulesOf = (language: AnswerLanguage): MatchRules => ({
  punct: 'equal',
  space: 'collapse',
  case: 'ignore',
  script: language === 'zh' ? 'equal' : 'exact',
  accent: 'keep',
});

export const numberRulesOf = (language: AnswerLanguage): NumberRules => ({
  fraction: true,
  hanzi: language === 'zh' || language === 'ja',
  percent: true,
  comma: language === 'fr' || language === 'de' ? 'decimal' : 'group',
});

/** Whether a text has more than `most` code points; counts only when it may. */
export function isLongerThan(text: string, most: number): boolean {
  if (text.length <= most) return false;
  if (text.length > 2 * most) return true;
  let points = 0;
  for (const sign of text) points += sign.length > 0 ? 1 : 0;
  return points > most;
}

/** A key in its comparison form. */
interface FoldedKey {
  readonly text: string;
  /** Without punctuation nothing would be left: compared with its punctuation. */
  readonly bare: boolean;
}

/** Keys in their comparison form, by their list and the rules; lists are never changed. */
const foldedKeys = new WeakMap<readonly BlankKey[], Map<string, readonly FoldedKey[]>>();

function foldedKeysOf(keys: readonly BlankKey[], rules: MatchRules, simplified: SimplifiedTable): readonly FoldedKey[] {
  const name = `${rules.punct} ${rules.space} ${rules.case} ${rules.script} ${rules.accent}`;
  let byRules = foldedKeys.get(keys);
  if (!byRules) foldedKeys.set(keys, (byRules = new Map()));
  let made = byRules.get(name);
  if (!made) byRules.set(name, (made = keys.map((key) => foldedKey(key, rules, simplified))));
  return made;
}

function foldedKey(key: BlankKey, rules: MatchRules, simplified: SimplifiedTable): FoldedKey {
  const text = key.pattern ? marked(key.text ?? '') : (key.text ?? '');
  const folded = foldAnswer(text, rules, simplified);
  return folded.trim() === '' && rules.punct === 'ignore'
    ? { text: foldAnswer(text, { ...rules, punct: 'equal' }, simplified), bare: true }
    : { text: folded, bare: false };
}

/** Position of the best key that a text matches under some rules; -1 for none. */
function bestText(answer: string, keys: readonly BlankKey[], rules: MatchRules, simplified: SimplifiedTable): number {
  const folded = foldedKeysOf(keys, rules, simplified);
  const text = foldAnswer(answer, rules, simplified);
  let marks: string | null = null;
  let best = -1;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at];
    const form = folded[at];
    if (!key || !form || form.text.trim() === '' || isNumberKey(key) || (best >= 0 && key.share <= (keys[best]?.share ?? 0))) continue;
    const wanted = form.bare ? (marks ??= foldAnswer(answer, { ...rules, punct: 'equal' }, simplified)) : text;
    if (key.pattern && form.text.includes(WILDCARD) ? fits(wanted, form.text) : wanted === form.text) best = at;
  }
  return best;
}

const LOOSEST: MatchRules = { punct: 'ignore', space: 'ignore', case: 'ignore', script: 'equal', accent: 'ignore' };

function relaxations(rules: MatchRules): readonly (readonly [BlankHint, MatchRules])[] {
  const found: [BlankHint, MatchRules][] = [];
  if (rules.case === 'exact') found.push(['case', { ...rules, case: 'ignore' }]);
  if (rules.space !== 'ignore') found.push(['space', { ...rules, space: 'ignore' }]);
  if (rules.punct === 'exact') found.push(['punct', { ...rules, punct: 'equal' }]);
  if (rules.punct === 'exact' || rules.punct === 'equal') found.push(['punct', { ...rules, punct: 'outer' }]);
  if (rules.punct !== 'ignore') found.push(['punct', { ...rules, punct: 'ignore' }]);
  if (rules.accent === 'keep') found.push(['accent', { ...rules, accent: 'ignore' }]);
  if (rules.script === 'exact') found.push(['script', { ...rules, script: 'equal' }]);
  return found;
}

function matchText(answer: string, keys: readonly BlankKey[], rules: MatchRules, simplified: SimplifiedTable): BlankMatch {
  const best = bestText(answer, keys, rules, simplified);
  if (best >= 0) return { share: keys[best]?.share ?? 0, key: best, hint: '' };
  if (bestText(answer, keys, LOOSEST, simplified) < 0) return WRONG;
  for (const [hint, relaxed] of relaxations(rules)) if (bestText(answer, keys, relaxed, simplified) >= 0) return { ...WRONG, hint };
  return WRONG;
}

function bestNumber(answer: NumberAnswer, keys: readonly BlankKey[]): number {
  let best = -1;
  for (const [at, key] of keys.entries())
    if (isNumberKey(key) && (best < 0 || key.share > (keys[best]?.share ?? 0)) && isValueOf(answer, key)) best = at;
  return best;
}

function matchNumber(answer: string, keys: readonly BlankKey[], rules: NumberRules): BlankMatch {
  const given = numberAnswer(answer, rules);
  const best = bestNumber(given, keys);
  if (best < 0) return WRONG;
  return given.wrong === '' ? { share: keys[best]?.share ?? 0, key: best, hint: '' } : { ...WRONG, hint: given.wrong };
}

const pinyinOfKeys = new WeakMap<BlankKey, Pinyin | null>();

function pinyinOf(key: BlankKey): Pinyin | null {
  const before = pinyinOfKeys.get(key);
  if (before !== undefined) return before;
  const made = readPinyin(key.text ?? '');
  pinyinOfKeys.set(key, made);
  return made;
}

function matchPinyin(answer: string, keys: readonly BlankKey[]): BlankMatch {
  const given = readPinyin(answer);
  if (!given) return WRONG;
  let best = -1;
  let toneless = false;
  for (const [at, key] of keys.entries()) {
    const wanted = pinyinOf(key);
    if (!wanted || wanted.letters !== given.letters) continue;
    if (wanted.tones !== given.tones) toneless ||= true;
    else if (best < 0 || key.share > (keys[best]?.share ?? 0)) best = at;
  }
  if (best >= 0) return { share: keys[best]?.share ?? 0, key: best, hint: '' };
  return toneless ? { ...WRONG, hint: 'tone' } : WRONG;
}

const better = (a: BlankMatch, b: BlankMatch): BlankMatch => {
  if (a.share !== b.share) return a.share > b.share ? a : b;
  if (a.key >= 0 && b.key >= 0) return a.key <= b.key ? a : b;
  return a.hint !== '' ? a : b;
};

/**
 * F23: whether an answer is right, as a share of the blank. The best share wins, the first key on ties. Linear in the answer; nothing of the
 * data becomes a regular expression. `simplified` is used by blanks whose rules treat traditional and simplified characters as equal.
 */
export function matchBlank(answer: string, blank: BlankToMatch, language: AnswerLanguage, simplified: SimplifiedTable): BlankMatch {
  const { keys, type } = blank;
  if (isLongerThan(answer, ANSWER_LENGTH)) return WRONG;
  if (type === 'choice') {
    let best = -1;
    for (const [at, key] of keys.entries()) if (key.text === answer && (best < 0 || key.share > (keys[best]?.share ?? 0))) best = at;
    return best < 0 ? WRONG : { share: keys[best]?.share ?? 0, key: best, hint: '' };
  }
  if (type === 'pinyin') return matchPinyin(answer, keys);
  const rules = blank.rules ? { ...rulesOf(language), ...blank.rules } : rulesOf(language);
  const numbers = type === 'number' || keys.some(isNumberKey);
  if (!numbers) return matchText(answer, keys, rules, simplified);
  const number = matchNumber(answer, keys, { ...numberRulesOf(language), ...blank.number });
  return keys.every(isNumberKey) ? number : better(number, matchText(answer, keys, rules, simplified));
}
