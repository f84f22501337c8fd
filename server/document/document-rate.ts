import type { AppContext } from '../context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rateLimit } from '../http/rate-limit.ts';

const DOCUMENT_WORK = { name: 'document-work', points: 120, windowMs: 60_000, message: '一分钟内处理的文稿太多，请稍后再试' } as const;

/** Counts one reading or comparing of documents; call it before the files are read. Throws 429 above 120 a minute for one user. */
export const limitDocumentWork = (context: AppContext, { userId }: CurrentUser): Promise<void> => rateLimit(context, DOCUMENT_WORK, userId);
