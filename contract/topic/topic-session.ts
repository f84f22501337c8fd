import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, optionalText, reference, references, remark, shown, shownNumber, text, time } from '../field.ts';
import { KINDS } from '../manuscript/manuscript-limits.ts';
import { logRow } from '../manuscript/manuscript.ts';
import { id } from '../page.ts';
import { visible } from '../visible-text.ts';
import { RESULTS, TOPIC } from './topic-rules.ts';
import { SESSION_EVENTS, SESSION_STATES } from './topic-session.machine.ts';
import { tally, voteChoice } from './topic.ts';

/** #75: E18. */
export const topicSession = crud('/press/session', {
  name: '论证会',
  permission: 'press:session',
  key: 'sessionId',
  title: 'title',
  fields: {
    title: text('会议名称', 120),
    level: choice('级别', 'press_session_level', ['section', 'press'], 'press'),
    meetingTime: time('时间', { required: true }),
    place: optionalText('地点', 100),
    hostId: reference('主持人', { required: true }),
    recorderId: reference('记录人', { required: true }),
    attendeeIds: references('参会人员', { help: `至少${TOPIC.attendeesMin}人，三分之二到会才能开会`, notInSheet: true }),
    absentees: optionalText('请假说明', 200, undefined, { kind: 'text' }),
    remark: remark(),
  },
  shown: {
    sessionNo: shown('编号'),
    hostName: shown('主持人'),
    recorderName: shown('记录人'),
    topicCount: shownNumber('议题'),
    attendeeCount: shownNumber('应到'),
    status: shown('状态', 'choice', { dict: 'press_session_status' }),
  },
  filter: { title: 'like', sessionNo: 'like', level: 'equal', status: 'equal', meetingTime: 'between' },
  sort: ['meetingTime', 'createTime'],
});
export type TopicSession = z.output<typeof topicSession.list.row>;

const person = z.object({ userId: z.number(), nickName: z.string(), stations: z.string() });

/** People with an editorial station, who may attend a session. */
export const sessionPeople = endpoint('GET /press/session/people', {
  summary: '可参会的人员',
  access: ['press:session:add', 'press:session:edit'],
  data: z.array(person),
});

const waiting = z.object({
  topicId: z.number(),
  topicNo: z.string(),
  title: z.string(),
  authorNames: z.string(),
  declarerName: z.string(),
  isMajor: z.boolean(),
  deferred: z.boolean(),
  since: z.string(),
});

/** Topics that wait for a session, the longest first. */
export const waitingTopics = endpoint('GET /press/session/waiting', {
  summary: '待上会的选题',
  access: 'press:session:edit',
  data: z.array(waiting),
});

const one = z.object({ sessionId: id });

export const setAgenda = endpoint('PUT /press/session/agenda/{sessionId}', {
  summary: '安排议程',
  access: 'press:session:edit',
  params: one,
  body: z.object({ topicIds: z.array(id).max(TOPIC.agenda, `一次会议最多${TOPIC.agenda}个议题`) }),
});

const ballot = z.object({ userId: z.number(), nickName: z.string(), vote: voteChoice, reason: z.string() });

const agendaItem = z.object({
  topicId: z.number(),
  topicNo: z.string(),
  title: z.string(),
  kind: z.enum(KINDS),
  authorNames: z.string(),
  declarerName: z.string(),
  contentIntro: z.string(),
  significance: z.string(),
  competitors: z.array(z.object({ title: z.string(), publisher: z.string(), priceFen: z.number(), sales: z.number() })),
  planPriceFen: z.number(),
  planPrintRun: z.number(),
  costFen: z.number(),
  breakEven: z.number(),
  isMajor: z.boolean(),
  recordNo: z.string(),
  tally,
  ballots: z.array(ballot),
  /** The vote of the caller; null before. */
  mine: ballot.nullable(),
  /** The caller declared this topic: an abstention is counted, and no vote is taken. */
  own: z.boolean(),
  /** Whether the votes approve the topic now (F14). */
  passes: z.boolean(),
  result: z.enum(RESULTS).or(z.literal('')),
  opinion: z.string(),
});
export type AgendaItem = z.output<typeof agendaItem>;

const detail = z.object({
  sessionId: z.number(),
  sessionNo: z.string(),
  title: z.string(),
  level: z.string(),
  meetingTime: z.string(),
  place: z.string(),
  hostName: z.string(),
  recorderName: z.string(),
  absentees: z.string(),
  status: z.enum(SESSION_STATES),
  version: z.number(),
  attendees: z.array(z.object({ userId: z.number(), nickName: z.string(), present: z.boolean() })),
  agenda: z.array(agendaItem),
  /** Whether the caller is present and may vote now. */
  voting: z.boolean(),
  minutesId: z.number().nullable(),
  log: z.array(logRow),
  can: z.array(z.enum(SESSION_EVENTS)),
  /** Whether the caller may change the agenda now. */
  arranging: z.boolean(),
});
export type SessionDetail = z.output<typeof detail>;

/** For staff with `press:session:query` and for the attendees. */
export const sessionDetail = endpoint('GET /press/session/detail/{sessionId}', {
  summary: '论证会详情',
  access: ['press:session:query', 'press:session:vote'],
  params: one,
  data: detail,
});

/** SM03. `presentIds` are the people present, for `open`. */
export const sessionEvent = endpoint('PUT /press/session/{event}/{sessionId}', {
  summary: '论证会流转',
  access: ['press:session:notify', 'press:session:vote'],
  params: one.extend({ event: z.enum(SESSION_EVENTS, '没有这个操作') }),
  body: z
    .object({
      reason: visible().max(TOPIC.reason, `不能超过${TOPIC.reason}个字`).nullish(),
      presentIds: z.array(id).max(TOPIC.attendees, '到会人员过多').nullish(),
    })
    .nullish(),
  data: detail,
});

/** E20. A vote may be changed until the session ends. */
export const castVote = endpoint('POST /press/session/vote', {
  summary: '选题表决',
  access: 'press:session:vote',
  body: z.object({
    sessionId: id,
    topicId: id,
    vote: voteChoice,
    reason: visible().max(TOPIC.voteReason, `意见不能超过${TOPIC.voteReason}个字`).default(''),
  }),
  data: detail,
});
