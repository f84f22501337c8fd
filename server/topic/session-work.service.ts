import { KINDS } from '../../contract/manuscript/manuscript-limits.ts';
import { eventsFrom } from '../../contract/state-machine.ts';
import { isApproved, quorumOf, RESULT_NAMES, TOPIC, VOTE_NAMES, type Tally, type Vote } from '../../contract/topic/topic-rules.ts';
import { SESSION_EVENTS, topicSessionMachine, type SessionEvent, type SessionState } from '../../contract/topic/topic-session.machine.ts';
import type { AgendaItem, SessionDetail } from '../../contract/topic/topic-session.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { yearlyNumber } from '../db/yearly-number.ts';
import { AppError, failed, forbidden, invalid } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { requirePermission, transition } from '../state-machine/transition.ts';
import { CODES } from './topic-codes.ts';
import { SESSION_LOG, sessionGone, sessionIn, sessionPath } from './topic-session.service.ts';
import { agendaRows, attendeesOf, minutesOfSession, sessionById, votesOf, type AgendaRow, type SessionRow } from './topic-session.queries.ts';
import { wireLog } from './topic.service.ts';
import { transitionTopic, topicIn } from './topic-step.service.ts';
import { ballotOf, hostsSession, isListed, isOwnTopic, opensSession } from './topic.policy.ts';

type OwnEvent = (typeof SESSION_EVENTS)[number];
type Attendee = Awaited<ReturnType<typeof attendeesOf>>[number];
type VoteRow = Awaited<ReturnType<typeof votesOf>>[number];

/** Counts the votes on one topic. */
export const tallyOf = (votes: readonly Pick<VoteRow, 'topicId' | 'vote'>[], topicId: number): Tally => {
  const count = (vote: Vote): number => votes.filter((one) => one.topicId === topicId && one.vote === vote).length;
  return { for: count('for'), against: count('against'), abstain: count('abstain') };
};

interface Gathered {
  readonly row: SessionRow;
  readonly attendees: readonly Attendee[];
  readonly agenda: readonly AgendaRow[];
  readonly votes: readonly VoteRow[];
}

export async function gather(db: Database | Tx, row: SessionRow): Promise<Gathered> {
  return { row, attendees: await attendeesOf(db, [row.id]), agenda: await agendaRows(db, row.id), votes: await votesOf(db, row.id) };
}

export const presentOf = ({ attendees }: Pick<Gathered, 'attendees'>): readonly Attendee[] => attendees.filter(({ present }) => present === '1');

function itemOf(topic: AgendaRow, { votes, attendees }: Gathered, viewer: Pick<CurrentUser, 'userId' | 'accounts'>): AgendaItem {
  const tally = tallyOf(votes, topic.id);
  const ballots = votes
    .filter(({ topicId }) => topicId === topic.id)
    .map((one) => ({ userId: one.userId, nickName: one.nickName ?? '', vote: one.vote, reason: one.reason }));
  return {
    topicId: topic.id,
    topicNo: topic.topicNo,
    title: topic.title,
    kind: topic.kind as (typeof KINDS)[number],
    authorNames: topic.authorNames,
    declarerName: topic.declarerName ?? '',
    contentIntro: topic.contentIntro,
    significance: topic.significance,
    competitors: JSON.parse(topic.competitors) as AgendaItem['competitors'],
    planPriceFen: topic.planPriceFen,
    planPrintRun: topic.planPrintRun,
    costFen: topic.costFen,
    breakEven: topic.breakEven,
    isMajor: topic.isMajor === '1',
    recordNo: topic.recordNo,
    tally,
    ballots,
    mine: ballotOf(ballots, viewer) ?? null,
    own: isOwnTopic(topic, viewer),
    passes: isApproved(tally, presentOf({ attendees }).length),
    result: topic.result,
    opinion: topic.decision,
  };
}

export async function detailOf(db: Database | Tx, row: SessionRow, currentUser: CurrentUser): Promise<SessionDetail> {
  const gathered = await gather(db, row);
  const { attendees, agenda } = gathered;
  const present = isListed(presentOf(gathered), currentUser);
  const minutes = await minutesOfSession(db, row.id);
  return {
    sessionId: row.id,
    sessionNo: row.sessionNo,
    title: row.title,
    level: row.level,
    meetingTime: wireTime(row.meetingTime),
    place: row.place,
    hostName: row.hostName ?? '',
    recorderName: row.recorderName ?? '',
    absentees: row.absentees,
    status: row.status,
    version: row.version,
    attendees: attendees.map(({ userId, nickName, present: here }) => ({ userId, nickName: nickName ?? '（已删除）', present: here === '1' })),
    agenda: agenda.map((topic) => itemOf(topic, gathered, currentUser)),
    voting: row.status === 'holding' && present && hasPermission(currentUser, 'press:session:vote'),
    minutesId: minutes?.id ?? null,
    log: await wireLog(db, topicSessionMachine, row.id),
    can: eventsFrom(
      topicSessionMachine,
      row.status,
      (permission) => hasPermission(currentUser, permission),
      () => hostsSession(row, currentUser),
    ).filter((event): event is OwnEvent => (SESSION_EVENTS as readonly string[]).includes(event)),
    arranging: (row.status === 'planning' || row.status === 'notified') && hasPermission(currentUser, 'press:session:edit'),
  };
}

