import { configOf } from '../db/config-value.ts';
import type { Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { AppError } from '../http/app-error.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { assertNotPunished } from './penalty.service.ts';
import { findWords } from './sensitive-word.service.ts';

const FORBIDDEN_WORD = 21902;
const WRITING: RateLimit = { name: 'comment', points: 5, windowMs: 60_000 };

/** Throws 429 above five texts of a user in one minute; called before the transaction. */
export const limitWriting = (context: AppContext, userId: number): Promise<void> => rateLimit(context, WRITING, userId);

/**
 * Returns the first state of a text that a user writes: a word of list A is refused, a word of list B and the configuration
 * `cms.comment.audit` make it wait for a moderator. Throws for a user under a penalty.
 */
export async function firstState(tx: Tx, userId: number, text: string): Promise<'pending' | 'visible'> {
  await assertNotPunished(tx, userId, 'comment');
  const found = await findWords(tx, text);
  if (found.some(({ list }) => list === 'A')) throw new AppError(FORBIDDEN_WORD, '内容包含违规信息');
  return found.length > 0 || (await configOf({ db: tx }, 'cms.comment.audit')) === 'true' ? 'pending' : 'visible';
}
