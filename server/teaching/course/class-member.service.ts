import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { DataOf } from '../../../contract/endpoint.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import type { ClassMember, classOffer, joinClass, MEMBER_ACTIONS, RosterResult } from '../../../contract/teaching/course-class.ts';
import { TEACHING, type MemberRole, type MemberState } from '../../../contract/teaching/teaching-limits.ts';
import type { AppContext } from '../../context.ts';
import { placesIn, headingAt } from '../../crud/sheet-heading.ts';
import { readSheet } from '../../crud/sheet-reading.ts';
import { sheetUpload } from '../../crud/sheet-upload.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { AppError, failed, invalid, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { assertNotUsedUp, countEvent, type RateLimit } from '../../http/rate-limit.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { classFor, classGone, CLASS_CODES, requireLive } from './class-access.service.ts';
import { seatsOnJoining, seatsOnLeaving } from './class-seat.service.ts';
import { courseTotals } from './course-total.service.ts';
import { classPath } from './course-class.service.ts';
import { classByCode, classById, lockClass, type ClassRow } from './course-class.queries.ts';
import { activeCount, insertMember, memberById, memberOf, membersOf, updateMember, type MemberRow, type NewMember } from './class-member.queries.ts';
import { isOwnMembership, teachesCourse } from './course-class.policy.ts';
import { textbookCards } from './course.service.ts';

const WRONG_CODES: RateLimit = { name: 'class-code', points: 20, windowMs: 3_600_000, message: '您输错班级码太多次了，请一小时后再试' };
const wrongCode = (): AppError => failed('班级码不正确或已停用');

interface Found {
  readonly code?: string | undefined;
  readonly classId?: number | undefined;
}

/** The class of a code, or an open class of a course for everybody. Wrong codes are counted. */
async function findClass(context: AppContext, db: Database | Tx, { userId }: CurrentUser, { code, classId }: Found): Promise<ClassRow> {
  await assertNotUsedUp(context, WRONG_CODES, userId);
  const row = code !== undefined ? await classByCode(db, code) : classId !== undefined ? await classById(db, classId) : undefined;
  const open = row !== undefined && row.joinOpen === '1' && (code !== undefined || (row.openToAll === '1' && row.status === 'open'));
  if (open) return row;
  await countEvent(context, WRONG_CODES, userId);
  throw code === undefined ? classGone() : wrongCode();
}

export async function offerOf(context: AppContext, currentUser: CurrentUser, found: Found): Promise<DataOf<typeof classOffer>> {
  const row = await findClass(context, context.db, currentUser, found);
  const members = await membersOf(context.db, row.id);
  const own = members.find((member) => isOwnMembership(member, currentUser));
  return {
    classId: row.id,
    className: row.className,
    courseName: row.courseName,
    teacherName: row.teacherName ?? '',
    textbooks: (await textbookCards(context.db, [row.publishIds]))(row.publishIds),
    approve: row.approve,
    memberStatus: teachesCourse(row, currentUser) ? 'active' : ((own?.status as MemberState | undefined) ?? ''),
    roster: members.some(({ userId }) => userId === null),
  };
}

/** The unclaimed name of the roster that fits: by its number, else by the name when it stands there once. */
function rosterName(members: readonly MemberRow[], memberName: string, studentNo: string): MemberRow | undefined {
  const free = members.filter(({ userId, status }) => userId === null && status !== 'removed');
  const numbered = studentNo === '' ? undefined : free.find((one) => one.studentNo === studentNo);
  if (numbered) return numbered;
  const named = free.filter((one) => one.memberName === memberName && (one.studentNo === '' || studentNo === ''));
  return named.length === 1 ? named[0] : undefined;
}

