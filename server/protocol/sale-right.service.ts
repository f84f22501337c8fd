import { publicationMachine } from '../../contract/catalog/publication.machine.ts';
import { workFiles } from '../../contract/manuscript/work-files.ts';
import { RIGHT_NAMES } from '../../contract/protocol/protocol.machine.ts';
import type { Database, Tx } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { onTransition } from '../state-machine/effects.ts';
import { CODES } from './protocol-codes.ts';
import { grantedRights, publishedManuscript } from './sale-right.queries.ts';

/**
 * Name of the right that the sale of a work needs and its agreement does not grant; null when nothing is missing. A work that never had an agreement
 * here, for instance one from before this installation, is not judged.
 */
export async function lackingRight(db: Database | Tx, archiveId: number, kind: string): Promise<string | null> {
  const agreements = await grantedRights(db, archiveId);
  const { saleRight } = workFiles(kind);
  const granted = agreements.some(({ status, rights }) => status === 'effective' && (JSON.parse(rights) as string[]).includes(saleRight));
  return agreements.length === 0 || granted ? null : RIGHT_NAMES[saleRight as keyof typeof RIGHT_NAMES];
}

/** A work goes on sale only with an effective agreement that grants the right used. */
export const saleRightEffect = onTransition(publicationMachine, {
  async approve({ tx, entityId }) {
    const work = await publishedManuscript(tx, entityId);
    const right = work && (await lackingRight(tx, work.id, work.kind));
    if (right) throw new AppError(CODES.rightMissing, `协议未授予${right}，不能上架`);
  },
});
