import { sum } from '../../../contract/money.ts';
import type { MergedAttempt } from '../../../contract/teaching/attempt-journal.ts';
import { isAnswered, isPossibleAnswer } from '../../../contract/textbook/answer-shape.ts';
import type { Answer } from '../../../contract/textbook/question-kind.ts';
import type { Tx } from '../../db/database.ts';
import { judge, versionMap, type Version } from '../../textbook/question/question.service.ts';
import { drawnItems, type DrawnItem } from './assignment-row.format.ts';
import { combined, type Correction, type StoredChange } from './regrade.rule.ts';
import { appliedRegrades } from './regrade.queries.ts';
import { attemptItems, putItem, type AttemptItemRow } from './attempt.queries.ts';
import type { AttemptRow } from './assignment.queries.ts';

export type JudgedItem = Omit<AttemptItemRow, 'id'>;

/** Judges one answer by a version of its question. Marks by hand of before stay. */
export function judgeItem(
  attemptId: number,
  { itemId, points }: DrawnItem,
  version: Version,
  answer: Answer | null,
  before: AttemptItemRow | undefined,
  otherAnswers = before?.otherAnswers ?? '[]',
): JudgedItem {
  const possible = answer !== null && isPossibleAnswer(version.shown, answer) ? answer : null;
  const judged = judge(version, possible, points);
  return {
    attemptId,
    itemId,
    answer: answer === null ? null : JSON.stringify(answer),
    otherAnswers,
    parts: JSON.stringify(judged.parts),
    verdict: judged.verdict,
    auto: judged.score,
    manual: before?.manual ?? null,
    points,
    versionId: version.versionId,
    rubric: before?.rubric ?? '{}',
    feedback: before?.feedback ?? '',
    markedBy: before?.markedBy ?? null,
    markedAt: before?.markedAt ?? null,
  };
}

/** Judges every item of an attempt and stores the results. Returns the items in the order of the attempt. */
export async function judgeAttempt(tx: Tx, attempt: AttemptRow, merged: MergedAttempt): Promise<JudgedItem[]> {
  const corrections = Map.groupBy(await appliedRegrades(tx, attempt.assignmentId), ({ itemId }) => itemId);
  const correction = (itemId: string): Correction =>
    combined((corrections.get(itemId) ?? []).map(({ change }) => JSON.parse(change) as StoredChange));
  const drawn = drawnItems(attempt);
  const before = new Map((await attemptItems(tx, [attempt.id])).map((item) => [item.itemId, item]));
  // A corrected key is the one by which everything is judged from then on; an item that has been judged keeps its version.
  const versionOf = ({ itemId, versionId }: DrawnItem): number => correction(itemId).versionId ?? before.get(itemId)?.versionId ?? versionId;
  const versions = await versionMap(tx, drawn.map(versionOf));
  const judged: JudgedItem[] = [];
  for (const item of drawn) {
    const version = versions.get(versionOf(item));
    if (!version) throw new Error(`version ${versionOf(item)} of an answered question is missing`);
    const { points, full } = correction(item.itemId);
    const written = merged.items[item.itemId];
    const others = JSON.stringify((written?.others ?? []).map(({ answer, by }) => ({ answer, by })));
    const answer = written?.answer ?? null;
    const one = judgeItem(attempt.id, { ...item, points: points ?? item.points }, version, answer, before.get(item.itemId), others);
    const gift = full === 'all' || (full === 'answered' && answer !== null && isAnswered(answer));
    judged.push(gift ? { ...one, auto: one.points, verdict: 'right' } : one);
  }
  for (const one of judged) await putItem(tx, one);
  return judged;
}

/** What an item gives: the marks by hand, where there are any. */
export const itemScore = ({ auto, manual }: Pick<AttemptItemRow, 'auto' | 'manual'>): number => manual ?? auto;
export const totalOf = (items: readonly Pick<AttemptItemRow, 'auto' | 'manual'>[]): number => sum(items.map(itemScore));
/** Whether an item still needs marks by hand. */
export const needsMarks = ({ verdict, manual }: Pick<AttemptItemRow, 'verdict' | 'manual'>): boolean => verdict === 'manual' && manual === null;

/** Places of answers that do not fit their questions; they count as unanswered. */
export async function impossibleAnswers(tx: Tx, attempt: AttemptRow, merged: MergedAttempt): Promise<number[]> {
  const drawn = drawnItems(attempt);
  const versions = await versionMap(
    tx,
    drawn.map(({ versionId }) => versionId),
  );
  return drawn.flatMap(({ itemId, versionId }, at) => {
    const answer = merged.items[itemId]?.answer ?? null;
    const version = versions.get(versionId);
    return answer !== null && isAnswered(answer) && version && !isPossibleAnswer(version.shown, answer) ? [at + 1] : [];
  });
}
