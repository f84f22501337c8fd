import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX, MEDIA_LINK_MS } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { guardedHeaders } from '../http/headers.ts';
import { credentialsOf, tokensIn } from '../http/request-credentials.ts';
import { requireUser, type App } from '../http/serve.ts';
import { signToken, verifyToken } from '../http/signed-token.ts';
import { opensPlayLink } from './file.policy.ts';
import { MissingFile } from './file-store.ts';
import { sendStored } from './send-stored.ts';

const PATH = `${API_PREFIX}/played-files`;
const PURPOSE = 'played-file';

export interface PlayedFile {
  /** Key in the file store. */
  readonly key: string;
  readonly mime: string;
  readonly size: number;
}

/**
 * Returns the address of a recording or film that is not published, for the player of this user. It works in the same session for ten minutes:
 * a player sends no header, so the signature carries the file and the cookie of the page the session. The caller has checked the right to the file.
 */
export function playLinkFor(context: AppContext, currentUser: CurrentUser, { key, mime, size }: PlayedFile): { url: string; mime: string } {
  const fields = [currentUser.userId, currentUser.sessionId, Date.now() + MEDIA_LINK_MS, Buffer.from(key).toString('base64url'), mime, size];
  return { url: `${PATH}?l=${signToken(context, PURPOSE, fields)}`, mime };
}

async function linkedFile(app: App, request: FastifyRequest): Promise<PlayedFile | null> {
  const link = new URL(request.url, 'http://house').searchParams.get('l') ?? '';
  const [userId, session = '', expires, key = '', mime = '', size] = verifyToken(app.context, PURPOSE, link) ?? [];
  if (!(Number(expires) > Date.now())) return null;
  for (const token of tokensIn(credentialsOf(request))) {
    const currentUser = await requireUser(app, token, request);
    if (currentUser && opensPlayLink({ userId: Number(userId), session }, currentUser))
      return { key: Buffer.from(key, 'base64url').toString(), mime, size: Number(size) };
  }
  return null;
}

export function playRoutes(app: App): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(guardedHeaders);
    const file = await linkedFile(app, request);
    if (!file) return reply.status(403).send();
    try {
      return await sendStored(app.context, request, reply, { ...file, whole: true });
    } catch (error) {
      if (error instanceof MissingFile) return reply.status(404).send();
      throw error;
    }
  };
  app.route({ method: ['GET', 'HEAD'], url: PATH, handler });
}
