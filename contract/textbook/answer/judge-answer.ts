import { spread } from '../../money.ts';
import { halfUp } from '../../rounding.ts';
import { isAnswered, isPossibleAnswer, isPossiblePart } from '../answer-shape.ts';
import { bestAssignment } from './assignment-of-blanks.ts';
import { FULL_SHARE, matchBlank, type BlankMatch, type BlankToMatch } from './match-blank.ts';
import type {
  Answer,
  AnswerLanguage,
  Judged,
  KeyBlank,
  KeyPart,
  PartAnswer,
  QuestionKey,
  ShownBlank,
  ShownPart,
  ShownQuestion,
} from '../question-kind.ts';
import type { SimplifiedTable } from './text-folding.ts';

type Parts = Record<string, { readonly share: number; readonly hint: string }>;
type Of<T, K> = Extract<T, { readonly kind: K }>;

type Texts = Readonly<Record<string, string>>;

/** An exact part of the points, before the only rounding. */
interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
  readonly parts: Parts;
}

const ratio = (over: number, under: number, parts: Parts = {}): Ratio => ({ over: BigInt(over), under: BigInt(under), parts });
const NOTHING = ratio(0, 1);

const EMPTY: Judged = { verdict: 'empty', score: 0, parts: {} };
const MANUAL: Judged = { verdict: 'manual', score: 0, parts: {} };

/** Splits points over equal parts with the largest remainder: 10.00 over three is 3.34, 3.33, 3.33. */
export const splitPoints = (points: number, count: number): number[] =>
  spread(
    points,
    Array.from({ length: count }, () => 1),
  );

/** Σ of shares within 0.001 of 1 counts as 1: three options of 33.33 % are all of it. */
const NEARLY = 10;

function multiRatio(key: Of<KeyPart, 'multi'>, chosen: readonly string[]): Ratio {
  const right = new Set(key.right);
  const hits = chosen.filter((id) => right.has(id)).length;
  const misses = chosen.length - hits;
  if (key.policy === 'weights') {
    const sum = chosen.reduce((all, id) => all + (key.shares?.[id] ?? 0), 0);
    return ratio(Math.abs(sum - FULL_SHARE) <= NEARLY ? FULL_SHARE : Math.min(FULL_SHARE, Math.max(0, sum)), FULL_SHARE);
  }
  if (key.policy === 'penalty') return ratio(Math.max(0, hits - misses), Math.max(1, right.size));
  if (misses > 0 || hits === 0) return NOTHING;
  if (hits === right.size) return ratio(1, 1);
  if (key.policy === 'each') return ratio(hits, right.size);
  return key.policy === 'half' ? ratio(1, 2) : NOTHING;
}

interface BlankPair {
  readonly shown: ShownBlank;
  readonly key: KeyBlank;
  readonly points: number;
  readonly answer: string;
}

const toMatch = new WeakMap<KeyBlank, BlankToMatch>();

function blankOf({ shown, key }: BlankPair): BlankToMatch {
  let made = toMatch.get(key);
  if (made?.type !== shown.type) toMatch.set(key, (made = { ...key, type: shown.type }));
  return made;
}

/** Blanks of one group accept each other's keys, each key once: the assignment with the most points. */
function groupMatches(pairs: readonly BlankPair[], language: AnswerLanguage, simplified: SimplifiedTable): BlankMatch[] {
  const matches = pairs.map(({ answer }) => pairs.map((other) => matchBlank(answer, blankOf(other), language, simplified)));
  const columns = bestAssignment(matches.map((row, at) => row.map(({ share }) => share * (pairs[at]?.points ?? 0))));
  return matches.flatMap((row, at) => row[columns[at] ?? at] ?? []);
}

function fillRatio(shown: Of<ShownPart, 'fill'>, key: Of<KeyPart, 'fill'>, answer: Texts, points: number, simplified: SimplifiedTable): Ratio {
  if (shown.blanks.length === 0) return NOTHING;
  const split = splitPoints(points, shown.blanks.length);
  const groups = new Map<string, BlankPair[]>();
  for (const [at, blank] of shown.blanks.entries()) {
    const blankKey = key.blanks.find(({ id }) => id === blank.id);
    if (!blankKey) continue;
    const group = blankKey.group ? `group ${blankKey.group}` : `blank ${at}`;
    groups.set(group, [...(groups.get(group) ?? []), { shown: blank, key: blankKey, points: split[at] ?? 0, answer: answer[blank.id] ?? '' }]);
  }
  const parts: Parts = {};
  for (const pairs of groups.values()) {
    const only = pairs[0];
    const matches =
      pairs.length === 1 && only ? [matchBlank(only.answer, blankOf(only), key.language, simplified)] : groupMatches(pairs, key.language, simplified);
    for (const [at, { shown: blank }] of pairs.entries()) parts[blank.id] = { share: matches[at]?.share ?? 0, hint: matches[at]?.hint ?? '' };
  }
  return partsRatio(shown.blanks, parts, key.policy, points);
}

/** Each part has its points of the split; or all parts together have all points. */
function partsRatio(places: readonly { readonly id: string }[], parts: Parts, policy: 'each' | 'all', points: number): Ratio {
  const shares = places.map(({ id }) => parts[id]?.share ?? 0);
  if (shares.every((share) => share === FULL_SHARE)) return ratio(1, 1, parts);
  if (policy === 'all' || points === 0) return ratio(0, 1, parts);
  const split = splitPoints(points, places.length);
  return ratio(
    shares.reduce((all, share, at) => all + share * (split[at] ?? 0), 0),
    points * FULL_SHARE,
    parts,
  );
}

