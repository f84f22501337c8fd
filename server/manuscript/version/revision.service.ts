import type { z } from 'zod';
import { REVISION, type Revision, type saveRevision } from '../../../contract/manuscript/revision.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { failed } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { manuscriptGone } from '../manuscript-step.service.ts';
import { BLIND_SOURCES, isOwner } from '../manuscript.policy.ts';
import { manuscriptById, type ManuscriptRow } from '../manuscript.queries.ts';
import { letterSince, pointsOf, revisionSteps, versionAt } from './revision.queries.ts';
import { isRecipient } from '../letter/letter.policy.ts';

/** Numbers before a point: 1. 1、 （1） ① 一、 第一， - • */
const NUMBERED = /^\s*(?:[（(]?\d{1,2}[）).、．]|[一二三四五六七八九十]{1,3}、|[①-⑳]|第[一二三四五六七八九十]{1,3}[，、,]|[-•·])\s*/u;
/** Lines of a letter that say nothing about the text: greetings, and lines shorter than this. */
const POINT_LEAST = 8;
const COURTESY = /^(?:尊敬的|您好|此致|敬礼|祝|谢谢|感谢|来信)/u;

/** The points of a letter: its numbered lines; in a letter without any, its sentences of substance, line by line. */
export function pointsOfLetter(content: string): string[] {
  const lines = content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const numbered = lines.filter((line) => NUMBERED.test(line)).map((line) => line.replace(NUMBERED, ''));
  const found = numbered.length > 0 ? numbered : lines.filter((line) => [...line].length >= POINT_LEAST && !COURTESY.test(line));
  return found.slice(0, REVISION.points).map((line) => [...line].slice(0, REVISION.point).join(''));
}

/** The manuscript of its author while it is revised. */
async function revising(db: Database | Tx, currentUser: CurrentUser, archiveId: number): Promise<ManuscriptRow | null> {
  const row = await manuscriptById(db, archiveId);
  if (!row || !isOwner(row, currentUser)) throw manuscriptGone();
  return row.status === 'revising' ? row : null;
}

/** A revision as a user sees it; `hidden` are sources of versions that the user may not read. */
async function shown(db: Database | Tx, row: ManuscriptRow, round: number, at: number, hidden: readonly string[] = []): Promise<Revision> {
  const points = (await pointsOf(db, row.id)).filter((one) => one.round === round);
  return {
    archiveId: row.id,
    round,
    points: points.map(({ id, source, text, answer }) => ({ pointId: id, source, text, answer })),
    fromVersion: await versionAt(db, row.id, at, hidden),
    toVersion: hidden.length > 0 ? await versionAt(db, row.id, Date.now(), hidden) : row.currentVersion,
    sentAt: wireTime(points.find(({ sentAt }) => sentAt !== null)?.sentAt ?? null),
  };
}

/** Takes the points from the letter of the decision, once it has arrived. */
async function takePoints(tx: Tx, currentUser: CurrentUser, archiveId: number, round: number, since: number): Promise<void> {
  if ((await pointsOf(tx, archiveId)).some((one) => one.round === round && one.source === 'letter')) return;
  const letter = await letterSince(tx, archiveId, since);
  if (!letter || !isRecipient(letter, currentUser)) return;
  const now = Date.now();
  const rows = pointsOfLetter(letter.content).map((text, index) => ({
    archiveId,
    round,
    orderNum: index,
    text,
    sentAt: null,
    createBy: currentUser.userName,
    createTime: now,
    updateTime: now,
  }));
  if (rows.length > 0) await tx.insertInto('revisionPoint').values(rows).execute();
}

export async function revisionFor({ db }: AppContext, currentUser: CurrentUser, archiveId: number): Promise<Revision | null> {
  return db.transaction().execute(async (tx) => {
    const row = await revising(tx, currentUser, archiveId);
    const steps = await revisionSteps(tx, archiveId);
    const last = steps.at(-1);
    if (!row || !last) return null;
    await takePoints(tx, currentUser, archiveId, steps.length, last.at);
    return shown(tx, row, steps.length, last.at, BLIND_SOURCES);
  });
}

export async function storeRevision(
  { db }: AppContext,
  currentUser: CurrentUser,
  { archiveId, points }: z.output<typeof saveRevision.body>,
): Promise<Revision> {
  return db.transaction().execute(async (tx) => {
    const row = await revising(tx, currentUser, archiveId);
    const steps = await revisionSteps(tx, archiveId);
    const last = steps.at(-1);
    if (!row || !last) throw failed('稿件不在修改中，不能再写修改说明');
    const now = Date.now();
    const kept = (await pointsOf(tx, archiveId)).filter((one) => one.round === steps.length);
    const mine = new Map(points.map((point) => [point.pointId, point]));
    for (const one of kept) {
      const given = mine.get(one.id);
      if (!given && one.source === 'author')
        await tx.updateTable('revisionPoint').set({ delFlag: '2', updateTime: now }).where('id', '=', one.id).execute();
      if (!given) continue;
      const text = one.source === 'author' ? given.text : one.text;
      await tx.updateTable('revisionPoint').set({ text, answer: given.answer, updateTime: now }).where('id', '=', one.id).execute();
    }
    const added = points.filter(({ pointId }) => pointId === null);
    if (kept.length + added.length > REVISION.points) throw failed(`最多${REVISION.points}条`);
    const start = Math.max(-1, ...kept.map(({ orderNum }) => orderNum)) + 1;
    const rows = added.map(({ text, answer }, index) => ({
      archiveId,
      round: steps.length,
      orderNum: start + index,
      source: 'author' as const,
      text,
      answer,
      sentAt: null,
      createBy: currentUser.userName,
      createTime: now,
      updateTime: now,
    }));
    if (rows.length > 0) await tx.insertInto('revisionPoint').values(rows).execute();
    return shown(tx, row, steps.length, last.at, BLIND_SOURCES);
  });
}

/** Before a revision is submitted every point needs an answer; the answers are then final. */
export async function closeRevision(tx: Tx, currentUser: CurrentUser, archiveId: number): Promise<void> {
  const steps = await revisionSteps(tx, archiveId);
  const last = steps.at(-1);
  if (!last) return;
  await takePoints(tx, currentUser, archiveId, steps.length, last.at);
  const points = (await pointsOf(tx, archiveId)).filter((one) => one.round === steps.length);
  const open = points.filter(({ answer }) => answer === '').length;
  if (open > 0) throw failed(`还有${open}条意见没有答复，请逐条答复后再修回`);
  await tx
    .updateTable('revisionPoint')
    .set({ sentAt: Date.now() })
    .where('archiveId', '=', archiveId)
    .where('round', '=', steps.length)
    .where('delFlag', '=', '0')
    .execute();
}

/** The revisions that were submitted, the newest first. */
export async function revisionsFor({ db }: AppContext, archiveId: number): Promise<Revision[]> {
  const row = await manuscriptById(db, archiveId);
  if (!row) throw manuscriptGone();
  const steps = await revisionSteps(db, archiveId);
  const all = await Promise.all(steps.map((step, index) => shown(db, row, index + 1, step.at)));
  const ends = await Promise.all(
    steps.map((_step, index) => (steps[index + 1] ? versionAt(db, archiveId, steps[index + 1]?.at ?? 0) : row.currentVersion)),
  );
  return all
    .map((one, index) => ({ ...one, toVersion: ends[index] ?? one.toVersion }))
    .filter(({ sentAt }) => sentAt !== '')
    .toReversed();
}
