import type { z } from 'zod';
import { DAY_MS } from '../../../contract/clock.ts';
import type {
  addOwnManuscript,
  OwnManuscript,
  OwnManuscriptDetail,
  ownManuscripts,
  saveOwnManuscript,
} from '../../../contract/manuscript/own-manuscript.ts';
import { KIND_NAMES, MANUSCRIPT } from '../../../contract/manuscript/manuscript-limits.ts';
import { workFiles, WRITTEN_KINDS } from '../../../contract/manuscript/work-files.ts';
import {
  AUTHOR_EVENTS,
  AUTHOR_WORDS,
  authorWord,
  MANUSCRIPT_STATES,
  manuscriptMachine,
  TURN_OF,
  type AuthorWord,
  type ManuscriptState,
} from '../../../contract/manuscript/manuscript.machine.ts';
import { eventsFrom } from '../../../contract/state-machine.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { putInBin } from '../../db/recycle.ts';
import { conflict, failed, forbidden } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { logTransition } from '../../state-machine/transition-log.ts';
import { authorTodosOf } from './author-todo.service.ts';
import { queriesOf } from '../edit-task.queries.ts';
import { manuscriptGone } from '../manuscript-step.service.ts';
import { logOf, manuscriptById, type ManuscriptRow } from '../manuscript.queries.ts';
import { isAuthorAccount, isOwner, isRemovable, savesFacts } from '../manuscript.policy.ts';
import { factsOf } from '../manuscript.service.ts';
import { deliveredLetters, openQueriesTo, ownRows, staysIn } from './own-manuscript.queries.ts';
import { isAsked, isRecipient } from '../letter/letter.policy.ts';
import { asAuthorSees, hiddenFromAuthor } from '../letter/pending-decision.service.ts';

/** Stays that give the usual days of a stage, and the least number that says something. */
const STAYS = { most: 50, least: 5 } as const;

const canOf = (row: ManuscriptRow) =>
  eventsFrom(
    manuscriptMachine,
    row.status,
    () => false,
    (who) => who === 'owner',
  )
    .filter((event): event is (typeof AUTHOR_EVENTS)[number] => (AUTHOR_EVENTS as readonly string[]).includes(event))
    .filter((event) => event !== 'askRestore' || row.restoreAskedAt === null);

/** States that an author reads as one word. */
const statesOfWord = (word: AuthorWord): ManuscriptState[] => MANUSCRIPT_STATES.filter((state) => authorWord(state, TURN_OF[state], '') === word);

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

/** Median days of the stage that the author sees; null while fewer than five stays are known. */
async function usualDays({ db }: AppContext, word: AuthorWord): Promise<number | null> {
  if (word === '未投稿' || word === '已结束' || word === '已出版') return null;
  const stays = await staysIn(db, statesOfWord(word), STAYS.most);
  return stays.length < STAYS.least ? null : Math.max(1, Math.round(median(stays) / DAY_MS));
}

async function cardOf(context: AppContext, row: ManuscriptRow): Promise<OwnManuscript> {
  const facts = factsOf(row);
  return {
    archiveId: facts.archiveId,
    archiveNo: facts.archiveNo,
    title: facts.title,
    kind: facts.kind,
    status: facts.status,
    authorWord: facts.authorWord,
    nextStep: facts.nextStep,
    usualDays: await usualDays(context, facts.authorWord),
    stageSince: facts.stageSince,
    wordCount: facts.wordCount,
    updateTime: wireTime(row.updateTime),
    can: canOf(row),
  };
}

export async function ownList(context: AppContext, currentUser: CurrentUser, asked: z.output<typeof ownManuscripts.query>) {
  const found = await ownRows(context.db, currentUser.userId).select(['id', 'status', 'turn', 'prevStatus']).orderBy('updateTime', 'desc').execute();
  const all = await asAuthorSees(context.db, 'manuscript', found);
  const chosen = asked.word === undefined ? all : all.filter((row) => authorWord(row.status, row.turn, row.prevStatus) === asked.word);
  const start = offsetOf(asked, chosen.length);
  const rows = await Promise.all(chosen.slice(start, start + asked.pageSize).map(({ id }) => manuscriptById(context.db, id)));
  const seen = await asAuthorSees(
    context.db,
    'manuscript',
    rows.flatMap((row) => (row ? [row] : [])),
  );
  return { total: chosen.length, rows: await Promise.all(seen.map((row) => cardOf(context, row))) };
}

