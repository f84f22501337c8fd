import { DAY_MS } from '../../../contract/clock.ts';
import { breakEven, type TopicResult, type Vote } from '../../../contract/topic/topic-rules.ts';
import type { SessionState } from '../../../contract/topic/topic-session.machine.ts';
import type { TopicState } from '../../../contract/topic/topic.machine.ts';
import type { Tx } from '../../db/database.ts';
import { yearlyNumber } from '../../db/yearly-number.ts';
import type { DemoManuscript } from './manuscript/manuscripts.ts';
import { AUTHOR_INTROS, COMMISSIONED, MARKETS, MEETING_NOTES, SIGNIFICANCE } from './topic-texts.ts';

const HOUR_MS = 3_600_000;

/** Manuscripts with a topic: its state, and the session (1 to 4) that decided or discusses it. */
const OF_MANUSCRIPTS: readonly (readonly [title: string, status: TopicState, session: number])[] = [
  ['慢慢读法语', 'approved', 1],
  ['桥边夜话', 'approved', 1],
  ['中国文学选读', 'approved', 1],
  ['午夜译室', 'approved', 1],
  ['学术写作', 'approved', 1],
  ['法语花园', 'approved', 2],
  ['译者的抽屉', 'approved', 2],
  ['旧书店的猫', 'approved', 2],
  ['晚归的船', 'approved', 2],
  ['日语假名故事', 'approved', 3],
  ['山里的邮差', 'approved', 3],
  ['未寄的明信片', 'approved', 3],
  ['纸上的港口', 'scheduled', 4],
  ['二十四封译信', 'scheduled', 4],
  ['海边的法语课', 'scheduled', 4],
  ['雨天的语法', 'submitted', 0],
  ['法律翻译入门', 'section_passed', 0],
];
/** Major topics: one with a record number, one that still waits for it. */
const MAJOR: Readonly<Record<string, readonly [category: string, recordNo: string]>> = {
  晚归的船: ['港澳台题材', '118'],
  中国文学选读: ['大型古籍白话今译', ''],
};
/** Sessions in days before the installation; the fourth is open at this moment. */
const SESSION_DAYS = [60, 38, 16, 0] as const;
/** Finished sessions began at two in the afternoon, the open one an hour ago. */
const heldAt = (now: number, index: number): number => {
  const days = SESSION_DAYS[index] ?? 0;
  return days === 0 ? now - HOUR_MS : Date.parse(`${dateOf(now - days * DAY_MS)}T14:00:00+08:00`);
};
const ATTENDEES = ['chief', 'section', 'worksadmin', 'editor1', 'editor2'] as const;

interface DemoTopic {
  readonly id: number;
  readonly title: string;
  readonly declarerId: number;
  readonly session: number;
  readonly result: TopicResult | '';
  readonly opinion: string;
}

type People = ReadonlyMap<string, number>;

