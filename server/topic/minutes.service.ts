import { visibleCharacters } from '../../contract/field.ts';
import type { ManuscriptKind } from '../../contract/manuscript/manuscript-limits.ts';
import { minutesMachine, type MinutesEvent, type MinutesState } from '../../contract/topic/minutes.machine.ts';
import { minutes, type MinutesDetail, type saveMinutes } from '../../contract/topic/minutes.ts';
import { isApproved, RESULT_NAMES, TOPIC, type TopicResult } from '../../contract/topic/topic-rules.ts';
import { topicSessionMachine } from '../../contract/topic/topic-session.machine.ts';
import type { SessionDetail } from '../../contract/topic/topic-session.ts';
import type { TopicEvent } from '../../contract/topic/topic.machine.ts';
import type { z } from 'zod';
import { withOperationLog } from '../audit/operation-log.ts';
import type { AppContext } from '../context.ts';
import type { Query } from '../crud/crud-table.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import { chineseDate, wireTime } from '../db/clock.ts';
import { contains } from '../db/contains.ts';
import type { Database, Tx } from '../db/database.ts';
import { AppError, conflict, forbidden, invalid, missing } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { cleanHtml, plainText } from '../http/rich-text.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { addCommissioned } from '../manuscript/author/commission.service.ts';
import { requirePermission, transition, writeState } from '../state-machine/transition.ts';
import { fillTemplate } from '../template/template.service.ts';
import { CODES } from './topic-codes.ts';
import { minutesById, sessionsNamed } from './minutes.queries.ts';
import { detailOf as sessionDetailOf, gather, presentOf, signSession } from './session-work.service.ts';
import { agendaCounts, sessionById, type SessionRow } from './topic-session.queries.ts';
import { sessionIn } from './topic-session.service.ts';
import { assertNotOwn, transitionTopic, topicIn, topicPath, type TopicRow } from './topic-step.service.ts';
import { ownPress, stationHolders, userName } from './topic.queries.ts';
import { opensMinutes, writesMinutes } from './topic.policy.ts';

const LOG = '会议纪要';
type MinutesRow = NonNullable<Awaited<ReturnType<typeof minutesById>>>;
type Saved = z.output<typeof saveMinutes.body>;

const minutesGone = (): AppError => missing('会议纪要不存在或与您无关，请刷新后重试');
const minutesPath = (minutesId: number): string => `/press/topicsSession/minutes?open=${minutesId}`;

export const minutesList = crudService(minutes, {
  table: 'minutes',
  log: LOG,
  order: [['id', 'desc']],
  removal: 'hard',
  names: { signedByName: { from: 'user', column: 'nickName', by: 'signedBy' } },
  filters: {
    sessionTitle: (query, value) =>
      query.where((eb: Query) =>
        eb('sessionId', 'in', eb.selectFrom('topicSession').select('topicSession.id').where(contains('topicSession.title', value))),
      ),
  },
  show: async (db, rows) => {
    const ids = rows.map((row) => Number(row['sessionId']));
    const [held, counts] = [await sessionsNamed(db, ids), await agendaCounts(db, ids)];
    return ids.map((id) => {
      const session = held.find((one) => one.id === id);
      const count = counts.find((one) => one.sessionId === id);
      return {
        sessionTitle: session?.title ?? '',
        sessionNo: session?.sessionNo ?? '',
        meetingTime: wireTime(session?.meetingTime ?? null),
        recorderName: session?.recorderName ?? '',
        topicCount: Number(count?.total ?? 0),
        approvedCount: Number(count?.approved ?? 0),
      };
    });
  },
});

type Decided = Pick<SessionDetail['agenda'][number], 'title' | 'result' | 'opinion' | 'passes'>;

/** Returns what minutes lack before they can be signed, in words for the people who write them. */
export function lackingIn(content: string, agenda: readonly Decided[]): string[] {
  const length = visibleCharacters(content);
  return [
    ...(length < TOPIC.minutesMin ? [`纪要内容至少${TOPIC.minutesMin}字，现在${length}字`] : []),
    ...agenda.flatMap(({ title, result, opinion, passes }) => {
      if (result === '') return [`《${title}》还没有结论`];
      if (result === 'approved') return passes ? [] : [`《${title}》赞成票未过半数，不能通过`];
      return opinion === '' ? [`《${title}》${RESULT_NAMES[result]}，须写明意见`] : [];
    }),
  ];
}