function matchRatio(shown: Of<ShownPart, 'match'>, key: Of<KeyPart, 'match'>, answer: Texts, points: number): Ratio {
  const textOf = new Map(shown.right.map(({ id, html }) => [id, html.trim()]));
  const parts: Parts = {};
  for (const { id } of shown.left) {
    const given = answer[id];
    const wanted = key.pairs[id];
    const right = given !== undefined && wanted !== undefined && (given === wanted || textOf.get(given) === textOf.get(wanted));
    parts[id] = { share: right ? FULL_SHARE : 0, hint: '' };
  }
  return shown.left.length === 0 ? NOTHING : partsRatio(shown.left, parts, key.policy, points);
}

function orderRatio(key: Of<KeyPart, 'order'>, given: readonly string[]): Ratio {
  const n = key.order.length;
  if (key.policy === 'neighbours') {
    const next = new Map(key.order.map((id, at) => [id, key.order[at + 1]]));
    const hits = given.filter((id, at) => at + 1 < given.length && next.get(id) === given[at + 1]).length;
    return n < 2 ? NOTHING : ratio(hits, n - 1);
  }
  const hits = given.filter((id, at) => key.order[at] === id).length;
  if (key.policy === 'position') return n === 0 ? NOTHING : ratio(hits, n);
  return n > 0 && hits === n && given.length === n ? ratio(1, 1) : NOTHING;
}

const idsOf = (answer: PartAnswer): readonly string[] => (Array.isArray(answer) ? answer : []);

function textsOf(answer: PartAnswer): Texts {
  if (typeof answer !== 'object' || answer === null) return {};
  return Object.fromEntries(Object.entries(answer).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function partRatio(shown: ShownPart, key: KeyPart, answer: PartAnswer, points: number, simplified: SimplifiedTable): Ratio {
  if (shown.kind === 'single' && key.kind === 'single' && typeof answer === 'string')
    return key.right.includes(answer) ? ratio(1, 1) : ratio(Math.min(FULL_SHARE, Math.max(0, key.shares?.[answer] ?? 0)), FULL_SHARE);
  if (shown.kind === 'multi' && key.kind === 'multi') return multiRatio(key, idsOf(answer));
  if (shown.kind === 'judge' && key.kind === 'judge') return answer === key.right ? ratio(1, 1) : NOTHING;
  if (shown.kind === 'fill' && key.kind === 'fill') return fillRatio(shown, key, textsOf(answer), points, simplified);
  if (shown.kind === 'match' && key.kind === 'match') return matchRatio(shown, key, textsOf(answer), points);
  if (shown.kind === 'order' && key.kind === 'order') return orderRatio(key, idsOf(answer));
  return NOTHING;
}

function judgePart(shown: ShownPart, key: KeyPart, answer: PartAnswer, points: number, simplified: SimplifiedTable): Judged {
  if (shown.kind === 'text' || !isAnswered(answer)) return EMPTY;
  if (shown.kind === 'short' || shown.kind === 'upload') return MANUAL;
  const { over, under, parts } = partRatio(shown, key, answer, points, simplified);
  const verdict = over === under ? 'right' : over === 0n ? 'wrong' : 'part';
  return { verdict, score: Number(halfUp(BigInt(points) * over, under)), parts };
}

function judgePassage(
  shown: Of<ShownQuestion, 'passage'>,
  key: Of<QuestionKey, 'passage'>,
  answer: Answer,
  points: number,
  simplified: SimplifiedTable,
): Judged {
  const given: Readonly<Record<string, PartAnswer>> = isRecordAnswer(answer) ? answer : {};
  const weights = shown.parts.map((part) => part.points);
  const shares = weights.every((weight) => weight === 0) ? weights : spread(points, weights);
  const parts: Parts = {};
  const verdicts = new Set<Judged['verdict']>();
  let score = 0;
  for (const [at, part] of shown.parts.entries()) {
    const partKey = key.parts[part.id];
    if (part.kind === 'text' || !partKey) continue;
    const most = shares[at] ?? 0;
    const judged = judgePart(part, partKey, given[part.id] ?? null, most, simplified);
    verdicts.add(judged.verdict);
    score += judged.score;
    parts[part.id] = {
      share: judged.verdict === 'right' ? FULL_SHARE : most === 0 ? 0 : Number(halfUp(BigInt(judged.score * FULL_SHARE), BigInt(most))),
      hint: '',
    };
    for (const [id, result] of Object.entries(judged.parts)) parts[`${part.id}/${id}`] = result;
  }
  return { verdict: verdictOf(verdicts), score, parts };
}

function verdictOf(verdicts: ReadonlySet<Judged['verdict']>): Judged['verdict'] {
  if (verdicts.has('manual')) return 'manual';
  const only = verdicts.size === 1 ? [...verdicts][0] : undefined;
  if (verdicts.size === 0) return 'empty';
  if (only) return only;
  return verdicts.has('right') || verdicts.has('part') ? 'part' : 'wrong';
}

const isRecordAnswer = (answer: Answer): answer is Readonly<Record<string, PartAnswer>> =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer);

/**
 * Judges one answer. `points` and the score are hundredths of a point; it is rounded once, half up, and never below 0. Parts are by blank, left
 * item or part id; the parts of a part of a passage by `part/blank`. An answer that is impossible for the question counts as unanswered.
 */
export function judgeAnswer(shown: ShownQuestion, key: QuestionKey, answer: Answer, points: number, simplified: SimplifiedTable): Judged {
  if (shown.kind !== 'passage')
    return key.kind !== 'passage' && isPossiblePart(shown, answer) ? judgePart(shown, key, answer, points, simplified) : EMPTY;
  if (key.kind !== 'passage' || !isPossibleAnswer(shown, answer) || !isAnswered(answer)) return EMPTY;
  return judgePassage(shown, key, answer, points, simplified);
}
