import { topicSessionMachine } from '../../contract/topic/topic-session.machine.ts';
import { topicSession } from '../../contract/topic/topic-session.ts';
import type { AppContext } from '../context.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { yearlyNumber } from '../db/yearly-number.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { AppError, failed, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { CODES } from './topic-codes.ts';
import { transitionTopic, topicIn } from './topic-step.service.ts';
import { attendeeHolders } from './topic.queries.ts';
import { agendaCounts, agendaRows, attendeesOf, sessionById, waitingRows, type SessionRow } from './topic-session.queries.ts';

export const SESSION_LOG = '选题论证会';

export const sessionPath = (sessionId: number): string => `/press/topicsSession/archiveTopics?open=${sessionId}`;
export const sessionGone = (): AppError => missing('论证会不存在或与您无关，请刷新后重试');

export async function sessionIn(tx: Tx, id: number): Promise<SessionRow> {
  const row = await sessionById(tx, id);
  if (!row) throw sessionGone();
  return row;
}

/** Stations whose holders attend sessions and vote. */
export const VOTING_STATIONS = ['chief_editor', 'section_editor', 'editor', 'press_manager'] as const;
const STATION_NAMES: Readonly<Record<string, string>> = {
  chief_editor: '总编辑',
  section_editor: '编辑室主任',
  editor: '责任编辑',
  press_manager: '编务',
};

export async function peopleFor({ db }: AppContext) {
  const people = new Map<number, { userId: number; nickName: string; stations: string }>();
  for (const { userId, nickName, station } of await attendeeHolders(db, VOTING_STATIONS)) {
    const before = people.get(userId)?.stations;
    const name = STATION_NAMES[station] ?? station;
    people.set(userId, { userId, nickName, stations: before ? `${before}、${name}` : name });
  }
  return [...people.values()];
}

/** States in which people and agenda may change. */
export const OPEN: ReadonlySet<string> = new Set(topicSessionMachine.groups.open);

/** Host and recorder attend in any case. */
const attendeeIdsOf = (draft: { attendeeIds: readonly number[]; hostId: number | null; recorderId: number | null }): number[] => [
  ...new Set([...draft.attendeeIds, draft.hostId ?? 0, draft.recorderId ?? 0]),
];

export const sessions = crudService(topicSession, {
  table: 'topicSession',
  log: SESSION_LOG,
  order: [
    ['meetingTime', 'desc'],
    ['id', 'desc'],
  ],
  removal: 'bin',
  virtualFields: ['attendeeIds'],
  names: {
    hostName: { from: 'user', column: 'nickName', by: 'hostId' },
    recorderName: { from: 'user', column: 'nickName', by: 'recorderId' },
  },
  show: async (db, rows) => {
    const ids = rows.map((row) => row.id);
    const [people, counts] = [await attendeesOf(db, ids), await agendaCounts(db, ids)];
    return rows.map(({ id }) => {
      const attendeeIds = people.filter((one) => one.sessionId === id).map(({ userId }) => userId);
      return { attendeeIds, attendeeCount: attendeeIds.length, topicCount: Number(counts.find((one) => one.sessionId === id)?.total ?? 0) };
    });
  },
  async check(tx, { draft, before }) {
    if (before && !OPEN.has(String(before['status']))) throw failed('会议已经召开或取消，不能修改');
    if (draft.meetingTime === '') throw invalid('请选择会议时间');
    const able = new Set((await attendeeHolders(tx, VOTING_STATIONS)).map(({ userId }) => userId));
    if (attendeeIdsOf(draft).some((id) => !able.has(id))) throw failed('参会人员须是本社在岗的总编辑、编辑室主任、责任编辑或编务，请重新选择');
  },
  columnsOf: async ({ before }, tx) => (before ? {} : { sessionNo: await yearlyNumber(tx, 'LZ', 3, Date.now(), '-') }),
  async afterSave(tx, { draft, before, id, currentUser }) {
    const ids = attendeeIdsOf(draft);
    const former = before ? (await attendeesOf(tx, [id])).map(({ userId }) => userId) : [];
    await tx.deleteFrom('sessionAttendee').where('sessionId', '=', id).execute();
    await tx
      .insertInto('sessionAttendee')
      .values(ids.map((userId) => ({ sessionId: id, userId })))
      .execute();
    if (!before)
      await logTransition(tx, currentUser, {
        entityType: 'topicSession',
        entityId: id,
        event: 'create',
        fromStatus: '',
        toStatus: 'planning',
        note: '',
      });
    else if (before['status'] === 'notified') await notifyChange(tx, await sessionIn(tx, id), former, ids);
  },
  async beforeRemove(tx, rows, currentUser) {
    for (const row of rows) {
      if (!OPEN.has(String(row['status'])) && row['status'] !== 'cancelled') throw failed(`“${String(row['title'])}”已经召开，不能删除`);
      for (const { id } of await agendaRows(tx, row.id))
        await transitionTopic(tx, currentUser, await topicIn(tx, id), 'unschedule', { checked: true });
    }
  },
});

/** Who was added or removed after the notice hears of it; so does everybody when time or place changes. */
async function notifyChange(tx: Tx, row: SessionRow, former: readonly number[], ids: readonly number[]): Promise<void> {
  const content = `时间：${wireTime(row.meetingTime).slice(0, 16)}\n地点：${row.place || '另行通知'}`;
  for (const userId of ids)
    await sendMessage(tx, {
      userId,
      type: 'task',
      title: former.includes(userId) ? `${row.title}的安排有变化` : `请参加${row.title}`,
      content,
      link: sessionPath(row.id),
    });
  for (const userId of former.filter((one) => !ids.includes(one)))
    await sendMessage(tx, { userId, type: 'task', title: `您不再参加${row.title}`, content });
}

export async function waitingFor({ db }: AppContext) {
  return (await waitingRows(db)).map((row) => ({
    topicId: row.id,
    topicNo: row.topicNo,
    title: row.title,
    authorNames: row.authorNames,
    declarerName: row.declarerName ?? '',
    isMajor: row.isMajor === '1',
    deferred: row.status === 'deferred',
    since: wireTime(row.stageSince),
  }));
}

/** Replaces the agenda: new topics are scheduled, missing ones go back, and the order is written. */
export async function arrangeAgenda(caller: RequestCaller, sessionId: number, topicIds: readonly number[]): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: SESSION_LOG, business: 'edit' }, async (tx) => {
    const row = await sessionIn(tx, sessionId);
    if (!OPEN.has(row.status)) throw new AppError(CODES.sessionHeld, '论证会已召开，不能增加议题');
    const wanted = [...new Set(topicIds)];
    const present = (await agendaRows(tx, sessionId)).map(({ id }) => id);
    for (const id of present.filter((one) => !wanted.includes(one))) await transitionTopic(tx, currentUser, await topicIn(tx, id), 'unschedule');
    for (const id of wanted.filter((one) => !present.includes(one))) await addToAgenda(tx, currentUser, sessionId, id);
    for (const [orderNum, topicId] of wanted.entries())
      await tx.updateTable('sessionTopic').set({ orderNum }).where('sessionId', '=', sessionId).where('topicId', '=', topicId).execute();
    await tx.updateTable('topicSession').set({ updateTime: Date.now() }).where('id', '=', sessionId).execute();
  });
}

async function addToAgenda(tx: Tx, currentUser: CurrentUser, sessionId: number, topicId: number): Promise<void> {
  await transitionTopic(tx, currentUser, await topicIn(tx, topicId), 'schedule', { columns: { sessionId } });
  await tx.insertInto('sessionTopic').values({ sessionId, topicId }).execute();
}
