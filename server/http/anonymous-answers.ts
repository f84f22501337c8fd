import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { ReadCache } from '../db/read-cache.ts';
import type { WatchedTable } from '../db/watched-tables.ts';

/** Counters in an answer may be this old, in milliseconds; while the writes of other servers are unknown, the whole answer. */
const answers = new ReadCache({ most: 200, freshMs: 5_000, unheardMs: 1_000 });
/** Longer answers are not kept: at most 25 MB are. */
const MOST_CHARACTERS = 64_000;

/**
 * Answers a public GET request without any credentials with the JSON of an earlier one for the same address, while none of `tables` is written.
 * The answer must be the same for every visitor and set no header. A request with an `Authorization` header gets null: it is served as usual.
 * Browsers and proxies still keep nothing (`no-store`), so a change by staff is seen at once.
 */
export async function anonymousAnswer(
  db: Database,
  tables: readonly WatchedTable[],
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<object>,
): Promise<string | null> {
  if (request.method !== 'GET' || request.headers.authorization !== undefined) return null;
  const json = await answers.get(
    db,
    request.url,
    db.writes.of(tables),
    async () => JSON.stringify(await answer()),
    (text) => text.length <= MOST_CHARACTERS,
  );
  reply.type('application/json; charset=utf-8');
  return json;
}
