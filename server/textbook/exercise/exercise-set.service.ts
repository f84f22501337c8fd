import type { DataOf } from '../../../contract/endpoint.ts';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { ReleaseEvent } from '../../../contract/release.ts';
import { exerciseSet, type exerciseSetContent } from '../../../contract/textbook/exercise.ts';
import { exerciseSetMachine } from '../../../contract/textbook/exercise-set.machine.ts';
import { QUESTION, QUESTION_CODES } from '../../../contract/textbook/question-limits.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { crudService, type RequestCaller } from '../../crud/crud-service.ts';
import type { Database, Tx } from '../../db/database.ts';
import { AppError, conflict, failed, missing } from '../../http/app-error.ts';
import { inState, releaseRules, stateAt } from '../../state-machine/release.ts';
import { lastRejections } from '../../state-machine/transition-log.ts';
import { requirePermission } from '../../state-machine/transition.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import type { TodoSource } from '../../inbox/todo-source.service.ts';
import { versionsOf } from '../question/question.service.ts';
import { chapterTitlesOf, pendingSets, pinnedQuestions, questionsWithBank, setById, setLive, worksOfSets, type SetOf } from './exercise.queries.ts';

const LOG = '教材练习';
const gone = () => missing('练习不存在或已被删除，请刷新后重试');

export interface SetItem {
  readonly questionId: number;
  readonly versionId: number;
}
/** What readers see of a set: the versions that were approved. */
export interface LiveSet {
  readonly title: string;
  readonly documentIndex: number | null;
  readonly shuffle: boolean;
  readonly items: readonly SetItem[];
}

const itemsOf = (json: string): SetItem[] => JSON.parse(json) as SetItem[];

const { step, approveAgain, columnsOf } = releaseRules<SetOf>({
  machine: exerciseSetMachine,
  table: 'exerciseSet',
  subject: (row) => `练习${inTitleMarks(row.title)}`,
  content: (row) => (row.items === '[]' ? '' : row.items),
});

/** Pins the latest versions of the questions, which must be ready, of this work and not kept for assignments. */
async function pinned(tx: Tx, publishId: number, ids: readonly number[]): Promise<SetItem[]> {
  const found = new Map((await questionsWithBank(tx, ids)).map((row) => [row.id, row]));
  return ids.map((id, at) => {
    const row = found.get(id);
    const name = `第${at + 1}题`;
    if (!row || row.publishId !== publishId) throw failed(`${name}不在这部作品的题库里，请重新选择`);
    if (row.ready === '0' || row.retired === '1' || row.latestVersionId === null)
      throw failed(`${name}“${row.stemText}”还不能使用，请先把它设为可用`);
    if (row.use === 'assignment') throw new AppError(QUESTION_CODES.notForPractice, `${name}“${row.stemText}”只用于作业，不能放进练习`);
    return { questionId: id, versionId: row.latestVersionId };
  });
}

/** What readers see; a change needs another approval. */
const SHOWN = ['title', 'documentIndex', 'items', 'shuffle'] as const;

export const exerciseSets = crudService(exerciseSet, {
  table: 'exerciseSet',
  log: LOG,
  order: [['id', 'desc']],
  removal: 'bin',
  virtualFields: ['questionIds'],
  filters: { status: (query, value) => query.where(inState(value, Date.now())) },
  show: async (db, rows) => shownOf(db, rows),
  check: async (tx, { draft, before }) => {
    if (draft.questionIds.length > QUESTION.setItems) throw failed(`一个练习最多${QUESTION.setItems}题`);
    const [work] = await worksOfSets(tx, [Number(draft.publishId)]);
    if (!work) throw failed('作品不存在，请重新选择');
    if (before && before.publishId !== draft.publishId) throw failed('作品不能更换，请新增一个练习');
    if (draft.documentIndex === null) return;
    const chapters = await chapterTitlesOf(tx, work.editionId === null ? [] : [work.editionId]);
    if (!chapters.some(({ orderNum }) => orderNum === draft.documentIndex)) throw failed('这一章不在作品里，请重新选择');
  },
  columnsOf: async ({ draft, before, currentUser }, tx) => ({
    ...columnsOf(before, currentUser),
    items: JSON.stringify(await pinned(tx, Number(draft.publishId), draft.questionIds)),
  }),
  async afterSave(tx, { id, before, currentUser }) {
    const row = await setById(tx, id);
    if (!before || !row || !SHOWN.some((column) => before[column] !== row[column])) return;
    // The approved version stays visible until the change is approved.
    const waits = await approveAgain(tx, currentUser, row, stateAt(before, Date.now()), false);
    if (!waits && stateAt(row, Date.now()) === 'published') await setLive(tx, id, liveOf(row));
  },
});

