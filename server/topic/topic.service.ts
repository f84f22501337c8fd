import { eventLabel, eventsFrom, stateLabel, type StateMachine } from '../../contract/state-machine.ts';
import { TOPIC_KINDS, type ManuscriptKind } from '../../contract/manuscript/manuscript-limits.ts';
import { breakEven, plannedIncome } from '../../contract/topic/topic-rules.ts';
import { TOPIC_EVENTS, topicMachine } from '../../contract/topic/topic.machine.ts';
import { topic, type Declarable, type TopicDetail } from '../../contract/topic/topic.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { Query, Row } from '../crud/crud-table.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import { livingUser } from '../crud/person-names.ts';
import type { RecycleKind } from '../crud/recycle-bin.ts';
import { wireTime } from '../db/clock.ts';
import { contains } from '../db/contains.ts';
import type { Database, Tx } from '../db/database.ts';
import { AppError, failed, forbidden } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { authorsText, manuscriptIn, transitionManuscript } from '../manuscript/manuscript-step.service.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { requirePermission } from '../state-machine/transition.ts';
import { CODES } from './topic-codes.ts';
import { setTopicTurn, transitionTopic, topicGone, topicIn, type TopicRow } from './topic-step.service.ts';
import { countsByStatus, declarableRows, hearingsOf, logRows, openTopicOf, topicById } from './topic.queries.ts';
import { declaredTopic, editsTopic, offersTopicEvent, removesTopic, seesTopic, visibleDeclarer } from './topic.policy.ts';

const LOG = '选题申报';
type OwnEvent = (typeof TOPIC_EVENTS)[number];

export const topicBin: RecycleKind = {
  bin: 'archive',
  purge: 'mark',
  check: async (tx, id) => {
    const row = await tx.selectFrom('topic').select(['archiveId', 'status']).where('id', '=', id).executeTakeFirst();
    if (row?.status === 'draft' && row.archiveId !== null) throw failed('删除申报表时稿件已退回，请重新申报这部稿件的选题');
  },
};

export const topics = crudService(topic, {
  table: 'topic',
  log: LOG,
  order: [
    ['stageSince', 'desc'],
    ['id', 'desc'],
  ],
  removal: 'bin',
  names: {
    declarerName: { from: 'user', column: 'nickName', by: 'declarerId' },
    archiveTitle: { from: 'manuscript', column: 'title', by: 'archiveId' },
  },
  only(query: Query, currentUser) {
    const declarer = visibleDeclarer(currentUser);
    return declarer === null ? query : query.where('declarerId', '=', declarer);
  },
  filters: {
    declarerName: (query, value) =>
      query.where((eb: Query) => eb('declarerId', 'in', eb.selectFrom('user').select('user.id').where(contains('user.nickName', value)))),
  },
  async check(tx, { draft, before, currentUser }) {
    if (before && !editsTopic(before, currentUser))
      throw declaredTopic(before, currentUser) ? failed('申报表已提交，不能修改；需要修改时请编辑室主任退回') : forbidden('只有申报人可以修改申报表');
    if (before && before['archiveId'] !== draft.archiveId) throw failed('申报表的稿件不能更换；请撤销后重新申报');
    if (draft.authorUserId !== null && !(await livingUser(tx, draft.authorUserId))) throw failed('作者账号不存在或已被删除，请重新选择');
    if (draft.isMajor === '1' && draft.majorCategory !== '' && !(await isCategory(tx, draft.majorCategory)))
      throw failed('备案类别不存在，请重新选择');
    if (!before && draft.archiveId !== null) await assertDeclarable(tx, draft.archiveId);
  },
  columnsOf: ({ draft, before, currentUser }) => ({
    breakEven: breakEven(draft) ?? 0,
    ...(draft.isMajor === '1' ? {} : { majorCategory: '' }),
    ...(before ? {} : { declarerId: currentUser.userId, deptId: currentUser.deptId, stageSince: Date.now() }),
  }),
  async afterSave(tx, { draft, before, id, currentUser }) {
    if (before) return;
    await logTransition(tx, currentUser, { entityType: 'topic', entityId: id, event: 'create', fromStatus: '', toStatus: 'draft', note: '' });
    if (draft.archiveId === null) return;
    await transitionManuscript(tx, currentUser, await manuscriptIn(tx, draft.archiveId), 'declare', { checked: true, columns: { topicId: id } });
    await setTopicTurn(tx, await manuscriptIn(tx, draft.archiveId), { status: 'draft', declarerId: currentUser.userId });
  },
  async beforeRemove(tx, rows, currentUser) {
    for (const row of rows) {
      if (!removesTopic(row, currentUser)) throw forbidden('只能删除自己的申报表');
      if (row['status'] !== 'draft' && row['status'] !== 'rejected')
        throw failed(`选题《${String(row['title'])}》正在论证，不能删除；不再申报时请撤销`);
      if (row['status'] === 'draft' && row['archiveId'] !== null) await returnArchive(tx, currentUser, row);
    }
  },
});

