import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { DAY_MS } from '../../../contract/clock.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { yuan } from '../../../contract/money.ts';
import { lateScore } from '../../../contract/teaching/course-score.ts';
import type { previewRegrade, RegradeChange, regradeList, RegradePreview } from '../../../contract/teaching/regrade.ts';
import { regradeMachine, type RegradeEvent, type RegradeState } from '../../../contract/teaching/regrade.machine.ts';
import type { Answer } from '../../../contract/textbook/question-kind.ts';
import { isAnswered } from '../../../contract/textbook/answer-shape.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { AppError, failed, invalid, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { transition } from '../../state-machine/transition.ts';
import { correctedVersion, versionMap, versionsOf, type Version } from '../../textbook/question/question.service.ts';
import { membersOf } from '../course/class-member.queries.ts';
import { assignmentFor } from './assignment-read.service.ts';
import { lockAssignment, type AssignmentRow, type AttemptRow } from './assignment.queries.ts';
import { itemScore, judgeItem, totalOf, type JudgedItem } from './attempt-judge.service.ts';
import { attemptItems, putItem, type AttemptItemRow } from './attempt.queries.ts';
import { stepWith } from './attempt-step.service.ts';
import { assignmentPath } from './attempt.service.ts';
import { acceptedKey, correctionOf, type Correction, type StoredChange } from './regrade.rule.ts';
import {
  addLines,
  endedAttempts,
  insertRegrade,
  itemsNamed,
  linesOf,
  otherSums,
  regradeById,
  regradesOf,
  type RegradeRow,
} from './regrade.queries.ts';

const CODES = { stale: 23602, same: 23603 } as const;
const UNDO_MS = 7 * DAY_MS;

const stepRegrade = (ownerId: number, columns: Readonly<Record<string, unknown>> = {}) =>
  transition<RegradeState, RegradeEvent, RegradeRow>(regradeMachine, {
    table: 'regrade',
    stateOf: ({ status }) => status as RegradeState,
    ownerOf: () => ownerId,
    columns: () => columns,
  });

/** One item of one attempt, as it is and as the correction makes it. */
interface Line {
  readonly attempt: AttemptRow;
  readonly item: AttemptItemRow;
  readonly after: JudgedItem;
  readonly totalAfter: number;
  readonly fullAfter: number;
}

/** What an item becomes with a correction. Marks by hand stay unless the teacher says otherwise; `onlyUp` keeps a better score. */
export function correctedItem(
  item: AttemptItemRow,
  { points: given, full }: Correction,
  version: Version,
  rules: { readonly onlyUp: boolean; readonly withManual: boolean },
): JudgedItem {
  const answer = item.answer === null ? null : (JSON.parse(item.answer) as Answer);
  const points = given ?? item.points;
  const judged = judgeItem(item.attemptId, { itemId: item.itemId, versionId: version.versionId, points }, version, answer, item);
  const gift = full === 'all' || (full === 'answered' && answer !== null && isAnswered(answer));
  const auto = gift ? points : judged.auto;
  const manual =
    item.manual === null || rules.withManual || gift ? (gift ? null : rules.withManual ? null : item.manual) : Math.min(item.manual, points);
  const made: JudgedItem = { ...judged, auto, manual, verdict: gift ? 'right' : judged.verdict };
  const lower = itemScore(made) < itemScore(item) && points >= item.points;
  return rules.onlyUp && lower ? { ...made, auto: item.auto, manual: item.manual, verdict: item.verdict, parts: item.parts } : made;
}

async function linesFor(
  tx: Tx,
  row: AssignmentRow,
  itemId: string,
  correction: Correction,
  rules: { readonly onlyUp: boolean; readonly withManual: boolean },
): Promise<Line[]> {
  const attempts = new Map((await endedAttempts(tx, row.id)).map((attempt) => [attempt.id, attempt]));
  const items = await itemsNamed(tx, row.id, itemId);
  const sums = new Map((await otherSums(tx, row.id, itemId)).map((one) => [one.attemptId, one]));
  const versions = await versionMap(tx, [
    ...new Set([...items.map(({ versionId }) => versionId), ...(correction.versionId === null ? [] : [correction.versionId])]),
  ]);
  return items.flatMap((item) => {
    const attempt = attempts.get(item.attemptId);
    const version = versions.get(correction.versionId ?? item.versionId);
    if (!attempt || !version) return [];
    const after = correctedItem(item, correction, version, rules);
    const other = sums.get(item.attemptId);
    const fullAfter = Number(other?.points ?? 0) + after.points;
    const raw = Number(other?.score ?? 0) + itemScore(after);
    return [{ attempt, item, after, fullAfter, totalAfter: lateScore(raw, fullAfter, row.latePenaltyBp, Math.min(attempt.lateDays, row.lateDays)) }];
  });
}

