import type { Answer, AnswerFileRef } from '../../../contract/textbook/question-kind.ts';
import { filesOfAnswer } from '../../../contract/textbook/upload-answer.ts';
import type { AppContext } from '../../context.ts';
import { configOf } from '../../db/config-value.ts';
import { AppError } from '../../http/app-error.ts';
import { restBetween } from '../../jobs/pace.ts';
import { fileOf, forgetFile } from '../../system/file/file.service.ts';
import { versionMap, type Version } from '../../textbook/question/question.service.ts';
import { answerFilesOf, answersNaming, dropAnswerFile, keysOfFile } from './answer-file.queries.ts';
import { removeSound } from '../study/note-sound.service.ts';
import { drawnItems } from './assignment-row.format.ts';
import { attemptItems } from './attempt.queries.ts';
import {
  answersOf,
  attemptsAfter,
  classToErase,
  eraseNames,
  lockToErase,
  regradeLinesOf,
  setAnswer,
  setItemText,
  setRegradeLine,
  soundsOfClass,
} from './class-erasure.queries.ts';
import { ERASED, withoutText } from './erased-answer.rule.ts';

const YEARS = 3;
/** Attempts that are read at a time; each is erased in a transaction of its own. */
const PAGE = 50;

type Versions = ReadonlyMap<number, Version>;
interface Written {
  readonly answer?: Answer | null;
}

/** Classes that ended before this time are erased. */
async function erasedBefore(context: AppContext, now: number): Promise<number> {
  const asked = Number((await configOf(context, 'teaching.class.eraseYears')) ?? '');
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() - (Number.isInteger(asked) && asked > 0 ? asked : YEARS));
  return date.getTime();
}

const names = (content: string, ref: AnswerFileRef): boolean => filesOfAnswer((JSON.parse(content) as Written).answer).some((one) => one.ref === ref);

/** Ids of the files that the answers of an attempt name, and of those that were stored for it. */
async function fileIdsOf({ db }: AppContext, { attemptKey }: AttemptOf): Promise<Set<number>> {
  const named = (await answersOf(db, attemptKey)).flatMap(({ content }) => filesOfAnswer((JSON.parse(content) as Written).answer));
  const stored = await answerFilesOf(db, attemptKey);
  return new Set([...named.flatMap(({ ref }) => (typeof ref === 'number' ? [ref] : [])), ...stored.map(({ fileId }) => fileId)]);
}

/** Removes a file that an answer names, unless an answer in a class that is not erased names it too. The row is last: what was cut off is found again. */
async function removeFile(context: AppContext, userId: number, fileId: number, classId: number): Promise<void> {
  for (const ref of [fileId, ...(await keysOfFile(context.db, userId, fileId))])
    for (const one of await answersNaming(context.db, userId, ref)) if (one.classId !== classId && names(one.content, ref)) return;
  const file = await fileOf(context, userId, fileId).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!file) return;
  await context.files.remove(file.key);
  await dropAnswerFile(context.db, userId, fileId);
  await forgetFile(context, file);
}

const erased = (version: Version | undefined, answer: string | null): string | null =>
  answer === null ? null : JSON.stringify(withoutText(version?.shown, JSON.parse(answer) as Answer));

interface ItemText {
  readonly versionId: number;
  readonly answer: string | null;
  readonly otherAnswers: string;
  readonly feedback: string;
}

function itemWithoutText({ versionId, answer, otherAnswers, feedback }: ItemText, versions: Versions) {
  const version = versions.get(versionId);
  const others = (JSON.parse(otherAnswers) as Written[]).map((one) => ({ ...one, answer: withoutText(version?.shown, one.answer ?? null) }));
  return { answer: erased(version, answer), otherAnswers: JSON.stringify(others), feedback: feedback === '' ? '' : ERASED };
}

type AttemptOf = Awaited<ReturnType<typeof attemptsAfter>>[number];

/** Erases the files and words of one attempt. Scores, shares and choices stay. Returns false when the class is not to be erased any more. */
async function eraseAttempt(context: AppContext, classId: number, attempt: AttemptOf, before: number): Promise<boolean> {
  for (const fileId of await fileIdsOf(context, attempt)) await removeFile(context, attempt.userId, fileId, classId);
  return context.db.transaction().execute(async (tx) => {
    if (!(await lockToErase(tx, classId, before))) return false;
    const items = await attemptItems(tx, [attempt.id]);
    const lines = (await regradeLinesOf(tx, attempt.id)).map(({ regradeId, stored }) => ({ regradeId, item: JSON.parse(stored) as ItemText }));
    const drawn = new Map(drawnItems(attempt).map(({ itemId, versionId }) => [itemId, versionId]));
    const versions = await versionMap(tx, [...drawn.values(), ...[...items, ...lines.map(({ item }) => item)].map(({ versionId }) => versionId)]);
    for (const event of await answersOf(tx, attempt.attemptKey)) {
      const written = JSON.parse(event.content) as Written;
      const answer = withoutText(versions.get(drawn.get(event.itemId) ?? 0)?.shown, written.answer ?? null);
      await setAnswer(tx, attempt.attemptKey, event, JSON.stringify({ ...written, answer }));
    }
    for (const item of items) await setItemText(tx, item.id, itemWithoutText(item, versions));
    for (const { regradeId, item } of lines)
      await setRegradeLine(tx, regradeId, attempt.id, JSON.stringify({ ...item, ...itemWithoutText(item, versions) }));
    return true;
  });
}

/**
 * Erases names, numbers, uploads and free texts of the next class that ended some years ago (`teaching.class.eraseYears`); scores, grades and sums
 * stay. What was cut off begins again: each step finds done what is done. Returns false when no class is due.
 */
export async function eraseOldClass(context: AppContext): Promise<boolean> {
  const before = await erasedBefore(context, Date.now());
  const found = await classToErase(context.db, before);
  if (!found) return false;
  const rest = restBetween();
  for (let after = 0; ; ) {
    const page = await attemptsAfter(context.db, found.id, after, PAGE);
    for (const attempt of page) {
      if (!(await eraseAttempt(context, found.id, attempt, before))) return true;
      await rest();
    }
    const last = page.at(-1);
    if (!last) break;
    after = last.id;
  }
  for (const fileId of await soundsOfClass(context.db, found.id)) await removeSound(context, fileId);
  await context.db.transaction().execute(async (tx) => {
    if (await lockToErase(tx, found.id, before)) await eraseNames(tx, found.id, ERASED, Date.now());
  });
  return true;
}
