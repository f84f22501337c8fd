import { logout } from '../../contract/identity/session.ts';
import { request } from '../api/call.ts';
import { readMemory, writeMemory } from '../storage/local-memory.ts';

/** Tokens of sessions that ended here but not yet on the server. They are used for nothing else. */
const LEFT = 'shuzhou.left-sessions';

function leftSessions(): string[] {
  try {
    return JSON.parse(readMemory(LEFT) ?? '[]') as string[];
  } catch {
    return [];
  }
}

const others = (token: string): string[] => leftSessions().filter((one) => one !== token);
const write = (tokens: readonly string[]): void => writeMemory(LEFT, tokens.length > 0 ? JSON.stringify(tokens) : null);

/** Ends the session on the server; without a network it is retried later. The page of a captive portal does not count as a response. */
export async function endRemotely(token: string): Promise<void> {
  write([...others(token), token]);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await request({ method: logout.method, path: logout.path, headers, fetchOptions: { keepalive: true } }).catch(() => null);
  const code = answer?.status === 200 ? (answer.data as { code?: number } | null)?.code : answer?.status;
  if (code === 200 || code === 401) write(others(token));
}

/** Sends the sign-outs that happened without a network. */
export const sendPendingLogouts = (): Promise<unknown> => Promise.all(leftSessions().map(endRemotely));
