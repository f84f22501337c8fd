import type { FastifyRequest } from 'fastify';
import { TOKEN_COOKIE } from '../../contract/limits.ts';

/** What a request says of who it comes from. */
export interface RequestCaller {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  /** Address of the connection, or the one a trusted proxy names. */
  readonly ip: string;
}

export const credentialsOf = ({ headers: { authorization, cookie }, ip }: FastifyRequest): RequestCaller => ({ authorization, cookie, ip });

/** Who a request says it comes from, where it says so: a token, in the header or in the page's own cookie. No token has a letter to escape. */
export function tokensIn(caller: RequestCaller): string[] {
  const header = /^Bearer ([\w-]{20,200})$/.exec(caller.authorization ?? '')?.[1];
  const cookies = (caller.cookie ?? '').split(/;\s*/).filter((pair) => pair.startsWith(`${TOKEN_COOKIE}=`));
  return [...(header ? [header] : []), ...cookies.map((pair) => pair.slice(TOKEN_COOKIE.length + 1))].filter(Boolean);
}