/** Staff with the permission, and the attendees. */
async function rejectForeign(db: Database | Tx, row: SessionRow, currentUser: CurrentUser): Promise<void> {
  if (!opensSession(await attendeesOf(db, [row.id]), currentUser)) throw sessionGone();
}

export async function sessionFor({ db }: AppContext, currentUser: CurrentUser, id: number): Promise<SessionDetail> {
  const row = await sessionById(db, id);
  if (!row) throw sessionGone();
  await rejectForeign(db, row, currentUser);
  return detailOf(db, row, currentUser);
}

const stepWith = (presentIds: readonly number[]) =>
  transition<SessionState, SessionEvent, SessionRow>(topicSessionMachine, {
    table: 'topicSession',
    stateOf: (row) => row.status,
    subject: (row) => row.title,
    assigneeOf: (row) => row.hostId,
    on: {
      notify: {
        guard: async ({ tx, row }) => assertEnough(await gather(tx, row)),
        after: async ({ tx, row }) => notifyAll(tx, row, `请参加${row.title}`, await invitation(tx, row)),
      },
      open: {
        async guard({ tx, row }) {
          const gathered = await gather(tx, row);
          assertEnough(gathered);
          const invited = new Set(gathered.attendees.map(({ userId }) => userId));
          if (presentIds.some((id) => !invited.has(id))) throw invalid('到会人员须在参会人员之中，请刷新后重新选择');
          if (new Set(presentIds).size < quorumOf(invited.size)) throw new AppError(CODES.noQuorum, '到会人数不足三分之二');
        },
        after: ({ tx, row, now }) => beginVotes(tx, row, presentIds, now),
      },
      close: {
        async guard({ tx, row }) {
          const gathered = await gather(tx, row);
          const present = presentOf(gathered);
          const voted = new Set(gathered.votes.map((one) => `${one.topicId} ${one.userId}`));
          if (gathered.agenda.some(({ id }) => present.some(({ userId }) => !voted.has(`${id} ${userId}`))))
            throw new AppError(CODES.notVoted, '尚有议题未完成表决');
        },
        after: ({ tx, row, currentUser, now }) => draftMinutes(tx, row, currentUser, now),
      },
      cancel: {
        async after({ tx, row, currentUser, reason }) {
          for (const { id } of await agendaRows(tx, row.id))
            await transitionTopic(tx, currentUser, await topicIn(tx, id), 'unschedule', { checked: true, reason });
          if (row.status === 'notified') await notifyAll(tx, row, `${row.title}已取消`, reason);
        },
      },
    },
  });

function assertEnough({ attendees, agenda }: Gathered): void {
  if (attendees.length < TOPIC.attendeesMin || agenda.length === 0) throw new AppError(CODES.tooFew, '至少需要3名参会人员和1个议题');
}

async function invitation(tx: Tx, row: SessionRow): Promise<string> {
  const titles = (await agendaRows(tx, row.id)).map(({ title }, index) => `${index + 1}. 《${title}》`);
  return `时间：${wireTime(row.meetingTime).slice(0, 16)}\n地点：${row.place || '另行通知'}\n议题：\n${titles.join('\n')}`;
}

async function notifyAll(tx: Tx, row: SessionRow, title: string, content: string): Promise<void> {
  for (const { userId } of await attendeesOf(tx, [row.id]))
    await sendMessage(tx, { userId, type: 'task', title, content, link: sessionPath(row.id) });
}

