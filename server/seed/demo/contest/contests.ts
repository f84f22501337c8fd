import { DAY_MS } from '../../../../contract/clock.ts';
import type { SubmitState } from '../../../../contract/contest/contest-submit.machine.ts';
import type { RoundType } from '../../../../contract/contest/contest-limits.ts';
import { seeded } from '../../../contest/judging/allocation.ts';
import type { Tx } from '../../../db/database.ts';
import { nextNumber } from '../../../db/sequence.ts';
import { CRITERIA, judged, type Entry, type People, type Plan } from './contest-judging.ts';
import { COVER, ESSAY, RECITATION, TRANSLATION, type DemoField } from './contest-texts.ts';

const HOUR_MS = 3_600_000;

const PLANS: readonly Plan[] = [
  {
    text: RECITATION,
    status: 'collecting',
    submitStart: -20,
    submitEnd: 18,
    rounds: [
      { type: 1, from: 19, to: 30, perWork: 3, passes: 0, status: 'pending' },
      { type: 2, from: 31, to: 44, perWork: 5, passes: 10, status: 'pending' },
      { type: 3, from: 45, to: 55, perWork: 5, passes: 0, status: 'pending' },
    ],
  },
  {
    text: TRANSLATION,
    status: 'judging',
    submitStart: -70,
    submitEnd: -30,
    rounds: [
      { type: 1, from: -29, to: -15, perWork: 3, passes: 10, status: 'confirmed' },
      { type: 2, from: -10, to: 6, perWork: 3, passes: 6, status: 'open' },
      { type: 3, from: 8, to: 20, perWork: 5, passes: 0, status: 'pending' },
    ],
  },
  {
    text: COVER,
    status: 'publicity',
    submitStart: -90,
    submitEnd: -50,
    rounds: [
      { type: 1, from: -49, to: -38, perWork: 3, passes: 6, status: 'confirmed' },
      { type: 2, from: -37, to: -8, perWork: 5, passes: 0, status: 'confirmed' },
    ],
  },
  {
    text: ESSAY,
    status: 'finished',
    submitStart: -200,
    submitEnd: -150,
    rounds: [
      { type: 1, from: -149, to: -135, perWork: 2, passes: 5, status: 'confirmed' },
      { type: 2, from: -134, to: -115, perWork: 4, passes: 4, status: 'confirmed' },
      { type: 3, from: -114, to: -100, perWork: 3, passes: 0, status: 'confirmed' },
    ],
  },
];

/** Four contests in four states with entries, judges and tasks; dates are relative to the day of installation. */
export async function addContests(tx: Tx, now: number): Promise<void> {
  const users = new Map((await tx.selectFrom('user').select(['id', 'userName']).execute()).map((user) => [user.userName, user.id]));
  const idOf = (userName: string): number => users.get(userName) ?? 0;
  const judges = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => idOf(`judge${n}`));
  const people: People = {
    judges,
    contestants: Array.from({ length: 20 }, (_one, at) => idOf(`reader${at + 3}`)),
    ops: idOf('opsadmin'),
    second: idOf('admin'),
    first: judges[0] ?? 0,
  };
  for (const [index, plan] of PLANS.entries()) await addContest(tx, plan, index, people, now);
}

