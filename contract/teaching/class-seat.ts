import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { TEACHING } from './teaching-limits.ts';

export const CLASS_SEAT_CODES = { ended: 23706, short: 23707 } as const;

const pool = z.object({
  poolId: z.number(),
  publishId: z.number(),
  title: z.string(),
  /** Seats without those that were returned for a refund. */
  n: z.number(),
  given: z.number(),
  free: z.number(),
  /** `yyyy-MM-dd`, or empty without an end. */
  endDate: z.string(),
  ended: z.boolean(),
  /** Closed by staff: it gives no seats any more, and those given stay. */
  closed: z.boolean(),
  /** New members of this class get a seat at once. */
  auto: z.boolean(),
  /** Members of this class who hold a seat. */
  holders: z.array(
    z.object({
      memberId: z.number(),
      opened: z.boolean(),
      /** False for a bought seat whose reader has opened the book: it cannot be taken back. */
      mayTake: z.boolean(),
    }),
  ),
});
export type ClassSeatPool = z.output<typeof pool>;

const one = z.object({ classId: id });

/** Pools of the teacher for the textbooks of the course. */
export const classSeats = endpoint('GET /teaching/seat/{classId}', {
  summary: '班级的席位',
  access: 'teaching:course:teach',
  params: one,
  data: z.array(pool),
});

const picked = z.object({
  poolId: id,
  memberIds: z.array(id).min(1, '请先勾选成员').max(TEACHING.classMembers, `一次最多选${TEACHING.classMembers}人`),
});
const result = z.object({ done: z.number(), skipped: z.array(z.object({ memberId: z.number(), reason: z.string() })) });
export type SeatResult = z.output<typeof result>;

/** Gives seats to members. A member who cannot have one is skipped, with the reason. With fewer free seats than members it fails and gives none. */
export const giveClassSeats = endpoint('POST /teaching/seat/give/{classId}', {
  summary: '给成员分配席位',
  access: 'teaching:course:teach',
  params: one,
  body: picked,
  data: result,
});
export const takeClassSeats = endpoint('POST /teaching/seat/take/{classId}', {
  summary: '收回成员的席位',
  access: 'teaching:course:teach',
  params: one,
  body: picked,
  data: result,
});
export const setAutoSeats = endpoint('PUT /teaching/seat/auto/{classId}', {
  summary: '加入时自动分配席位',
  access: 'teaching:course:teach',
  params: one,
  body: z.object({ poolId: id, auto: z.boolean('请选择是否自动分配') }),
});