async function returnArchive(tx: Tx, currentUser: CurrentUser, row: Row): Promise<void> {
  const archive = await manuscriptIn(tx, Number(row['archiveId']));
  if (archive.status === 'topic')
    await transitionManuscript(tx, currentUser, archive, 'topicReturned', { checked: true, columns: { topicId: null } });
}

const isCategory = async (tx: Tx, value: string): Promise<boolean> =>
  (await tx
    .selectFrom('dictData')
    .select('id')
    .where('dictType', '=', 'press_topic_major_category')
    .where('dictValue', '=', value)
    .where('status', '=', '0')
    .executeTakeFirst()) !== undefined;

async function assertDeclarable(tx: Tx, archiveId: number): Promise<void> {
  if (await openTopicOf(tx, archiveId)) throw new AppError(CODES.declared, '该稿件已有选题申报');
  const { kind, title } = await manuscriptIn(tx, archiveId);
  if (!TOPIC_KINDS.includes(kind as ManuscriptKind)) throw failed(`《${title}》这类稿件不需要选题论证，可以直接派责任编辑`);
}

export async function countsFor({ db }: AppContext, currentUser: CurrentUser) {
  const rows = await countsByStatus(db, visibleDeclarer(currentUser));
  return rows.map(({ status, total }) => ({ status, total: Number(total) }));
}

export async function declarableFor({ db }: AppContext, keyword: string, archiveId: number | null): Promise<Declarable[]> {
  const rows = await declarableRows(db, TOPIC_KINDS, keyword, archiveId);
  return rows.map(({ id, archiveNo, title, kind, summary, planWordCount, authors }) => ({
    archiveId: id,
    archiveNo,
    title,
    kind: kind as ManuscriptKind,
    authorsText: authorsText({ authors }),
    summary,
    planWordCount,
  }));
}

/** The transition log of a row in the words of its machine. */
export async function wireLog(db: Database | Tx, machine: StateMachine, id: number) {
  return (await logRows(db, machine.entity, id)).map(({ event, fromStatus, toStatus, note, at, nickName, operatorId }) => ({
    event: event === 'create' ? '新建' : eventLabel(machine, event),
    fromStatus: stateLabel(machine, fromStatus),
    toStatus: stateLabel(machine, toStatus),
    operatorName: nickName ?? (operatorId === 0 ? '系统' : ''),
    note,
    at: wireTime(at),
  }));
}

/** Steps that a user may take now; the declarer cannot decide on the own declaration. */
const canOf = (row: TopicRow, currentUser: CurrentUser): OwnEvent[] =>
  eventsFrom(
    topicMachine,
    row.status,
    (permission) => hasPermission(currentUser, permission),
    () => declaredTopic(row, currentUser),
  ).filter((event): event is OwnEvent => (TOPIC_EVENTS as readonly string[]).includes(event) && offersTopicEvent(row, event, currentUser));

export async function topicFor(context: AppContext, currentUser: CurrentUser, id: number): Promise<TopicDetail> {
  const row = await topicById(context.db, id);
  if (!row || !seesTopic(row, currentUser)) throw topicGone();
  return {
    topic: await topics.get(context, currentUser, id),
    incomeFen: plannedIncome(row),
    hearings: (await hearingsOf(context.db, id)).map((one) => ({
      sessionId: one.sessionId,
      sessionNo: one.sessionNo,
      title: one.title,
      meetingTime: wireTime(one.meetingTime),
      // The result counts once the minutes are signed.
      result: one.status === 'closed' ? one.result : ('' as const),
      opinion: one.status === 'closed' ? one.opinion : '',
      tally: { for: one.voteFor, against: one.voteAgainst, abstain: one.voteAbstain },
    })),
    log: await wireLog(context.db, topicMachine, id),
    can: canOf(row, currentUser),
    editable: editsTopic(row, currentUser) && hasPermission(currentUser, 'press:topic:edit'),
  };
}

/** Takes one step of SM02 for a user. */
export async function handleTopicEvent(
  caller: RequestCaller,
  id: number,
  event: OwnEvent,
  body: { reason?: string | null | undefined; recordNo?: string | null | undefined } | null | undefined,
): Promise<TopicDetail> {
  const { context, currentUser } = caller;
  requirePermission(topicMachine, event, currentUser);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const row = await topicIn(tx, id);
    if (!seesTopic(row, currentUser)) throw topicGone();
    await transitionTopic(tx, currentUser, row, event, { reason: body?.reason ?? '', recordNo: body?.recordNo ?? '' });
  });
  return topicFor(context, currentUser, id);
}
