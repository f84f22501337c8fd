import type { Insertable } from 'kysely';
import pairs from 'opencc-js/dict/TSCharacters';
import type { z } from 'zod';
import type { DataOf } from '../../../contract/endpoint.ts';
import { simplifiedCharacters } from '../../../contract/reading/simplified-characters.ts';
import { judgeAnswer } from '../../../contract/textbook/answer/judge-answer.ts';
import { withFormulaSource } from '../../../contract/textbook/formula-source.ts';
import { keyProblems } from '../../../contract/textbook/key-problems.ts';
import type { Answer, Judged, QuestionKey, ShownQuestion } from '../../../contract/textbook/question-kind.ts';
import { QUESTION_CODES, type QuestionStatus } from '../../../contract/textbook/question-limits.ts';
import { question, type questionVersions, type saveQuestion } from '../../../contract/textbook/question.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { crudService, type RequestCaller } from '../../crud/crud-service.ts';
import type { Query } from '../../crud/crud-table.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { QuestionTable } from '../../db/tables/question-tables.ts';
import { AppError, conflict, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { openUploadsIn } from '../../system/file/open-upload.service.ts';
import { bankFor } from './question-bank.service.ts';
import { cleanContent, hashOf, newPartId, stemTextOf, type CleanedContent, type QuestionContent } from './question-content.format.ts';
import { banksOf, mayUseBank } from './question.policy.ts';
import {
  banksByIds,
  codeTaken,
  questionById,
  questionsByIds,
  readyForTeacher,
  versionRows,
  versionsOfQuestion,
  type QuestionOf,
  type TeacherFilter,
  type VersionRowOf,
  questionHeads,
} from './question.queries.ts';

export { cleanContent, hashOf, newPartId, stemTextOf as stemOf, type QuestionContent };
export type { TeacherFilter };

const LOG = '题目';
const SIMPLIFIED = simplifiedCharacters(pairs);
const gone = () => missing('题目不存在或已被删除，请刷新后重试');
/** Lines of the message about a key that is impossible. */
const PROBLEMS_SHOWN = 5;

/** A version that never changes, with its content read. */
export interface Version extends QuestionContent {
  readonly versionId: number;
  readonly questionId: number;
  readonly no: number;
}

export const versionOf = (row: VersionRowOf): Version => ({
  versionId: row.id,
  questionId: row.questionId,
  no: row.no,
  points: row.points,
  shown: JSON.parse(row.shown) as ShownQuestion,
  key: JSON.parse(row.keyPart) as QuestionKey,
});

/** Returns versions by their ids, in the order of the ids. Versions are immutable, so they may be kept for good. */
export async function versionsOf(db: Database | Tx, ids: readonly number[]): Promise<Version[]> {
  const found = new Map((await versionRows(db, [...new Set(ids)])).map((row) => [row.id, versionOf(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The same by id. */
export const versionMap = async (db: Database | Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Version>> =>
  new Map((await versionsOf(db, ids)).map((version) => [version.versionId, version]));

/** What a student sees of a version: nothing of its key. */
export const shownQuestion = ({ versionId, questionId, points, shown }: Version) => ({ questionId, versionId, points, shown });

/** Judges an answer with the table of simplified characters. `points` are hundredths; without them those of the version. */
export const judge = (version: QuestionContent, answer: Answer, points = version.points): Judged =>
  judgeAnswer(version.shown, version.key, answer, points, SIMPLIFIED);

/** Ready questions that a teacher may set, a page of them, with their latest content. */
export async function questionsForTeacher(db: Database | Tx, userId: number, filter: TeacherFilter, limit = 50, offset = 0) {
  const { total } = await readyForTeacher(db, userId, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await readyForTeacher(db, userId, filter)
    .select(['question.id', 'question.code', 'question.chapter', 'question.tags', 'question.difficulty', 'question.use', 'question.latestVersionId'])
    .select(['questionBank.id as bankId', 'questionBank.name as bankName', 'questionBank.publishId'])
    .orderBy('questionBank.id')
    .orderBy('question.code')
    .limit(limit)
    .offset(offset)
    .execute();
  const versions = new Map(
    (
      await versionsOf(
        db,
        rows.flatMap(({ latestVersionId }) => latestVersionId ?? []),
      )
    ).map((one) => [one.questionId, one]),
  );
  return {
    total: Number(total),
    rows: rows.flatMap(({ id, tags, latestVersionId: _latest, ...row }) => {
      const version = versions.get(id);
      return version ? [{ ...row, tags: JSON.parse(tags) as string[], ...version }] : [];
    }),
  };
}

/** Of these questions, those that a teacher may set. */
export async function usableBy(db: Database | Tx, userId: number, filter: TeacherFilter, questionIds: readonly number[]): Promise<number[]> {
  if (questionIds.length === 0) return [];
  const rows = await readyForTeacher(db, userId, filter).select('question.id').where('question.id', 'in', questionIds).execute();
  return rows.map(({ id }) => id);
}

/** What a list says of questions, also of retired ones: their use and the newest version. */
export const headsOfQuestions = (db: Database | Tx, questionIds: readonly number[]) => questionHeads(db, questionIds);

const flagOf = (value: boolean): '0' | '1' => (value ? '1' : '0');
const statusOf = ({ ready, retired }: Pick<QuestionOf, 'ready' | 'retired'>): QuestionStatus =>
  retired === '1' ? 'retired' : ready === '1' ? 'ready' : 'draft';

const inOwnBanks = (query: Query, currentUser: CurrentUser): Query => {
  const { publications, teacherId } = banksOf(currentUser, 'list');
  return query.where('bankId', 'in', (eb: Query) =>
    eb
      .selectFrom('questionBank')
      .select('questionBank.id')
      .where('questionBank.delFlag', '=', '0')
      .where((or: Query) =>
        or.or([or('questionBank.userId', '=', teacherId), ...(publications ? [or('questionBank.owner', '=', 'publication')] : [])]),
      ),
  );
};

export const questions = crudService(question, {
  table: 'question',
  log: LOG,
  order: [
    ['updateTime', 'desc'],
    ['id', 'desc'],
  ],
  removal: 'hard',
  only: inOwnBanks,
  names: { bankName: { from: 'questionBank', column: 'name', by: 'bankId' } },
  filters: {
    status: (query, value) =>
      value === 'retired' ? query.where('retired', '=', '1') : query.where('retired', '=', '0').where('ready', '=', value === 'ready' ? '1' : '0'),
    publishId: (query, value) =>
      query.where('bankId', 'in', (eb: Query) =>
        eb
          .selectFrom('questionBank')
          .select('questionBank.id')
          .where('questionBank.publishId', '=', Number(value) || 0),
      ),
    tag: (query, value) => query.where('tags', 'like', `%${JSON.stringify(value).replace(/[%_]/g, '')}%`),
  },
  show: async (db, rows) => {
    const versions = new Map(
      (
        await versionRows(
          db,
          rows.flatMap(({ latestVersionId }) => latestVersionId ?? []),
        )
      ).map((one) => [one.id, one.no]),
    );
    return rows.map((row) => ({
      versionId: row.latestVersionId ?? 0,
      versionNo: versions.get(row.latestVersionId ?? 0) ?? 0,
      status: statusOf(row),
    }));
  },
  beforeRemove: async (tx, rows, currentUser) => {
    const found = new Map((await banksByIds(tx, [...new Set(rows.map(({ bankId }) => bankId))])).map((bank) => [bank.id, bank]));
    for (const { id, bankId, ready } of rows) {
      const bank = found.get(bankId);
      if (!bank || !mayUseBank(bank, currentUser, 'remove')) throw gone();
      if (ready === '1') throw failed('题目已经可用，可能有人作答过，不能删除，请停用');
      await tx.deleteFrom('questionVersion').where('questionId', '=', id).execute();
    }
  },
});

type Save = z.output<typeof saveQuestion.body>;

/** What a question is besides its content. */
export type QuestionHead = Pick<Save, 'code' | 'chapter' | 'tags' | 'difficulty' | 'use'>;

export interface SavedQuestion {
  readonly questionId: number;
  readonly versionId: number;
  readonly status: QuestionStatus;
  readonly problems: string[];
}

/**
 * Writes a question in the caller's transaction; the caller has checked the bank and cleaned the content. A changed content becomes a new version. A question that was ready
 * once stays possible: it is never a draft again, so that the versions that were answered are not deleted.
 */
export async function writeQuestion(
  tx: Tx,
  currentUser: Pick<CurrentUser, 'userName'>,
  bankId: number,
  head: QuestionHead,
  { content, faults }: CleanedContent,
  before: QuestionOf | null,
  wantsReady: boolean,
): Promise<SavedQuestion> {
  const problems = [...keyProblems(content.shown, content.key, content.points), ...faults];
  const ready = wantsReady || (before !== null && before.ready === '1');
  if (ready && problems.length > 0) throw new AppError(QUESTION_CODES.notReady, problems.slice(0, PROBLEMS_SHOWN).join('；'));
  if (head.code !== '' && (await codeTaken(tx, bankId, head.code, before?.id ?? 0)))
    throw new AppError(QUESTION_CODES.usedCode, `编号“${head.code}”已被这个题库的另一道题使用`);
  const now = Date.now();
  const { chapter, difficulty, use } = head;
  const columns = {
    chapter,
    difficulty,
    use,
    tags: JSON.stringify(head.tags),
    ready: flagOf(ready),
    kind: content.shown.kind,
    stemText: stemTextOf(content.shown),
    points: content.points,
    hash: hashOf(content),
    updateBy: currentUser.userName,
    updateTime: now,
  };
  const questionId = before
    ? before.id
    : await addQuestion(tx, { ...columns, bankId, code: `new-${newPartId()}`, createBy: currentUser.userName, createTime: now });
  const code = head.code || (before?.code ?? `Q${String(questionId).padStart(5, '0')}`);
  const versionId = await writeVersion(tx, currentUser, questionId, content, columns.hash, now);
  const done = await tx
    .updateTable('question')
    .set({ ...columns, code, latestVersionId: versionId, version: (before?.version ?? 0) + 1 })
    .where('id', '=', questionId)
    .where('version', '=', before?.version ?? 0)
    .executeTakeFirst();
  if (Number(done.numUpdatedRows) === 0) throw conflict();
  return { questionId, versionId, status: statusOf({ ready: flagOf(ready), retired: before?.retired ?? '0' }), problems };
}

async function addQuestion(tx: Tx, values: Insertable<QuestionTable>): Promise<number> {
  const { id } = await tx.insertInto('question').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Stored content with its formulas as TeX: MathML that was made again is no change. */
const sourceOf = (stored: string): string => (stored.includes('<math') ? JSON.stringify(withFormulaSource(JSON.parse(stored))) : stored);

/** Returns the newest version when the content is the same, else adds one. */
async function writeVersion(
  tx: Tx,
  { userName }: Pick<CurrentUser, 'userName'>,
  questionId: number,
  content: QuestionContent,
  hash: string,
  now: number,
) {
  const [newest] = await versionsOfQuestion(tx, questionId);
  const [shown, keyPart] = [JSON.stringify(content.shown), JSON.stringify(content.key)];
  if (newest && sourceOf(newest.shown) === sourceOf(shown) && sourceOf(newest.keyPart) === sourceOf(keyPart) && newest.points === content.points)
    return newest.id;
  const { id } = await tx
    .insertInto('questionVersion')
    .values({
      questionId,
      no: (newest?.no ?? 0) + 1,
      kind: content.shown.kind,
      shown,
      keyPart,
      points: content.points,
      hash,
      createBy: userName,
      createTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * A version with another key for answers that have been given already. The question keeps its newest version: what an assignment corrects changes
 * nothing in the bank. Returns its id.
 */
export async function correctedVersion(tx: Tx, currentUser: CurrentUser, { questionId, shown, points }: Version, key: QuestionKey): Promise<number> {
  const { content, faults } = cleanContent({ shown, key, points });
  const problems = [...keyProblems(content.shown, content.key, content.points), ...faults];
  if (problems.length > 0) throw new AppError(QUESTION_CODES.notReady, problems.slice(0, PROBLEMS_SHOWN).join('；'));
  return writeVersion(tx, currentUser, questionId, content, hashOf(content), Date.now());
}

export async function saveQuestionOf(caller: RequestCaller, body: Save): Promise<DataOf<typeof saveQuestion>> {
  const { currentUser } = caller;
  const { shown, key, points, ready, ...head } = body;
  const content = cleanContent({ shown, key, points });
  return loggedWrite(
    caller,
    LOG,
    body.questionId ? 'edit' : 'add',
  )(async (tx) => {
    const before = body.questionId ? ((await questionById(tx, body.questionId)) ?? null) : null;
    if (body.questionId && !before) throw gone();
    if (before && before.bankId !== body.bankId) throw failed('题目不能移到别的题库，请在那里新增');
    if (before && body.version != null && before.version !== body.version) throw conflict();
    await bankFor(tx, currentUser, Number(body.bankId), before ? 'edit' : 'add');
    await openUploadsIn(tx, currentUser.userId, JSON.stringify([content.content.shown, content.content.key]));
    return writeQuestion(tx, currentUser, Number(body.bankId), head, content, before, ready);
  });
}

export async function versionsFor({ db }: AppContext, currentUser: CurrentUser, questionId: number): Promise<DataOf<typeof questionVersions>> {
  const row = await questionById(db, questionId);
  if (!row) throw gone();
  await bankFor(db, currentUser, row.bankId, 'query');
  return (await versionsOfQuestion(db, questionId)).map((one) => {
    const { shown, key, points, versionId, no } = versionOf(one);
    return { versionId, no, createBy: one.createBy, createTime: wireTime(one.createTime), shown, key, points } as DataOf<
      typeof questionVersions
    >[number];
  });
}

export async function retireQuestionsOf(caller: RequestCaller, ids: readonly number[], retired: boolean): Promise<void> {
  await loggedWrite(
    caller,
    LOG,
    'edit',
  )(async (tx) => {
    for (const row of await questionsByIds(tx, ids)) {
      await bankFor(tx, caller.currentUser, row.bankId, 'edit');
      if (retired === (row.retired === '1')) continue;
      if (row.ready === '0') throw failed(`“${row.stemText || row.code}”还是草稿，可以直接删除`);
      await tx
        .updateTable('question')
        .set({ retired: flagOf(retired), version: row.version + 1, updateBy: caller.currentUser.userName, updateTime: Date.now() })
        .where('id', '=', row.id)
        .execute();
    }
  });
}