/** 24 topics, four sessions and three signed minutes, on top of the manuscripts. Dates are relative to `now`. */
export async function addTopics(tx: Tx, now: number, manuscripts: readonly DemoManuscript[]): Promise<void> {
  const users = await tx.selectFrom('user').select(['id', 'userName', 'nickName']).execute();
  const people: People = new Map(users.map((user) => [user.userName, user.id]));
  const names = new Map(users.map((user) => [user.id, user.nickName]));
  const sessions = await addSessions(tx, people, now);
  const topics: DemoTopic[] = [];
  for (const [index, [title, status, session]] of OF_MANUSCRIPTS.entries()) {
    const archive = manuscripts.find((one) => one.title === title);
    if (!archive) continue;
    const summary = (await tx.selectFrom('manuscript').select('summary').where('id', '=', archive.id).executeTakeFirstOrThrow()).summary;
    const declarerId = archive.editorId ?? people.get(index % 2 === 0 ? 'editor1' : 'editor2') ?? 0;
    const intro = `${summary}全书材料来自作者多年的走访和记录，已写成三分之二，其余部分有详细提纲；文字平实，章节可以单独阅读，也适合改编成有声节目。`;
    const made = { index, title, kind: archive.kind, status, session, declarerId, intro, opinion: '', author: archive.ownerId };
    const sessionAt = heldAt(now, session - 1);
    // Declared when the manuscript entered the stage, or some days before the session.
    const start = session === 0 || session === 4 ? (archive.entered.get('topic') ?? now - 5 * DAY_MS) : sessionAt - 8 * DAY_MS;
    const topic = await addTopic(tx, { ...made, archiveId: archive.id, start, sessionAt, sessionId: sessions[session - 1] ?? null }, names, people);
    await tx.updateTable('manuscript').set({ topicId: topic.id }).where('id', '=', archive.id).execute();
    topics.push(topic);
  }
  for (const [index, [title, kind, author, result, intro, opinion]] of COMMISSIONED.entries()) {
    const session = result === 'deferred' || result === 'rejected' ? (index % 3) + 1 : 0;
    const sessionAt = heldAt(now, session - 1);
    const start = session === 0 ? now - (result === 'draft' ? 1 : 6) * DAY_MS : sessionAt - 8 * DAY_MS;
    const declarerId = people.get(index % 2 === 0 ? 'editor2' : 'editor1') ?? 0;
    const made = {
      index: index + 20,
      title,
      kind,
      status: result as TopicState,
      session,
      declarerId,
      intro,
      opinion,
      archiveId: null,
      start,
      sessionAt,
    };
    topics.push(await addTopic(tx, { ...made, author: people.get(`author${author}`) ?? 0, sessionId: sessions[session - 1] ?? null }, names, people));
  }
  for (const [index, sessionId] of sessions.entries())
    await addAgenda(
      tx,
      sessionId,
      topics.filter(({ session }) => session === index + 1),
      people,
      heldAt(now, index),
    );
  for (const [index, sessionId] of sessions.slice(0, 3).entries())
    await addMinutes(
      tx,
      sessionId,
      topics.filter(({ session }) => session === index + 1),
      people,
      heldAt(now, index),
      index,
    );
}

interface Given {
  readonly index: number;
  readonly title: string;
  readonly kind: string;
  readonly status: TopicState;
  readonly session: number;
  readonly declarerId: number;
  readonly intro: string;
  readonly opinion: string;
  readonly author: number;
  readonly archiveId: number | null;
  readonly start: number;
  readonly sessionAt: number;
  readonly sessionId: number | null;
}

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

