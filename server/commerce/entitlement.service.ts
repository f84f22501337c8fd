import type { House } from '../house.ts';
import { holds, type Visitor } from '../http/visitor.ts';

export interface Right {
  readonly entitled: boolean;
  /** Epoch milliseconds; null without a limit. */
  readonly validTo: number | null;
}

const NONE: Right = { entitled: false, validTo: null };
const FOR_EVER: Right = { entitled: true, validTo: null };

/**
 * May this person read the whole work? Free works while they are on sale, works bought or granted (also after
 * they left the sale, not after a recall), and every work for staff who may look at publications.
 */
export async function rightTo(house: House, visitor: Pick<Visitor, 'userId' | 'permissions'>, publicationId: number): Promise<Right> {
  const work = await house.db
    .selectFrom('publication')
    .select(['status', 'isFree'])
    .where('id', '=', publicationId)
    .where('delFlag', '=', '0')
    .executeTakeFirst();
  if (!work) return NONE;
  if (holds(visitor as Visitor, 'publish:publication:query')) return FOR_EVER;
  if (work.status === 'recalled') return NONE;
  if (work.status === 'listed' && work.isFree === '1') return FOR_EVER;
  const row = await house.db
    .selectFrom('entitlement')
    .select('validTo')
    .where('userId', '=', visitor.userId)
    .where('publicationId', '=', publicationId)
    .where('revoked', '=', '0')
    .executeTakeFirst();
  if (!row || (row.validTo !== null && row.validTo <= Date.now())) return NONE;
  return { entitled: true, validTo: row.validTo };
}