async function shownOf(db: Database | Tx, rows: readonly SetOf[]) {
  const works = new Map((await worksOfSets(db, [...new Set(rows.map(({ publishId }) => publishId))])).map((work) => [work.id, work]));
  const chapters = new Map(
    (
      await chapterTitlesOf(
        db,
        [...works.values()].flatMap(({ editionId }) => editionId ?? []),
      )
    ).map((one) => [`${one.editionId}/${one.orderNum}`, one.title]),
  );
  const rejections = await lastRejections(
    db,
    exerciseSetMachine.entity,
    rows.map(({ id }) => id),
  );
  const latest = new Map(
    (await questionsWithBank(db, [...new Set(rows.flatMap(({ items }) => itemsOf(items).map(({ questionId }) => questionId)))])).map((one) => [
      one.id,
      one.latestVersionId,
    ]),
  );
  return rows.map((row) => {
    const work = works.get(row.publishId);
    const items = itemsOf(row.items);
    return {
      publishTitle: work?.title ?? '已删除的作品',
      chapterTitle: row.documentIndex === null ? '全书' : (chapters.get(`${work?.editionId}/${row.documentIndex}`) ?? '（章已不在）'),
      status: stateAt(row, Date.now()),
      live: row.live !== '',
      questionIds: items.map(({ questionId }) => questionId),
      questionNum: items.length,
      outdated: items.filter(({ questionId, versionId }) => latest.get(questionId) !== versionId).length,
      rejectNote: rejections.get(row.id) ?? '',
    };
  });
}

const liveOf = (row: SetOf): string => {
  const live: LiveSet = { title: row.title, documentIndex: row.documentIndex, shuffle: row.shuffle === '1', items: itemsOf(row.items) };
  return JSON.stringify(live);
};

interface Said {
  readonly note?: string | null | undefined;
  readonly version?: number | null | undefined;
}

/** Takes a step on a set. Approval makes its versions visible; taking it offline hides them at once. */
export async function handleSetEvent(caller: RequestCaller, id: number, event: ReleaseEvent, { note, version }: Said): Promise<void> {
  requirePermission(exerciseSetMachine, event, caller.currentUser);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await setById(tx, id);
    if (!row) throw gone();
    if (version != null && version !== row.version) throw conflict();
    const to = await step(tx, caller.currentUser, row, event, note ?? '');
    if (to === 'published') await setLive(tx, id, liveOf(row));
    else if (to === 'offline') await setLive(tx, id, '');
  });
}

/** Publishes a set of the demo: one person submits it, another approves. */
export async function publishSet(tx: Tx, submitter: CurrentUser, approver: CurrentUser, id: number): Promise<void> {
  for (const [event, currentUser] of [
    ['submit', submitter],
    ['approve', approver],
  ] as const) {
    const row = await setById(tx, id);
    if (!row || (event === 'approve' && row.status !== 'pending')) continue;
    await step(tx, currentUser, row, event, '');
  }
  const row = await setById(tx, id);
  if (row?.status === 'published') await setLive(tx, id, liveOf(row));
}

export async function contentOfSet({ db }: AppContext, id: number): Promise<DataOf<typeof exerciseSetContent>> {
  const row = await setById(db, id);
  if (!row) throw gone();
  const versions = await versionsOf(
    db,
    itemsOf(row.items).map(({ versionId }) => versionId),
  );
  return versions.map(({ questionId, versionId, shown, key, points }) => ({ questionId, versionId, shown, key, points }));
}

/** The questions of a set in their order, as they are pinned, with what their bank says of them. */
export async function questionsOfSet(db: Database, id: number) {
  const row = await setById(db, id);
  if (!row) throw gone();
  const items = itemsOf(row.items);
  const found = new Map(
    (
      await pinnedQuestions(
        db,
        items.map(({ versionId }) => versionId),
      )
    ).map((one) => [one.versionId, one]),
  );
  return { title: row.title, rows: items.flatMap(({ versionId }) => found.get(versionId) ?? []) };
}

export const exerciseTodos: readonly TodoSource[] = [
  {
    key: 'exerciseSet',
    label: '练习等待审核',
    permission: 'cms:content:audit',
    link: '/publication/question?tab=set',
    items: async (db, currentUser) => pendingSets(db, currentUser.accounts),
  },
];