async function addTopic(tx: Tx, given: Given, names: ReadonlyMap<number, string>, people: People): Promise<DemoTopic> {
  const { index, title, kind, status, session, declarerId, start, sessionAt } = given;
  const [majorCategory = '', recordNo = ''] = MAJOR[title] ?? [];
  const plan = { planPriceFen: 3800 + (index % 6) * 600, costFen: 2_800_000 + (index % 5) * 450_000, unitCostFen: 900 + (index % 4) * 110 };
  const more = { discountBp: 6000, royaltyBp: kind === 'textbook' ? 700 : 800 };
  const draft = status === 'draft';
  const signedAt = sessionAt + 2 * DAY_MS;
  const result = status === 'approved' || status === 'deferred' || status === 'rejected' ? status : '';
  const stageSince = result !== '' ? signedAt : status === 'scheduled' ? start + 2 * DAY_MS : draft ? start : start + DAY_MS;
  const { id } = await tx
    .insertInto('topic')
    .values({
      title,
      kind,
      status,
      declarerId,
      archiveId: given.archiveId,
      authorUserId: given.archiveId === null ? given.author : null,
      deptId: null,
      topicNo: draft ? '' : await yearlyNumber(tx, 'XT', 4, given.start, '-'),
      authorNames: names.get(given.author) ?? '',
      authorIntro: pick(AUTHOR_INTROS, index),
      contentIntro: given.intro,
      significance: pick(SIGNIFICANCE, index),
      targetReaders: pick(['高校学生和青年教师', '二十五到四十岁的散文读者', '中小学生和家长', '语言学习者和旅行者'], index),
      marketAnalysis: draft ? '' : pick(MARKETS, index),
      competitors: JSON.stringify([
        {
          title: pick(['译林散步', '词的行李', '站台与海', '一年的早读'], index),
          publisher: '启明外语音像出版社',
          priceFen: 5800,
          sales: 1905 + index * 37,
        },
        { title: pick(['窗边的语法', '河的方言', '慢车笔记'], index), publisher: '东湖教育出版社', priceFen: 4980, sales: 3200 - index * 41 },
      ]),
      planWordCount: 60 + (index % 7) * 15,
      planPages: 208 + (index % 6) * 16,
      planFormat: pick(['32开', '大32开', '16开'], index),
      planPublishDate: dateOf(given.start + 240 * DAY_MS),
      planPrintRun: 3000 + (index % 5) * 1000,
      ...plan,
      ...more,
      breakEven: breakEven({ ...plan, ...more }) ?? 0,
      isMajor: majorCategory ? '1' : '0',
      majorCategory,
      recordNo: recordNo && `国新出备〔${dateOf(signedAt).slice(0, 4)}〕${recordNo}号`,
      translationRights: '翻译权、改编权未授出',
      stageSince,
      sessionId: result === 'deferred' || result === 'rejected' ? null : given.sessionId,
      submittedAt: draft ? null : start + 4 * HOUR_MS,
      approvedAt: status === 'approved' ? signedAt : null,
      voteFor: result === 'approved' ? 4 : result === 'deferred' ? 2 : result === 'rejected' ? 1 : 0,
      voteAgainst: result === 'deferred' ? 2 : result === 'rejected' ? 3 : 0,
      voteAbstain: result === '' ? 0 : 1,
      opinion: given.opinion,
      createBy: 'editor1',
      createTime: start,
      updateTime: stageSince,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addLog(tx, id, given, people);
  return { id, title, declarerId, session, result, opinion: given.opinion };
}

const dateOf = (at: number): string => new Date(at + 8 * HOUR_MS).toISOString().slice(0, 10);

/** The steps that led to the present state. */
async function addLog(tx: Tx, entityId: number, { status, declarerId, start, sessionAt, opinion }: Given, people: People): Promise<void> {
  const section = people.get('section') ?? 0;
  const manager = people.get('worksadmin') ?? 0;
  const chief = people.get('chief') ?? 0;
  const steps: [event: string, from: string, to: string, operatorId: number, at: number, note: string][] = [
    ['create', '', 'draft', declarerId, start, ''],
  ];
  const add = (...step: (typeof steps)[number]) => steps.push(step);
  if (status !== 'draft') add('submit', 'draft', 'submitted', declarerId, start + 4 * HOUR_MS, '');
  if (status === 'revise') add('sectionReturn', 'submitted', 'revise', section, start + DAY_MS, opinion);
  if (!['draft', 'submitted', 'revise'].includes(status))
    add('sectionPass', 'submitted', 'section_passed', section, start + DAY_MS, '室内讨论同意，建议上会。');
  if (['scheduled', 'approved', 'deferred', 'rejected'].includes(status))
    add('schedule', 'section_passed', 'scheduled', manager, start + 2 * DAY_MS, '');
  const signed = sessionAt + 2 * DAY_MS;
  if (status === 'approved') add('approve', 'scheduled', 'approved', chief, signed, '');
  if (status === 'deferred') add('defer', 'scheduled', 'deferred', chief, signed, opinion);
  if (status === 'rejected') add('reject', 'scheduled', 'rejected', chief, signed, opinion);
  await tx
    .insertInto('flowLog')
    .values(
      steps.map(([event, fromStatus, toStatus, operatorId, at, note]) => ({
        entityType: 'topic',
        entityId,
        event,
        fromStatus,
        toStatus,
        operatorId,
        at,
        note,
      })),
    )
    .execute();
}

async function addSessions(tx: Tx, people: People, now: number): Promise<number[]> {
  const ids: number[] = [];
  for (const index of SESSION_DAYS.keys()) {
    const at = heldAt(now, index);
    const status: SessionState = index < 3 ? 'closed' : 'holding';
    const { id } = await tx
      .insertInto('topicSession')
      .values({
        sessionNo: await yearlyNumber(tx, 'LZ', 3, now, '-'),
        title: `${dateOf(at).slice(0, 4)}年第${index + 1}次选题论证会`,
        level: 'press',
        meetingTime: at,
        place: '三楼会议室',
        hostId: people.get('chief') ?? 0,
        recorderId: people.get('worksadmin') ?? 0,
        status,
        createBy: 'worksadmin',
        createTime: at - 6 * DAY_MS,
        updateTime: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('sessionAttendee')
      .values(ATTENDEES.map((name) => ({ sessionId: id, userId: people.get(name) ?? 0, present: '1' as const })))
      .execute();
    const [manager, chief] = [people.get('worksadmin') ?? 0, people.get('chief') ?? 0];
    const steps = [
      ['create', '', 'planning', manager, at - 6 * DAY_MS],
      ['notify', 'planning', 'notified', manager, at - 5 * DAY_MS],
      ['open', 'notified', 'holding', chief, at],
      ...(index < 3
        ? ([
            ['close', 'holding', 'minuting', chief, at + 2 * HOUR_MS],
            ['sign', 'minuting', 'closed', chief, at + 2 * DAY_MS],
          ] as const)
        : []),
    ] as const;
    await tx
      .insertInto('flowLog')
      .values(
        steps.map(([event, fromStatus, toStatus, operatorId, when]) => ({
          entityType: 'topicSession',
          entityId: id,
          event,
          fromStatus,
          toStatus,
          operatorId,
          at: when,
          note: '',
        })),
      )
      .execute();
    ids.push(id);
  }
  return ids;
}

/** Votes for each result, without the declarer; the open session has one topic decided, one half voted and one not begun. */
const VOTES_FOR: Readonly<Record<string, readonly Vote[]>> = {
  approved: ['for', 'for', 'for', 'for', 'for'],
  deferred: ['for', 'against', 'for', 'against', 'against'],
  rejected: ['against', 'against', 'for', 'against', 'against'],
};
const OPEN_VOTES: readonly (readonly Vote[])[] = [['for', 'for', 'for', 'for'], ['for', 'for'], []];
const SAID: readonly string[] = ['体裁新，读者面清楚。', '建议首印再谨慎一些，视预订加印。', '作者能按时交稿吗？请责任编辑落实。'];

async function addAgenda(tx: Tx, sessionId: number, topics: readonly DemoTopic[], people: People, at: number): Promise<void> {
  for (const [orderNum, topic] of topics.entries()) {
    const voters = ATTENDEES.map((name) => people.get(name) ?? 0).filter((userId) => userId !== topic.declarerId);
    const votes = topic.result === '' ? (OPEN_VOTES[orderNum] ?? []) : (VOTES_FOR[topic.result] ?? []);
    const own = ATTENDEES.some((name) => people.get(name) === topic.declarerId);
    const cast = voters
      .slice(0, votes.length)
      .map((userId, index) => ({ userId, vote: votes[index] as Vote, reason: index === 1 ? pick(SAID, orderNum) : '' }));
    const rows = [...cast, ...(own ? [{ userId: topic.declarerId, vote: 'abstain' as const, reason: '申报人回避' }] : [])];
    const count = (vote: Vote): number => rows.filter((row) => row.vote === vote).length;
    const decided = topic.result !== '';
    await tx
      .insertInto('sessionTopic')
      .values({
        sessionId,
        topicId: topic.id,
        orderNum,
        result: topic.result,
        opinion: topic.opinion,
        ...(decided ? { voteFor: count('for'), voteAgainst: count('against'), voteAbstain: count('abstain') } : {}),
      })
      .execute();
    if (decided)
      await tx
        .updateTable('topic')
        .set({ voteFor: count('for'), voteAgainst: count('against'), voteAbstain: count('abstain') })
        .where('id', '=', topic.id)
        .execute();
    if (rows.length > 0)
      await tx
        .insertInto('topicVote')
        .values(rows.map((row) => ({ ...row, sessionId, topicId: topic.id, createTime: at, updateTime: at })))
        .execute();
  }
}

const RESULT_WORDS: Readonly<Record<string, string>> = { approved: '通过', deferred: '缓议', rejected: '否决' };

async function addMinutes(tx: Tx, sessionId: number, topics: readonly DemoTopic[], people: People, at: number, index: number): Promise<void> {
  const signedAt = at + 2 * DAY_MS;
  const parts = topics.map(
    ({ title, result, opinion }, order) =>
      `<p><strong>议题${order + 1}　《${title}》</strong></p><p>结论：${RESULT_WORDS[result] ?? '待定'}。${opinion || '同意列入选题计划，由申报人与作者联系后续事宜。'}</p>`,
  );
  await tx
    .insertInto('minutes')
    .values({
      sessionId,
      fileNo: await yearlyNumber(tx, 'JY', 3, signedAt, '-'),
      content: `<p>${pick(MEETING_NOTES, index)}</p><p>${pick(MEETING_NOTES, index + 1)}</p>${parts.join('')}`,
      status: 'signed',
      complete: '1',
      signedBy: people.get('chief') ?? 0,
      signedAt,
      createBy: 'worksadmin',
      createTime: at + 2 * HOUR_MS,
      updateTime: signedAt,
    })
    .execute();
}