/** Registers who is present. The declarer of a topic abstains on it. */
async function beginVotes(tx: Tx, row: SessionRow, presentIds: readonly number[], now: number): Promise<void> {
  await tx.updateTable('sessionAttendee').set({ present: '1' }).where('sessionId', '=', row.id).where('userId', 'in', presentIds).execute();
  const own = (await agendaRows(tx, row.id)).filter(({ declarerId }) => presentIds.includes(declarerId));
  if (own.length === 0) return;
  await tx
    .insertInto('topicVote')
    .values(
      own.map((topic) => ({
        sessionId: row.id,
        topicId: topic.id,
        userId: topic.declarerId,
        vote: 'abstain' as const,
        reason: '申报人回避',
        createTime: now,
        updateTime: now,
      })),
    )
    .execute();
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Creates the draft of the minutes with the votes and what was said. */
async function draftMinutes(tx: Tx, row: SessionRow, currentUser: CurrentUser | null, now: number): Promise<void> {
  const gathered = await gather(tx, row);
  const present = presentOf(gathered);
  const parts: string[] = [];
  for (const [index, topic] of gathered.agenda.entries()) {
    const tally = tallyOf(gathered.votes, topic.id);
    const result = isApproved(tally, present.length) ? ('approved' as const) : ('' as const);
    await tx
      .updateTable('sessionTopic')
      .set({ result, voteFor: tally.for, voteAgainst: tally.against, voteAbstain: tally.abstain })
      .where('sessionId', '=', row.id)
      .where('topicId', '=', topic.id)
      .execute();
    const said = gathered.votes
      .filter(({ topicId, reason }) => topicId === topic.id && reason !== '')
      .map(({ nickName, vote, reason }) => `<p>${escaped(nickName ?? '')}（${VOTE_NAMES[vote]}）：${escaped(reason)}</p>`);
    parts.push(
      `<p><strong>议题${index + 1}　《${escaped(topic.title)}》</strong></p>`,
      `<p>${present.length}人到会，赞成${tally.for}，反对${tally.against}，弃权${tally.abstain}。结论：${result === '' ? '待定' : RESULT_NAMES[result]}。</p>`,
      ...said,
    );
  }
  await tx
    .insertInto('minutes')
    .values({
      sessionId: row.id,
      fileNo: await yearlyNumber(tx, 'JY', 3, now, '-'),
      content: parts.join(''),
      signedBy: null,
      signedAt: null,
      createBy: currentUser?.userName ?? '',
      createTime: now,
      updateTime: now,
    })
    .execute();
  await sendMessage(tx, {
    userId: row.recorderId,
    type: 'task',
    title: `请整理${row.title}的纪要`,
    content: '草稿已按表决结果生成，补充讨论内容并确认各议题的结论后，由总编辑签发。',
    link: '/press/topicsSession/minutes',
  });
}

/** Takes one step of SM03 for a user. */
export async function handleSessionEvent(
  caller: RequestCaller,
  id: number,
  event: OwnEvent,
  body: { reason?: string | null | undefined; presentIds?: readonly number[] | null | undefined } | null | undefined,
): Promise<SessionDetail> {
  const { context, currentUser } = caller;
  requirePermission(topicSessionMachine, event, currentUser);
  await withOperationLog(caller, { title: SESSION_LOG, business: 'edit' }, async (tx) => {
    const row = await sessionIn(tx, id);
    await rejectForeign(tx, row, currentUser);
    await stepWith(body?.presentIds ?? [])(tx, currentUser, row, event, body?.reason ?? '');
  });
  return sessionFor(context, currentUser, id);
}

/** Signs SM03 off; the minutes call it. */
export const signSession = (tx: Tx, currentUser: CurrentUser, row: SessionRow): Promise<SessionState> => stepWith([])(tx, currentUser, row, 'sign');

interface Ballot {
  readonly sessionId: number;
  readonly topicId: number;
  readonly vote: Vote;
  readonly reason: string;
}

/** Writes or changes the vote of a present user while the session is open. */
export async function castVoteFor({ context, currentUser }: RequestCaller, { sessionId, topicId, vote, reason }: Ballot): Promise<SessionDetail> {
  await context.db.transaction().execute(async (tx) => {
    const row = await sessionIn(tx, sessionId);
    await rejectForeign(tx, row, currentUser);
    const gathered = await gather(tx, row);
    if (row.status !== 'holding') throw failed('会议没有在进行，不能表决');
    if (!isListed(presentOf(gathered), currentUser)) throw forbidden('您没有到会，不能表决');
    const topic = gathered.agenda.find(({ id }) => id === topicId);
    if (!topic) throw failed('这个选题不在议程里，请刷新后重试');
    if (isOwnTopic(topic, currentUser)) throw new AppError(CODES.ownVote, '申报人回避本人申报的选题，已计为弃权');
    const now = Date.now();
    await tx
      .insertInto('topicVote')
      .values({ sessionId, topicId, userId: currentUser.userId, vote, reason, createTime: now, updateTime: now })
      .onConflict((oc) => oc.columns(['sessionId', 'topicId', 'userId']).doUpdateSet({ vote, reason, updateTime: now }))
      .execute();
    // A vote and the end of the session exclude each other: the end compares this version.
    const { numUpdatedRows } = await tx
      .updateTable('topicSession')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', sessionId)
      .where('status', '=', 'holding')
      .executeTakeFirst();
    if (Number(numUpdatedRows) !== 1) throw failed('会议没有在进行，不能表决');
  });
  return sessionFor(context, currentUser, sessionId);
}