const isChanged = ({ item, after }: Line): boolean =>
  itemScore(item) !== itemScore(after) || item.points !== after.points || item.versionId !== after.versionId || item.verdict !== after.verdict;

/** What the preview was made from: an attempt that changes afterwards gives another stamp. */
const stampOf = (attempts: readonly AttemptRow[]): string =>
  createHash('sha256')
    .update(attempts.map(({ id, version }) => `${id} ${version}`).join('\n'))
    .digest('hex');

/** The change with the version of the question that it needs. */
async function storedChange(tx: Tx, currentUser: CurrentUser, row: AssignmentRow, itemId: string, change: RegradeChange): Promise<StoredChange> {
  if (change.kind !== 'key' && change.kind !== 'accept') return change;
  const [version] = await versionsOf(tx, [await versionOfItem(tx, row, itemId)]);
  if (!version) throw missing('题目不存在，请刷新后重试');
  const key = change.kind === 'key' ? change.key : acceptedKey(version.shown, version.key, change.answer, change.share, change.blankId);
  if (!key || key.kind !== version.key.kind) throw invalid('这种题型不能这样改，请改答案或给满分');
  return { ...change, versionId: await correctedVersion(tx, currentUser, version, key) };
}

/** The version by which an item is judged now. */
async function versionOfItem(tx: Tx, row: AssignmentRow, itemId: string): Promise<number> {
  const judged = (await itemsNamed(tx, row.id, itemId)).reduce((newest, { versionId }) => Math.max(newest, versionId), 0);
  if (judged === 0) throw failed('这道题还没有人交，不用重新评分');
  return judged;
}

export const preview = ({ db }: AppContext, currentUser: CurrentUser, asked: z.output<typeof previewRegrade.body>): Promise<RegradePreview> =>
  db.transaction().execute(async (tx) => {
    const { assignment } = await assignmentFor(tx, currentUser, asked.assignmentId, 'staff');
    const row = (await lockAssignment(tx, assignment.id)) ?? assignment;
    const change = await storedChange(tx, currentUser, row, asked.itemId, asked.change);
    const { itemId, onlyUp, withManual } = asked;
    const made = await insertRegrade(
      tx,
      { assignmentId: row.id, itemId, change: JSON.stringify(change), onlyUp, withManual, byId: currentUser.userId, createBy: currentUser.userName },
      Date.now(),
    );
    const lines = await linesFor(tx, row, itemId, correctionOf(change), { onlyUp: onlyUp === '1', withManual: withManual === '1' });
    const stamp = stampOf(await endedAttempts(tx, row.id));
    await stepRegrade(currentUser.userId, { stamp })(tx, currentUser, made, 'preview');
    const names = new Map((await membersOf(tx, row.classId)).map(({ userId, memberName }) => [userId, memberName]));
    const moved = (sign: number) => lines.filter((one) => Math.sign(itemScore(one.after) - itemScore(one.item)) === sign).length;
    return {
      regradeId: made.id,
      up: moved(1),
      same: moved(0),
      down: moved(-1),
      lines: lines.map((one) => ({
        attemptId: one.attempt.id,
        memberName: names.get(one.attempt.userId) ?? '',
        answer: one.item.answer === null ? null : (JSON.parse(one.item.answer) as Answer),
        before: itemScore(one.item),
        after: itemScore(one.after),
        totalBefore: one.attempt.score,
        totalAfter: one.totalAfter,
      })),
    };
  });

async function lockedRegrade(tx: Tx, currentUser: CurrentUser, regradeId: number): Promise<{ regrade: RegradeRow; row: AssignmentRow }> {
  const regrade = await regradeById(tx, regradeId);
  if (!regrade) throw missing('重新评分不存在，请刷新后重试');
  const { assignment } = await assignmentFor(tx, currentUser, regrade.assignmentId, 'staff');
  const row = await lockAssignment(tx, assignment.id);
  return { regrade: (await regradeById(tx, regradeId)) ?? regrade, row: row ?? assignment };
}

