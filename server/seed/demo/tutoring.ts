import { DAY_MS } from '../../../contract/clock.ts';
import { tutorMachine, type TutorEvent, type TutorState } from '../../../contract/tutor/tutor.machine.ts';
import { wireDate } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { nextNumber } from '../../db/sequence.ts';
import { DEMO_TUTORS, FIELDS, INTROS, WEEKLY, type DemoTutor } from './tutoring-texts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const WEEK_DAYS = 7;
/** Days between the request and the appointment. */
const AHEAD_DAYS = 8;

interface Expert {
  readonly id: number;
  readonly userId: number;
  readonly tutorMinutes: number;
  readonly tutorPriceFen: number;
}
type Step = readonly [event: TutorEvent | 'apply', to: TutorState, by: 'applicant' | 'expert' | 'staff', note: string];

/** Timetables of three professors and tutorings in every state; dates are relative to the day of installation. */
export async function addTutoring(tx: Tx, now: number): Promise<void> {
  const users = new Map((await tx.selectFrom('user').select(['id', 'userName']).execute()).map((user) => [user.userName, user.id]));
  const experts = new Map<string, Expert>();
  for (const [userName, weekly] of Object.entries(WEEKLY)) {
    const userId = users.get(userName) ?? 0;
    // The third one tutors for free.
    const fee = userName === 'prof3' ? { tutorPriceFen: 0 } : {};
    const expert = await tx
      .updateTable('professor')
      .set({ tutorEnabled: '1', intro: INTROS[userName] ?? '', expertise: FIELDS[userName] ?? '', ...fee })
      .where('userId', '=', userId)
      .returning(['id', 'userId', 'tutorMinutes', 'tutorPriceFen'])
      .executeTakeFirst();
    if (!expert) continue;
    experts.set(userName, expert);
    await tx
      .insertInto('tutorSlot')
      .values(weekly.map(([weekday, startMinute]) => ({ professorId: expert.id, weekday, startMinute })))
      .execute();
  }
  const first = experts.get('prof1');
  if (first)
    await tx
      .insertInto('tutorException')
      .values([
        { professorId: first.id, date: wireDate(now + 18 * DAY_MS), startMinute: -1, kind: 'off' },
        { professorId: first.id, date: wireDate(now + 3 * DAY_MS), startMinute: 1230, kind: 'extra' },
      ])
      .execute();
  const used = new Set<string>();
  for (const one of DEMO_TUTORS) {
    const expert = experts.get(one.expert);
    if (expert) await addOne(tx, one, expert, users, startOf(one, used, now), now);
  }
}

/** The first unused slot of the expert on or after a day; weeks of the past stay in the past. */
function startOf({ expert, day }: DemoTutor, used: Set<string>, now: number): number {
  const weekly = WEEKLY[expert] ?? [];
  const from = day < 0 ? day - WEEK_DAYS : day;
  for (let ahead = 0; ; ahead++) {
    const date = wireDate(now + (from + ahead) * DAY_MS);
    const midnight = Date.parse(`${date}T00:00:00+08:00`);
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || WEEK_DAYS;
    for (const [on, minute] of weekly) {
      const key = `${expert} ${date} ${minute}`;
      if (on !== weekday || used.has(key)) continue;
      used.add(key);
      return midnight + minute * MINUTE_MS;
    }
  }
}

/** The steps that lead to the state of a tutoring. */
function stepsTo({ status, reason = '', summary = '', ratingNote = '' }: DemoTutor, fee: boolean): Step[] {
  const apply: Step = ['apply', 'applied', 'applicant', ''];
  if (status === 'applied') return [apply];
  if (status === 'declined') return [apply, ['decline', 'declined', 'expert', reason]];
  const accept: Step[] = fee ? [['accept', 'wait_pay', 'expert', '']] : [['accept', 'scheduled', 'expert', '']];
  if (status === 'wait_pay') return [apply, ...accept];
  const scheduled: Step[] = [apply, ...accept, ...(fee ? [['paid', 'scheduled', 'expert', '银行转账，当天到账'] as const] : [])];
  if (status === 'cancelled')
    return reason.includes('工作人员')
      ? [...scheduled, ['arbitrate', 'cancelled', 'staff', reason]]
      : [...scheduled, ['cancel', 'cancelled', 'applicant', reason]];
  const done: Step[] = [...scheduled, ['finish', 'done', 'expert', summary]];
  if (status === 'scheduled') return scheduled;
  return status === 'done' ? done : [...done, ['rate', 'rated', 'applicant', ratingNote]];
}

async function addOne(tx: Tx, one: DemoTutor, expert: Expert, users: ReadonlyMap<string, number>, expectTime: number, now: number): Promise<void> {
  const userId = users.get(one.who) ?? 0;
  const createTime = Math.min(expectTime - AHEAD_DAYS * DAY_MS, now - 2 * DAY_MS);
  const day = wireDate(createTime).replaceAll('-', '');
  const tutorNo = `FD${day}${String(await nextNumber(tx, `tutor:${day}`)).padStart(4, '0')}`;
  // An order pays the fee, and takes it further.
  const status = one.byOrder ? 'wait_pay' : one.status;
  const steps = stepsTo({ ...one, status }, expert.tutorPriceFen > 0);
  const accepted = steps.some(([event]) => event === 'accept');
  const paid = steps.find(([event]) => event === 'paid');
  const after = (event: string): boolean => event === 'finish' || event === 'rate';
  // Steps before the appointment lie an hour apart; a summary and a rating follow it.
  const timeOf = (event: string, at: number): number =>
    after(event) ? expectTime + (event === 'finish' ? 2 : 26) * HOUR_MS : Math.min(createTime + at * HOUR_MS, now - HOUR_MS);
  const { id } = await tx
    .insertInto('tutor')
    .values({
      tutorNo,
      userId,
      professorId: expert.id,
      expertUserId: expert.userId,
      topic: one.topic,
      question: one.question,
      mode: one.mode,
      expectTime,
      confirmTime: accepted ? createTime + HOUR_MS : null,
      minutes: expert.tutorMinutes,
      link: accepted ? (one.link ?? '') : '',
      feeFen: expert.tutorPriceFen,
      refundFen: status === 'cancelled' ? expert.tutorPriceFen : 0,
      payNote: paid?.[3] ?? '',
      summary: one.byOrder ? '' : (one.summary ?? ''),
      rating: one.rating ?? null,
      ratingNote: one.ratingNote ?? '',
      status,
      createBy: one.who,
      createTime,
      updateTime: timeOf(steps.at(-1)?.[0] ?? 'apply', steps.length - 1),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const actors = { applicant: userId, expert: expert.userId, staff: users.get('opsadmin') ?? 0 };
  for (const [at, [event, to, by, note]] of steps.entries())
    await tx
      .insertInto('flowLog')
      .values({
        entityType: tutorMachine.entity,
        entityId: id,
        event,
        fromStatus: steps[at - 1]?.[1] ?? '',
        toStatus: to,
        note,
        operatorId: actors[by],
        at: timeOf(event, at),
      })
      .execute();
  for (const [at, text] of (one.thread ?? []).entries())
    await tx
      .insertInto('tutorMessage')
      .values({
        tutorId: id,
        userId: text.startsWith('>') ? userId : expert.userId,
        content: text.replace(/^>/, ''),
        createTime: Math.min(createTime + (20 + at) * HOUR_MS, now - (10 - at) * MINUTE_MS),
      })
      .execute();
}