export async function join(context: AppContext, currentUser: CurrentUser, body: z.output<typeof joinClass.body>): Promise<DataOf<typeof joinClass>> {
  const { memberName, studentNo } = body;
  const found = await findClass(context, context.db, currentUser, body);
  return context.db.transaction().execute(async (tx) => {
    await lockClass(tx, found.id);
    const row = await classById(tx, found.id);
    if (!row) throw classGone();
    requireLive(row, '加入');
    if (teachesCourse(row, currentUser)) throw failed('您是这个班级的老师，不用加入');
    const members = await membersOf(tx, row.id);
    const before = members.find((member) => isOwnMembership(member, currentUser));
    if (before?.status === 'active' || before?.status === 'waiting') throw new AppError(CLASS_CODES.member, '您已在这个班级');
    if (before?.status === 'removed') throw failed('您已被老师移出这个班级，请联系老师恢复');
    if ((await activeCount(tx, row.id)) >= row.memberLimit) throw new AppError(CLASS_CODES.full, '班级人数已满');
    if (
      studentNo !== '' &&
      members.some((one) => one.studentNo === studentNo && one.userId !== null && one.id !== before?.id && one.status !== 'left')
    )
      throw failed('这个学号已有同学使用，请核对；如果是您本人，请联系老师');
    const known = before ? undefined : rosterName(members, memberName, studentNo);
    // The teacher has written the names of a roster: who finds the own name does not wait.
    const status = row.approve === '1' && !known && !before ? 'waiting' : 'active';
    const now = Date.now();
    const columns = { memberName: known?.memberName ?? memberName, studentNo: known?.studentNo || studentNo, status, consentAt: now, joinedAt: now };
    const kept = before ?? known;
    if (kept) await updateMember(tx, kept.id, { ...columns, userId: currentUser.userId }, now);
    else await insertMember(tx, { ...columns, classId: row.id, userId: currentUser.userId, role: 'student', createBy: currentUser.userName }, now);
    if (status === 'active') await seatsOnJoining(tx, row, currentUser.userId);
    else
      await sendMessage(tx, {
        userId: row.teacherId,
        type: 'task',
        title: `${memberName}申请加入《${row.className}》`,
        link: `${classPath(row.id)}?tab=members`,
      });
    return { classId: row.id, status };
  });
}

/** Answers stay, and are there again when the student joins again; seats of the class are free again. */
export const leave = ({ db }: AppContext, currentUser: CurrentUser, classId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockClass(tx, classId);
    const member = await memberOf(tx, classId, currentUser.userId);
    if (!member || (member.status !== 'active' && member.status !== 'waiting')) throw classGone();
    await updateMember(tx, member.id, { status: 'left' }, Date.now());
    await seatsOnLeaving(tx, classId, currentUser.userId);
  });

const STATE_ORDER: Readonly<Record<string, number>> = { waiting: 0, active: 1, left: 2, removed: 3 };

export async function membersFor({ db }: AppContext, currentUser: CurrentUser, classId: number): Promise<ClassMember[]> {
  const { row, role } = await classFor(db, currentUser, classId);
  const rows = await membersOf(db, classId);
  const totals = await courseTotals(db, row);
  const staff = role !== 'student';
  const seen = staff
    ? rows
    : rows.filter((one) => isOwnMembership(one, currentUser) || (row.showMembers === '1' && one.status === 'active' && one.userId !== null));
  return seen
    .toSorted(
      (one, two) => (STATE_ORDER[one.status] ?? 9) - (STATE_ORDER[two.status] ?? 9) || one.studentNo.localeCompare(two.studentNo) || one.id - two.id,
    )
    .map((one) => {
      const own = isOwnMembership(one, currentUser);
      return {
        memberId: one.id,
        role: one.role as MemberRole,
        memberName: one.memberName,
        studentNo: staff || own ? one.studentNo : '',
        status: one.status as MemberState,
        claimed: one.userId !== null,
        own,
        joinedAt: staff || own ? wireTime(one.joinedAt) : '',
        total: (staff || own) && one.userId !== null ? (totals.get(one.userId) ?? null) : null,
      };
    });
}

type Action = (typeof MEMBER_ACTIONS)[number];
const STEPS: Readonly<Record<Action, { readonly from: readonly MemberState[]; readonly set: Partial<NewMember>; readonly title: string }>> = {
  accept: { from: ['waiting'], set: { status: 'active' }, title: '老师已同意您加入' },
  remove: { from: ['waiting', 'active'], set: { status: 'removed' }, title: '老师已将您移出' },
  restore: { from: ['removed', 'left'], set: { status: 'active' }, title: '老师已将您恢复到' },
  assistant: { from: ['active'], set: { role: 'assistant' }, title: '老师请您担任助教：' },
  student: { from: ['active'], set: { role: 'student' }, title: '您已不再担任助教：' },
};

export const changeMember = ({ db }: AppContext, currentUser: CurrentUser, memberId: number, action: Action): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const member = await memberById(tx, memberId);
    if (!member) throw missing('班级里没有这位成员，请刷新后重试');
    const { row } = await classFor(tx, currentUser, member.classId, 'teacher');
    requireLive(row, '调整成员');
    await lockClass(tx, row.id);
    const { from, set, title } = STEPS[action];
    if (!from.includes(member.status as MemberState)) throw failed('成员的状态已变化，请刷新后重试');
    if (action === 'restore' && (await activeCount(tx, row.id)) >= row.memberLimit) throw new AppError(CLASS_CODES.full, '班级人数已满');
    if (action === 'assistant' && member.userId === null) throw failed('这个名字还没有人认领，不能设为助教');
    await updateMember(tx, member.id, set, Date.now());
    if (member.userId === null) return;
    await sendMessage(tx, { userId: member.userId, type: 'task', title: `${title}《${row.className}》`, link: classPath(row.id) });
    if (set.status === 'active') await seatsOnJoining(tx, row, member.userId);
    if (set.status === 'removed') await seatsOnLeaving(tx, row.id, member.userId);
  });