async function wire(db: Database | Tx, row: MinutesRow, currentUser: CurrentUser): Promise<MinutesDetail> {
  const session = await sessionById(db, row.sessionId);
  if (!session) throw minutesGone();
  const detail = await sessionDetailOf(db, session, currentUser);
  if (!opensMinutes(detail.attendees, currentUser)) throw minutesGone();
  const draft = row.status === 'draft';
  const lacking = draft ? lackingIn(row.content, detail.agenda) : [];
  const own = detail.agenda.some((item) => item.own && item.result === 'approved');
  return {
    minutesId: row.id,
    fileNo: row.fileNo,
    content: row.content,
    status: row.status,
    signedByName: row.signedByName ?? '',
    signedAt: wireTime(row.signedAt),
    version: row.version,
    session: detail,
    lacking,
    editable: draft && writesMinutes(session, currentUser),
    signable: draft && lacking.length === 0 && !own && hasPermission(currentUser, 'press:minutes:sign'),
  };
}

export async function minutesFor({ db }: AppContext, currentUser: CurrentUser, id: number): Promise<MinutesDetail> {
  const row = await minutesById(db, id);
  if (!row) throw minutesGone();
  return wire(db, row, currentUser);
}

const signed = (): AppError => new AppError(minutesMachine.illegal, '纪要已经签发，不能再改');
const step = transition<MinutesState, MinutesEvent, MinutesRow>(minutesMachine, {
  table: 'minutes',
  stateOf: (row) => row.status,
  rejection: signed,
  columns: ({ currentUser, now }) => ({ signedBy: currentUser?.userId ?? null, signedAt: now }),
});

async function draftIn(tx: Tx, id: number): Promise<{ row: MinutesRow; session: SessionRow }> {
  const row = await minutesById(tx, id);
  if (!row) throw minutesGone();
  if (row.status !== 'draft') throw signed();
  return { row, session: await sessionIn(tx, row.sessionId) };
}

/** Saves text and decisions; they may be incomplete until the signature. */
export async function storeMinutes(caller: RequestCaller, body: Saved): Promise<MinutesDetail> {
  const { context, currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const { row, session } = await draftIn(tx, body.minutesId);
    if (!writesMinutes(session, currentUser)) throw forbidden('纪要由记录人、主持人或编务整理，您不能修改');
    if (row.version !== body.version) throw conflict();
    for (const { topicId, result, opinion } of body.decisions)
      await tx.updateTable('sessionTopic').set({ result, opinion }).where('sessionId', '=', session.id).where('topicId', '=', topicId).execute();
    const content = cleanHtml(body.content);
    const { agenda } = await sessionDetailOf(tx, session, currentUser);
    const complete = lackingIn(content, agenda).length === 0;
    await writeState(tx, 'minutes', row, { content, complete: complete ? '1' : '0', updateBy: currentUser.userName, updateTime: Date.now() });
    if (complete && row.complete === '0') await notifySigners(tx, session, row.id);
  });
  return minutesFor(context, currentUser, body.minutesId);
}

async function notifySigners(tx: Tx, session: SessionRow, minutesId: number): Promise<void> {
  for (const { userId } of await stationHolders(tx, ['chief_editor']))
    await sendMessage(tx, { userId, type: 'task', title: `${session.title}的纪要待签发`, link: minutesPath(minutesId) });
}

const EVENT_OF: Readonly<Record<TopicResult, TopicEvent>> = { approved: 'approve', deferred: 'defer', rejected: 'reject' };

