import { DAY_MS } from '../../contract/clock.ts';
import type { SlotException, Timetable, TutorExpert, WeeklySlot } from '../../contract/tutor/timetable.ts';
import { TUTOR } from '../../contract/tutor/tutor-limits.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireDate, wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { conflict, failed, forbidden, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { plainText } from '../http/rich-text.ts';
import { openSlots, slotsOfDay, WHOLE_DAY, weekdayOf, type Rules } from './free-slots.ts';
import {
  bookedOf,
  claimProfessor,
  countExperts,
  expertById,
  expertPage,
  professorOf,
  replaceRules,
  rulesOf,
  scholarsOf,
  type ExpertRow,
} from './timetable.queries.ts';

const BRIEF = 80;
const WEEKDAYS = ['', '周一', '周二', '周三', '周四', '周五', '周六', '周日'];

/** Starts of the free slots of these professors, in epoch milliseconds. */
export async function openSlotsOf(
  db: Database | Tx,
  professors: readonly { readonly id: number; readonly tutorMinutes: number }[],
  now: number,
): Promise<Map<number, number[]>> {
  const ids = professors.map(({ id }) => id);
  const { weekly, exceptions } = await rulesOf(db, ids);
  // An appointment of yesterday may still run.
  const booked = await bookedOf(db, ids, now - DAY_MS);
  return new Map(
    professors.map(({ id, tutorMinutes }) => {
      const own = <T extends { professorId: number }>(list: readonly T[]) => list.filter((one) => one.professorId === id);
      return [id, openSlots({ minutes: tutorMinutes, weekly: own(weekly), exceptions: own(exceptions) }, own(booked), now)];
    }),
  );
}

async function cards(db: Database, rows: readonly ExpertRow[]) {
  const slots = await openSlotsOf(db, rows, Date.now());
  const scholars = await scholarsOf(
    db,
    rows.map(({ userId }) => userId),
  );
  return rows.map((row): TutorExpert & { slots: string[] } => {
    const free = slots.get(row.id) ?? [];
    return {
      professorId: row.id,
      professorName: row.nickName,
      avatar: row.avatar,
      title: row.title,
      collegeName: row.collegeName ?? '',
      expertise: row.expertise,
      brief: plainText(row.intro).slice(0, BRIEF),
      feeFen: row.tutorPriceFen,
      minutes: row.tutorMinutes,
      nextSlot: wireTime(free[0] ?? null),
      scholarId: scholars.find(({ userId }) => userId === row.userId)?.id ?? null,
      slots: free.map(wireTime),
    };
  });
}

/** Returns one page of the experts who tutor. */
export async function expertsFor({ db }: AppContext, asked: { pageNum: number; pageSize: number; keyword?: string | undefined }) {
  const { total } = await countExperts(db, asked.keyword);
  const rows = await expertPage(db, asked.keyword, asked.pageSize, (asked.pageNum - 1) * asked.pageSize);
  return { rows: (await cards(db, rows)).map(({ slots: _slots, ...card }) => card), total: Number(total) };
}

export async function expertWithSlots({ db }: AppContext, professorId: number) {
  const row = await expertById(db, professorId);
  const [card] = row ? await cards(db, [row]) : [];
  if (!card) throw missing('该专家暂不接受辅导，请选择其他专家');
  return card;
}

