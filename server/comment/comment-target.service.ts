import type { CommentTarget } from '../../contract/comment/comment.ts';
import type { Database, Tx } from '../db/database.ts';

/** What a comment is about, as its area describes it. */
export interface TargetFound {
  readonly title: string;
  /** Address of its page, relative to the site root. */
  readonly link: string;
  /** The user who is told about new comments; null for nobody. */
  readonly ownerId: number | null;
}

/** How an area lets users comment on its rows. */
export interface TargetKind {
  /** Returns the rows that readers can open now; others cannot be commented on, and show no comments. */
  readonly find: (db: Database | Tx, ids: readonly number[]) => Promise<ReadonlyMap<number, TargetFound>>;
  /** Called in the transaction that changes the number of visible comments of a row. */
  readonly count?: (tx: Tx, id: number, change: number) => Promise<void>;
}

const kinds = new Map<CommentTarget, TargetKind>();

/** Registers what can be commented on. */
export function registerCommentTargets(list: readonly (readonly [type: CommentTarget, kind: TargetKind])[]): void {
  for (const [type, kind] of list) {
    if (kinds.has(type)) throw new Error(`the comment target ${type} is registered twice`);
    kinds.set(type, kind);
  }
}

export const targetKind = (type: string): TargetKind | undefined => kinds.get(type as CommentTarget);

/** Finds one target; undefined when readers cannot open it. */
export async function findTarget(db: Database | Tx, type: string, id: number): Promise<TargetFound | undefined> {
  return (await targetKind(type)?.find(db, [id]))?.get(id);
}

/** Finds the targets of several rows with one query per type, by `type:id`. */
export async function findTargets(
  db: Database | Tx,
  rows: readonly { readonly targetType: string; readonly targetId: number }[],
): Promise<ReadonlyMap<string, TargetFound>> {
  const found = new Map<string, TargetFound>();
  for (const type of new Set(rows.map(({ targetType }) => targetType))) {
    const ids = [...new Set(rows.filter(({ targetType }) => targetType === type).map(({ targetId }) => targetId))];
    for (const [id, target] of (await targetKind(type)?.find(db, ids)) ?? []) found.set(`${type}:${id}`, target);
  }
  return found;
}