export async function ownCounts(context: AppContext, currentUser: CurrentUser) {
  const found = await ownRows(context.db, currentUser.userId).select(['id', 'title', 'status', 'turn', 'prevStatus', 'dueAt']).execute();
  const all = await asAuthorSees(context.db, 'manuscript', found);
  const words = Object.fromEntries(AUTHOR_WORDS.map((word) => [word, 0])) as Record<AuthorWord, number>;
  for (const row of all) words[authorWord(row.status, row.turn, row.prevStatus)] += 1;
  const link = (archiveId: number): string => `/authorBackground/publish?archiveId=${archiveId}`;
  const revisions = all
    .filter(({ status }) => status === 'revising')
    .map(({ id, title, dueAt }) => ({ archiveId: id, title, kind: '修改', text: '按意见修改后修回', due: wireTime(dueAt), link: link(id) }));
  const queries = (await openQueriesTo(context.db, currentUser.userId)).map(({ id, title, total }) => ({
    archiveId: id,
    title,
    kind: '答疑',
    text: `有${Number(total)}条质疑等您答复`,
    due: '',
    link: link(id),
  }));
  return { words, todo: [...revisions, ...queries, ...(await authorTodosOf(context, currentUser.userId))] };
}

async function ownRow(db: AppContext['db'] | Tx, currentUser: CurrentUser, id: number): Promise<ManuscriptRow> {
  const row = await manuscriptById(db, id);
  // Co-authors with an account read the manuscript; only its owner writes it.
  if (!row || !isAuthorAccount(row, currentUser.userId)) throw manuscriptGone();
  return row;
}

/** Steps in the words of the author: who reviews and who is late stays inside. */
const AUTHOR_LOG: Readonly<Record<string, string>> = {
  create: '建稿',
  submit: '投稿',
  declare: '列入选题论证',
  assign: '安排责任编辑',
  startAudit: '开始审读',
  reviseByReview: '退修',
  revise: '退修',
  resubmit: '修回',
  reject: '未采用',
  rejectByReview: '未采用',
  returnForCompletion: '退回补全',
  passLast: '审读通过，准备签约',
  contractSigned: '签约完成，进入编辑加工',
  finishEdit: '编辑加工完成，进入排版',
  proofsOut: '出校样',
  readPassed: '校对完成',
  publish: '出版',
  withdraw: '撤稿',
  askRestore: '申请恢复',
  undoWithdraw: '恢复',
  undoReject: '恢复审读',
  hold: '暂缓',
  resume: '恢复进行',
};
/** A step in the words of the kind of work: a recording has no typesetting and no proof on paper. */
function inWordsOf(kind: string, text: string): string {
  const { work, proof } = workFiles(kind).making;
  return text.replace('排版', work).replace('校样', proof);
}
/** Notes of these steps are written to the author. */
const NOTE_FOR_AUTHOR: ReadonlySet<string> = new Set(['returnForCompletion']);

export async function ownDetail(context: AppContext, currentUser: CurrentUser, id: number): Promise<OwnManuscriptDetail> {
  const { db } = context;
  const [row] = await asAuthorSees(db, 'manuscript', [await ownRow(db, currentUser, id)]);
  if (!row) throw manuscriptGone();
  const hidden = await hiddenFromAuthor(db, 'manuscript', id);
  const log = (await logOf(db, 'manuscript', id)).filter((line) => !hidden.has(line.id));
  const letters = (await deliveredLetters(db, id)).filter((letter) => isRecipient(letter, currentUser));
  const queries = (await queriesOf(db, id)).filter((query) => isAsked(query, currentUser));
  const facts = factsOf(row);
  const own = isOwner(row, currentUser);
  return {
    ...(await cardOf(context, row)),
    ...(own ? {} : { can: [] }),
    subtitle: row.subtitle,
    titleEn: row.titleEn,
    language: row.language,
    originality: row.originality,
    archiveTypeId: row.archiveTypeId,
    clcCode: row.clcCode,
    keywords: facts.keywords,
    summary: row.summary,
    planWordCount: row.planWordCount,
    authors: facts.authors,
    version: row.version,
    editorName: row.editorName ?? '',
    dueAt: row.turn === 'author' ? wireTime(row.dueAt) : '',
    currentVersion: row.currentVersion,
    timeline: log
      .filter(({ event }) => Object.hasOwn(AUTHOR_LOG, event))
      .map(({ event, at, note }) => ({
        at: wireTime(at),
        text: inWordsOf(row.kind, AUTHOR_LOG[event] ?? ''),
        note: NOTE_FOR_AUTHOR.has(event) ? note : '',
      })),
    letters: letters.map(({ id: letterId, subject, content, sendAt }) => ({ letterId, subject, content, at: wireTime(sendAt) })),
    queries: queries.map((one) => ({
      queryId: one.id,
      place: one.place,
      quote: one.quote,
      text: one.text,
      answer: one.answer,
      status: one.status,
      createTime: wireTime(one.createTime),
    })),
    editable: own && (row.status === 'draft' || row.status === 'revising'),
  };
}