export const apply = ({ db }: AppContext, currentUser: CurrentUser, regradeId: number): Promise<{ changed: number }> =>
  db.transaction().execute(async (tx) => {
    const { regrade, row } = await lockedRegrade(tx, currentUser, regradeId);
    const now = Date.now();
    const attempts = await endedAttempts(tx, row.id);
    if (stampOf(attempts) !== regrade.stamp) throw new AppError(CODES.stale, `预览后又有${changedSince(attempts, regrade)}份作答变化，请重新预览`);
    const change = JSON.parse(regrade.change) as StoredChange;
    const rules = { onlyUp: regrade.onlyUp === '1', withManual: regrade.withManual === '1' };
    const lines = (await linesFor(tx, row, regrade.itemId, correctionOf(change), rules)).filter(isChanged);
    if (lines.length === 0) throw new AppError(CODES.same, '没有变化，不用重新评分');
    await addLines(
      tx,
      lines.map(({ attempt, item, after }) => ({
        regradeId,
        attemptId: attempt.id,
        before: itemScore(item),
        after: itemScore(after),
        stored: JSON.stringify(item),
      })),
    );
    await stepRegrade(currentUser.userId, { appliedAt: now })(tx, currentUser, regrade, 'apply');
    for (const { attempt, after } of lines) await writeItem(tx, currentUser, row, attempt, after);
    return { changed: lines.length };
  });

/** Attempts that were changed after the preview. */
const changedSince = (attempts: readonly AttemptRow[], { updateTime }: RegradeRow): number =>
  Math.max(1, attempts.filter((one) => one.updateTime > updateTime).length);

/** Writes one corrected item with the total and the grade that follow, and tells the student when the score changed. */
async function writeItem(tx: Tx, currentUser: CurrentUser, row: AssignmentRow, attempt: AttemptRow, item: JudgedItem): Promise<void> {
  await putItem(tx, item);
  const items = await attemptItems(tx, [attempt.id]);
  const full = items.reduce((sum, { points }) => sum + points, 0);
  const score = lateScore(totalOf(items), full, row.latePenaltyBp, Math.min(attempt.lateDays, row.lateDays));
  await stepWith({ row, items, ownerId: currentUser.userId })(tx, currentUser, attempt, 'regrade');
  if (score === attempt.score || row.scoreAt === null) return;
  const no = items.toSorted((one, two) => one.id - two.id).findIndex((one) => one.itemId === item.itemId) + 1;
  await sendMessage(tx, {
    userId: attempt.userId,
    type: 'task',
    title: `《${row.title}》第${no}题重新评分，您的得分由${yuan(attempt.score)}改为${yuan(score)}`,
    link: assignmentPath(row.id),
  });
}

/** Puts the items of before back; marks by hand that were given since stay. */
export const undo = ({ db }: AppContext, currentUser: CurrentUser, regradeId: number): Promise<{ changed: number }> =>
  db.transaction().execute(async (tx) => {
    const { regrade, row } = await lockedRegrade(tx, currentUser, regradeId);
    if (regrade.appliedAt !== null && Date.now() - regrade.appliedAt > UNDO_MS) throw failed('重新评分已超过7天，不能撤销');
    await stepRegrade(currentUser.userId)(tx, currentUser, regrade, 'undo');
    const attempts = new Map((await endedAttempts(tx, row.id)).map((attempt) => [attempt.id, attempt]));
    const lines = await linesOf(tx, regradeId);
    for (const { attemptId, stored } of lines) {
      const attempt = attempts.get(attemptId);
      const before = JSON.parse(stored) as AttemptItemRow;
      const now = (await attemptItems(tx, [attemptId])).find(({ itemId }) => itemId === before.itemId);
      if (attempt && now)
        await writeItem(tx, currentUser, row, attempt, {
          ...before,
          manual: now.markedAt !== before.markedAt ? now.manual : before.manual,
          feedback: now.feedback,
          rubric: now.rubric,
          markedBy: now.markedBy,
          markedAt: now.markedAt,
        });
    }
    return { changed: lines.length };
  });

export const listFor = ({ db }: AppContext, currentUser: CurrentUser, assignmentId: number): Promise<DataOf<typeof regradeList>> =>
  db.transaction().execute(async (tx) => {
    await assignmentFor(tx, currentUser, assignmentId, 'staff');
    const now = Date.now();
    return (await regradesOf(tx, assignmentId)).map((one) => ({
      regradeId: one.id,
      itemId: one.itemId,
      kind: (JSON.parse(one.change) as StoredChange).kind,
      status: one.status as RegradeState,
      changed: Number(one.changed),
      byName: one.nickName ?? '',
      at: wireTime(one.appliedAt),
      canUndo: one.status === 'applied' && one.appliedAt !== null && now - one.appliedAt <= UNDO_MS,
    }));
  });