export const rename = ({ db }: AppContext, currentUser: CurrentUser, memberId: number, memberName: string, studentNo: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const member = await memberById(tx, memberId);
    if (!member) throw missing('班级里没有这位成员，请刷新后重试');
    await classFor(tx, currentUser, member.classId, 'teacher');
    if (studentNo !== '' && (await membersOf(tx, member.classId)).some((one) => one.id !== member.id && one.studentNo === studentNo))
      throw failed('这个学号已有同学使用，请核对');
    await updateMember(tx, member.id, { memberName, studentNo }, Date.now());
  });

interface RosterLine {
  readonly memberName: string;
  readonly studentNo: string;
}

const tidy = (text: string): string => visibleText(text).normalize('NFC').replace(/\s+/g, ' ').trim();

/** Adds the names of a roster that are not in the class. A line matches by its number, without one by its name. */
export const addNames = (
  { db }: AppContext,
  currentUser: CurrentUser,
  classId: number,
  lines: readonly (RosterLine & { readonly line: number })[],
): Promise<RosterResult> =>
  db.transaction().execute(async (tx) => {
    const { row } = await classFor(tx, currentUser, classId, 'teacher');
    requireLive(row, '导入名单');
    await lockClass(tx, row.id);
    const members = await membersOf(tx, classId);
    const numbers = new Map(members.flatMap((one) => (one.studentNo === '' ? [] : [[one.studentNo, one.memberName] as const])));
    const names = new Set(members.map((one) => one.memberName));
    const result: { added: number; known: number; rejected: { line: number; why: string }[] } = { added: 0, known: 0, rejected: [] };
    let places = TEACHING.classMembers - members.length;
    const now = Date.now();
    for (const { line, ...asked } of lines) {
      const memberName = tidy(asked.memberName);
      const studentNo = tidy(asked.studentNo);
      const why = faultOf(memberName, studentNo, numbers, places);
      if (why !== '') result.rejected.push({ line, why });
      else if (studentNo === '' ? names.has(memberName) : numbers.has(studentNo)) result.known += 1;
      else {
        await insertMember(
          tx,
          {
            classId,
            userId: null,
            role: 'student',
            memberName,
            studentNo,
            status: 'active',
            consentAt: null,
            joinedAt: null,
            createBy: currentUser.userName,
          },
          now,
        );
        if (studentNo !== '') numbers.set(studentNo, memberName);
        names.add(memberName);
        places -= 1;
        result.added += 1;
      }
    }
    return result;
  });

function faultOf(memberName: string, studentNo: string, numbers: ReadonlyMap<string, string>, places: number): string {
  if (memberName === '') return '没有姓名';
  if ([...memberName].length > TEACHING.memberName) return `姓名不能超过${TEACHING.memberName}个字`;
  if ([...studentNo].length > TEACHING.studentNo) return `学号不能超过${TEACHING.studentNo}个字`;
  const known = studentNo === '' ? undefined : numbers.get(studentNo);
  if (known !== undefined && known !== memberName) return `学号${studentNo}已是“${known}”的，请核对`;
  if (known === undefined && places <= 0) return `名单不能超过${TEACHING.classMembers}人`;
  return '';
}

/** The names of a spreadsheet with a heading 姓名 and, where there is one, 学号. */
export async function addNamesOfSheet(
  context: AppContext,
  currentUser: CurrentUser,
  classId: number,
  request: FastifyRequest,
): Promise<RosterResult> {
  const { bytes, name } = await sheetUpload(request);
  const lines = await readSheet(bytes, name);
  const at = headingAt(lines, ['姓名', '学号']);
  const places = placesIn(lines[at]);
  const nameAt = places.get('姓名');
  if (nameAt === undefined) throw invalid('表格里没有“姓名”一列，请检查表头');
  const numberAt = places.get('学号');
  const below = lines.slice(at + 1);
  if (below.length > TEACHING.classMembers) throw invalid(`一次最多导入${TEACHING.classMembers}人`);
  return addNames(
    context,
    currentUser,
    classId,
    below.map(({ number, cells }) => ({
      line: number,
      memberName: cells[nameAt] ?? '',
      studentNo: numberAt === undefined ? '' : (cells[numberAt] ?? ''),
    })),
  );
}