type Draft = z.output<typeof addOwnManuscript.body>;

async function rejectBad(tx: Tx, draft: Draft): Promise<void> {
  if (draft.archiveTypeId !== null && !(await tx.selectFrom('archiveType').select('id').where('id', '=', draft.archiveTypeId).executeTakeFirst()))
    throw failed('分类不存在，请重新选择');
}

const columnsOf = ({ keywords, authors, ...rest }: Draft) => ({ ...rest, keywords: JSON.stringify(keywords), authors: JSON.stringify(authors) });

/** Manuscripts that one author may have in draft at once. */
const DRAFTS = 200;

/** Roles whose holders write manuscripts. They carry no permission, so that a mode without review can give them. */
const WRITERS = ['author', 'scholar', 'professor', 'admin'];

export async function addOwn({ db }: AppContext, currentUser: CurrentUser, draft: Draft): Promise<{ archiveId: number }> {
  if (!WRITTEN_KINDS.includes(draft.kind))
    throw failed(`${KIND_NAMES[draft.kind]}请在${draft.kind === 'paper' ? '期刊的投稿页' : '赛事页面'}提交，不在这里新建`);
  if (!WRITERS.some((role) => currentUser.roles.has(role))) throw forbidden('请先申请成为作者，再新建作品');
  return db.transaction().execute(async (tx) => {
    await rejectBad(tx, draft);
    const { total } = await tx
      .selectFrom('manuscript')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('ownerId', '=', currentUser.userId)
      .where('status', '=', 'draft')
      .where('delFlag', '=', '0')
      .executeTakeFirstOrThrow();
    if (Number(total) >= DRAFTS) throw failed(`您已有${DRAFTS}部未投的稿件，请先投稿或删除一些`);
    const now = Date.now();
    const authors =
      draft.authors.length > 0
        ? draft.authors
        : [{ name: currentUser.nickName, role: '著' as const, share: MANUSCRIPT.shares, userId: currentUser.userId }];
    const { id } = await tx
      .insertInto('manuscript')
      .values({
        ...columnsOf({ ...draft, authors }),
        ownerId: currentUser.userId,
        topicId: null,
        editorId: null,
        typesetterId: null,
        publicationId: null,
        publishedAt: null,
        turnUserId: currentUser.userId,
        dueAt: null,
        restoreAskedAt: null,
        stageSince: now,
        createBy: currentUser.userName,
        createTime: now,
        updateBy: currentUser.userName,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await logTransition(tx, currentUser, { entityType: 'manuscript', entityId: id, event: 'create', fromStatus: '', toStatus: 'draft', note: '' });
    return { archiveId: id };
  });
}

export async function saveOwn(
  context: AppContext,
  currentUser: CurrentUser,
  body: z.output<typeof saveOwnManuscript.body>,
): Promise<OwnManuscriptDetail> {
  const { archiveId, version, ...draft } = body;
  await context.db.transaction().execute(async (tx) => {
    const row = await ownRow(tx, currentUser, archiveId);
    if (!savesFacts(row, currentUser)) throw failed('稿件正在流转，现在不能修改信息');
    if (row.version !== version) throw conflict();
    await rejectBad(tx, draft);
    const done = await tx
      .updateTable('manuscript')
      .set({ ...columnsOf(draft), updateBy: currentUser.userName, updateTime: Date.now(), version: version + 1 })
      .where('id', '=', archiveId)
      .where('version', '=', version)
      .executeTakeFirst();
    if (Number(done.numUpdatedRows) !== 1) throw conflict();
  });
  return ownDetail(context, currentUser, archiveId);
}

export async function removeOwn({ db }: AppContext, currentUser: CurrentUser, archiveId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await ownRow(tx, currentUser, archiveId);
    if (!isOwner(row, currentUser)) throw manuscriptGone();
    if (!isRemovable(row)) throw failed('稿件正在流转，不能删除；请先撤稿');
    await tx
      .updateTable('manuscript')
      .set({ delFlag: '1', updateBy: currentUser.userName, updateTime: Date.now(), version: row.version + 1 })
      .where('id', '=', archiveId)
      .execute();
    await putInBin(tx, currentUser, { entityType: 'manuscript', entityId: archiveId, title: row.title, origin: '稿件' });
  });
}