const minuteOf = (start: string): number => (start === '' ? WHOLE_DAY : Number(start.slice(0, 2)) * 60 + Number(start.slice(3)));
const clockOf = (minute: number): string =>
  minute === WHOLE_DAY ? '' : `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

async function timetableOf(db: Database | Tx, userId: number): Promise<(Timetable & { professorId: number }) | null> {
  const professor = await professorOf(db, userId);
  if (!professor) return null;
  const { weekly, exceptions } = await rulesOf(db, [professor.id]);
  const today = wireDate(Date.now());
  return {
    professorId: professor.id,
    tutorEnabled: professor.tutorEnabled === '1',
    minutes: professor.tutorMinutes,
    feeFen: professor.tutorPriceFen,
    version: professor.version,
    slots: weekly.map(({ weekday, startMinute }) => ({ weekday, start: clockOf(startMinute) })),
    exceptions: exceptions
      .filter(({ date }) => date >= today)
      .map(({ date, startMinute, kind }) => ({ date, start: clockOf(startMinute), kind: kind as 'off' | 'extra' })),
  };
}

export async function timetableFor({ db }: AppContext, { userId }: CurrentUser): Promise<Timetable | null> {
  const found = await timetableOf(db, userId);
  if (!found) return null;
  const { professorId: _id, ...timetable } = found;
  return timetable;
}

/** Throws when slots of one day overlap or end after midnight; `slotsOfDay` would leave those out silently. */
function assertNoOverlap(rules: Rules): void {
  const dates = new Set(rules.exceptions.map(({ date }) => date));
  for (let weekday = 1; weekday <= 7; weekday++) {
    const starts = rules.weekly.filter((one) => one.weekday === weekday).map(({ startMinute }) => startMinute);
    reject(WEEKDAYS[weekday] ?? '', starts, rules.minutes);
  }
  for (const date of dates) {
    const own = rules.exceptions.filter((one) => one.date === date);
    const off = new Set(own.filter(({ kind }) => kind === 'off').map(({ startMinute }) => startMinute));
    const extra = own.filter(({ kind }) => kind === 'extra').map(({ startMinute }) => startMinute);
    if (extra.length > 0 && off.has(WHOLE_DAY)) throw invalid(`${date} 已全天停约，不能再加开时段；请先删除停约`);
    const weekly = rules.weekly.filter((one) => one.weekday === weekdayOf(date) && !off.has(one.startMinute)).map(({ startMinute }) => startMinute);
    reject(date, [...weekly, ...extra], rules.minutes);
    if (slotsOfDay(rules, date).length < extra.length) throw invalid(`${date} 的加开时段与其他时段重叠，请调整时间`);
  }
}

function reject(day: string, starts: readonly number[], minutes: number): void {
  const sorted = [...starts].sort((a, b) => a - b);
  for (const [index, start] of sorted.entries()) {
    if (start + minutes > 1440) throw invalid(`${day} ${clockOf(start)} 的时段到次日才结束（每次 ${minutes} 分钟），请提前`);
    const next = sorted[index + 1];
    if (next !== undefined && next < start + minutes)
      throw invalid(`${day} ${clockOf(start)} 与 ${clockOf(next)} 重叠：每次辅导 ${minutes} 分钟，请调整时间`);
  }
}

interface Lists {
  readonly slots: readonly WeeklySlot[];
  readonly exceptions: readonly SlotException[];
  readonly version: number;
}

/** Replaces the caller's timetable. Appointments that were made before stay. */
export async function storeTimetable(caller: RequestCaller, { slots, exceptions, version }: Lists): Promise<Timetable> {
  const { currentUser } = caller;
  return withOperationLog(caller, { title: '辅导时段' }, async (tx) => {
    const before = await timetableOf(tx, currentUser.userId);
    if (!before) throw forbidden('专家才能设置辅导时段');
    const now = Date.now();
    const last = wireDate(now + TUTOR.daysAhead * DAY_MS);
    const weekly = slots.map(({ weekday, start }) => ({ weekday, startMinute: minuteOf(start) }));
    const special = exceptions
      .filter(({ date }) => date >= wireDate(now))
      .map(({ date, start, kind }) => ({ date, startMinute: minuteOf(start), kind }));
    const late = special.find(({ date }) => date > last);
    if (late) throw invalid(`${late.date} 超出${TUTOR.daysAhead}天，请到时再设置`);
    if (special.some(({ date }) => Number.isNaN(Date.parse(`${date}T00:00:00Z`)))) throw invalid('请选择日期');
    const keys = special.map(({ date, startMinute, kind }) => `${date} ${startMinute} ${kind}`);
    if (new Set(keys).size < keys.length) throw invalid('例外里有重复的日期和时间，请删去一条');
    assertNoOverlap({ minutes: before.minutes, weekly, exceptions: special });
    if ((await claimProfessor(tx, before.professorId, version, currentUser.userName)) !== 1) throw conflict();
    await replaceRules(tx, before.professorId, weekly, special);
    const after = await timetableOf(tx, currentUser.userId);
    if (!after) throw failed('保存失败，请刷新后重试');
    const { professorId: _id, ...timetable } = after;
    return timetable;
  });
}
