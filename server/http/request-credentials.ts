import type { FastifyRequest } from 'fastify';
import { TOKEN_COOKIE } from '../../contract/limits.ts';

/** The credentials and origin of a request. */
export interface RequestCaller {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  /** Address of the connection, or the one that a trusted proxy reports. */
  readonly ip: string;
}

export const credentialsOf = ({ headers: { authorization, cookie }, ip }: FastifyRequest): RequestCaller => ({ authorization, cookie, ip });

/** Returns the tokens of a request, from the header or from the cookie of the page. No token contains a character that needs escaping. */
export function tokensIn(caller: RequestCaller): string[] {
  const header = /^Bearer ([\w-]{20,200})$/.exec(caller.authorization ?? '')?.[1];
  const cookies = (caller.cookie ?? '').split(/;\s*/).filter((pair) => pair.startsWith(`${TOKEN_COOKIE}=`));
  return [...(header ? [header] : []), ...cookies.map((pair) => pair.slice(TOKEN_COOKIE.length + 1))].filter(Boolean);
}
