import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';

/** One thing that a user holds: nobody else can go on with it. */
export interface HeldItem {
  readonly id: number;
  /** Title of the business object. */
  readonly title: string;
  /** What the user is to do with it. */
  readonly note: string;
}

/** Who hands over to whom, inside the transaction that stops the account. The permission is checked by the caller. */
export interface Handover {
  readonly tx: Tx;
  readonly actor: CurrentUser;
  readonly from: number;
  readonly reason: string;
}

/** A kind of work that users hold. An area lists its kinds in its manifest. */
export interface HeldWork {
  /** Letters only. */
  readonly key: string;
  readonly label: string;
  readonly items: (tx: Tx, userId: number) => Promise<readonly HeldItem[]>;
  /** Gives one item to `to`. Throws an `AppError` when that user may not have it. */
  readonly handOver: (handover: Handover, itemId: number, to: number) => Promise<void>;
  /** Gives one item back to those who assign such work. */
  readonly release: (handover: Handover, itemId: number) => Promise<void>;
}

const kinds = new Map<string, HeldWork>();

/** Registers the kinds of the areas. */
export function registerHeldWork(list: readonly HeldWork[]): void {
  for (const kind of list) {
    if (kinds.has(kind.key)) throw new Error(`the held work ${kind.key} is registered twice`);
    kinds.set(kind.key, kind);
  }
}

export interface HeldRow extends HeldItem {
  readonly key: string;
  readonly label: string;
}

/** Everything that a user holds, by kind. */
export async function heldBy(tx: Tx, userId: number): Promise<HeldRow[]> {
  const rows: HeldRow[] = [];
  for (const { key, label, items } of kinds.values()) for (const item of await items(tx, userId)) rows.push({ key, label, ...item });
  return rows;
}

/** Handing over everything: `to` null leaves all to those who assign such work, `leave` only what `to` may not have. */
export interface Successor {
  readonly to: number | null;
  readonly leave: boolean;
}

/** Hands over everything that a user holds. Returns the number of items, and those that `to` may not have, with the reasons. */
export async function handOverAll(handover: Handover, { to, leave }: Successor): Promise<{ moved: number; released: number; refused: string[] }> {
  const { tx } = handover;
  const done = { moved: 0, released: 0, refused: [] as string[] };
  for (const { key, title, id } of await heldBy(tx, handover.from)) {
    const kind = kinds.get(key);
    if (!kind) continue;
    const problem = to === null ? '' : await attempt(tx, () => kind.handOver(handover, id, to));
    if (to !== null && problem === null) done.moved++;
    else if (to === null || leave) {
      await kind.release(handover, id);
      done.released++;
    } else done.refused.push(`${title}：${problem}`);
  }
  return done;
}

/** Runs a part of a transaction; what it wrote is undone when it is refused. Returns the reason, or null. */
async function attempt(tx: Tx, work: () => Promise<void>): Promise<string | null> {
  await sql`savepoint one_handover`.execute(tx);
  try {
    await work();
    await sql`release savepoint one_handover`.execute(tx);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint one_handover`.execute(tx);
    await sql`release savepoint one_handover`.execute(tx);
    return error.message;
  }
}

const SHOWN = 5;

/** `《甲》初审、《乙》…等7项`: the first items in words. */
export const heldWords = (rows: readonly HeldRow[]): string =>
  `${rows
    .slice(0, SHOWN)
    .map(({ label, title }) => `${label}「${title}」`)
    .join('、')}${rows.length > SHOWN ? `等${rows.length}项` : ''}`;