/** Signs the minutes: they cannot be changed any more, and each topic takes its result. */
export async function sign(caller: RequestCaller, id: number): Promise<MinutesDetail> {
  const { context, currentUser } = caller;
  requirePermission(topicSessionMachine, 'sign', currentUser);
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const { row, session } = await draftIn(tx, id);
    const gathered = await gather(tx, session);
    const present = presentOf(gathered).length;
    if (visibleCharacters(row.content) < TOPIC.minutesMin || gathered.agenda.some(({ result }) => result === ''))
      throw new AppError(CODES.minutesIncomplete, '纪要内容或议题结论不完整');
    for (const topic of gathered.agenda) {
      const tally = { for: topic.countedFor, against: topic.countedAgainst };
      if (topic.result === 'approved' && !isApproved(tally, present)) throw new AppError(CODES.notCarried, '赞成票未过半数，不能通过');
      if (topic.result === 'approved') assertNotOwn(topic, currentUser);
      if (topic.result !== 'approved' && topic.decision === '') throw invalid(`请写明《${topic.title}》缓议或否决的意见`);
    }
    await signSession(tx, currentUser, session);
    await step(tx, currentUser, row, 'sign');
    for (const topic of gathered.agenda) {
      if (topic.result === '') continue;
      const columns = { voteFor: topic.countedFor, voteAgainst: topic.countedAgainst, voteAbstain: topic.countedAbstain, opinion: topic.decision };
      const after = await transitionTopic(tx, currentUser, await topicIn(tx, topic.id), EVENT_OF[topic.result], {
        checked: true,
        reason: topic.decision,
        columns,
      });
      if (topic.result === 'approved' && after.archiveId === null) await commission(tx, currentUser, after);
    }
  });
  return minutesFor(context, currentUser, id);
}

/** An approved topic without a manuscript gets a draft for its author. */
async function commission(tx: Tx, currentUser: CurrentUser, topic: TopicRow): Promise<void> {
  if (topic.authorUserId === null) return;
  const archiveId = await addCommissioned(tx, currentUser, {
    ownerId: topic.authorUserId,
    authorName: await userName(tx, topic.authorUserId),
    topicId: topic.id,
    title: topic.title,
    kind: topic.kind as ManuscriptKind,
    summary: topic.contentIntro,
    planWordCount: topic.planWordCount,
  });
  await tx.updateTable('topic').set({ archiveId }).where('id', '=', topic.id).execute();
  await sendMessage(tx, {
    userId: topic.authorUserId,
    type: 'audit',
    title: `约稿《${topic.title}》已立项`,
    content: '选题已通过论证，为您建立了稿件，写好后投稿即可。',
    link: `/authorBackground/publish?archiveId=${archiveId}`,
  });
  await sendMessage(tx, { userId: topic.declarerId, type: 'task', title: `已为《${topic.title}》的作者建稿`, link: topicPath(topic.id) });
}

/** The minutes as a document, filled from the default template. */
export async function minutesAsDocument(context: AppContext, currentUser: CurrentUser, id: number): Promise<{ name: string; bytes: Buffer }> {
  const { session, ...one } = await minutesFor(context, currentUser, id);
  const present = session.attendees.filter((person) => person.present);
  const bytes = await fillTemplate(context, 'minutes', {
    出版社: await ownPress(context.db),
    日期: chineseDate(Date.now()),
    文号: one.fileNo,
    会议名称: session.title,
    会议编号: session.sessionNo,
    时间: session.meetingTime.slice(0, 16),
    地点: session.place,
    主持人: session.hostName,
    记录人: session.recorderName,
    应到人数: String(session.attendees.length),
    到会人数: String(present.length),
    到会人员: present.map(({ nickName }) => nickName).join('、'),
    请假说明: session.absentees,
    纪要正文: paragraphsOf(one.content).join('\n'),
    签发人: one.signedByName,
    签发日期: one.signedAt.slice(0, 10),
    议题: session.agenda.map((item, index) => ({
      序号: String(index + 1),
      题名: item.title,
      选题号: item.topicNo,
      申报: item.declarerName,
      赞成: String(item.tally.for),
      反对: String(item.tally.against),
      弃权: String(item.tally.abstain),
      结论: item.result === '' ? '待定' : RESULT_NAMES[item.result],
      意见: item.opinion,
    })),
  });
  return { name: `会议纪要-${one.fileNo}.docx`, bytes };
}

/** The paragraphs of rich text as plain text. */
const paragraphsOf = (html: string): string[] =>
  html
    .split(/<\/(?:p|h\d|li|blockquote)>|<br\s*\/?>/i)
    .map((part) => plainText(part).trim())
    .filter((part) => part !== '');