async function addContest(tx: Tx, plan: Plan, index: number, people: People, now: number): Promise<void> {
  const { text } = plan;
  const day = (days: number): number => now + days * DAY_MS;
  const created = day(plan.submitStart - 15);
  const stamps = { createBy: 'opsadmin', createTime: created, updateTime: created };
  const { id: contestId } = await tx
    .insertInto('contest')
    .values({
      title: text.title,
      theme: text.theme,
      organizer: text.organizer,
      ownerId: people.ops,
      secondId: people.second,
      groups: JSON.stringify(text.groups),
      intro: text.intro,
      rules: text.rules,
      awardPlan: JSON.stringify(text.awards),
      submitStart: day(plan.submitStart),
      submitEnd: day(plan.submitEnd),
      maxPerUser: 3,
      workKinds: JSON.stringify(text.workKinds),
      fileTypes: JSON.stringify(text.fileTypes),
      fileMaxMb: 50,
      allowTeam: index === 2 ? '1' : '0',
      teamMax: 3,
      contact: '027-00000000',
      publicityEnd: plan.status === 'publicity' ? day(4) : plan.status === 'finished' ? day(-92) : null,
      status: plan.status,
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('contestJudge')
    .values(
      people.judges.map((userId, at) => ({
        contestId,
        userId,
        intro: ['译审，译过十余部小说', '编审，做了二十年外语教材', '大学教师，研究朗读与教学'][at % 3] ?? '',
        ...stamps,
      })),
    )
    .execute();
  await addFields(tx, contestId, text.fields ?? [], stamps);
  const works = await addEntries(tx, plan, contestId, index, people, now);
  const roundIds = new Map<RoundType, number>();
  for (const round of plan.rounds) {
    const score = round.type !== 1;
    const { id } = await tx
      .insertInto('contestRound')
      .values({
        contestId,
        roundType: round.type,
        mode: score ? 'score' : 'pass_fail',
        startTime: day(round.from),
        endTime: day(round.to),
        judgesPerSubmit: round.perWork,
        criteria: score ? JSON.stringify(CRITERIA) : '[]',
        passQuota: score ? round.passes : 0,
        formLockedAt: round.status === 'pending' ? null : day(round.from),
        closedAt: round.status === 'confirmed' ? day(round.to) : null,
        seed: round.status === 'pending' ? 0 : 1,
        status: round.status,
        ...stamps,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    roundIds.set(round.type, id);
  }
  await judged(tx, plan, contestId, roundIds, works, people, now);
  if (plan.status === 'publicity') await addObjections(tx, contestId, people, now);
}

const fieldKey = (order: number): string => `f${order + 1}`;

async function addFields(
  tx: Tx,
  contestId: number,
  fields: readonly DemoField[],
  stamps: { createBy: string; createTime: number; updateTime: number },
): Promise<void> {
  for (const [order, { label, component, required, identifying, most = 0, options = [] }] of fields.entries())
    await tx
      .insertInto('programField')
      .values({
        entityType: 'contestSubmit',
        contestId,
        fieldKey: fieldKey(order),
        label,
        component,
        required: required ? '1' : '0',
        identifying: identifying ? '1' : '0',
        rules: JSON.stringify({ least: 0, most, options }),
        span: 24,
        orderNum: order,
        ...stamps,
      })
      .execute();
  // The next field that staff add gets the next key.
  for (const _field of fields) await nextNumber(tx, `contestField${contestId}`);
}

async function addEntries(tx: Tx, plan: Plan, contestId: number, index: number, people: People, now: number): Promise<Entry[]> {
  const { text } = plan;
  const made: Entry[] = [];
  const next = seeded(index + 5);
  for (const [at, [title, intro]] of text.entries.entries()) {
    const groupName = text.groups[at % text.groups.length] ?? '';
    const userId = people.contestants[(at + index * 5) % people.contestants.length] ?? 0;
    // In the contest that collects, one entry of each kind that a contestant meets.
    const status: SubmitState = plan.status === 'collecting' ? (at === 6 ? 'returned' : at === 7 ? 'draft' : 'submitted') : 'in_preliminary';
    const submittedAt = status === 'draft' ? null : now + (plan.submitStart + (Math.min(plan.submitEnd, -1) - plan.submitStart) * next()) * DAY_MS;
    const number =
      status === 'draft' ? '' : `DS${contestId}-${groupName}-${String(await nextNumber(tx, `DS${contestId}-${groupName}`)).padStart(4, '0')}`;
    const time = submittedAt ?? now - DAY_MS;
    const { id } = await tx
      .insertInto('contestSubmit')
      .values({
        submitNo: number,
        contestId,
        userId,
        groupName,
        title,
        intro,
        ext: JSON.stringify(Object.fromEntries((text.fields ?? []).map(({ values }, order) => [fieldKey(order), values[at % values.length] ?? '']))),
        promise: '1',
        collegeId: null,
        finalScore: null,
        returnReason: status === 'returned' ? '录音里报出了学校的名字，请剪去后重新上传。' : '',
        returnUntil: status === 'returned' ? now + 30 * HOUR_MS : null,
        submittedAt: submittedAt === null ? null : Math.round(submittedAt),
        status,
        createBy: 'reader',
        createTime: Math.round(time),
        updateTime: Math.round(time),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (status !== 'draft') made.push({ id, groupName, title, userId });
  }
  return made;
}

async function addObjections(tx: Tx, contestId: number, people: People, now: number): Promise<void> {
  const [first, second] = await tx
    .selectFrom('contestSubmit')
    .select('id')
    .where('contestId', '=', contestId)
    .where('rank', '>', 0)
    .orderBy('rank')
    .limit(2)
    .execute();
  const base = { contestId, contact: '', createTime: now - 2 * DAY_MS, updateTime: now - DAY_MS };
  await tx
    .insertInto('contestObjection')
    .values([
      {
        ...base,
        submitId: second?.id ?? null,
        userId: people.contestants[1] ?? 0,
        content: '说明里没有写字体的授权来源，希望核对。',
        status: 'dismissed',
        reply: '作者已补交字体授权书，经核对有效，名次不变。',
        handledBy: people.ops,
        handledAt: now - DAY_MS,
      },
      {
        ...base,
        submitId: first?.id ?? null,
        userId: people.contestants[2] ?? 0,
        content: '构图与一本旧书的封面相近，附上那本书的版权页信息，请核对是否原创。',
        status: 'open',
        reply: '',
        handledBy: null,
        handledAt: null,
      },
    ])
    .execute();
}
