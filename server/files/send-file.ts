import type { FastifyReply } from 'fastify';
import type { AppContext } from '../context.ts';
import { UPLOAD_POLICY } from '../http/headers.ts';
import { sendStored } from './send-stored.ts';

/** A stored file to send: its key in the file store, and the name that the user sees. */
export interface Sent {
  readonly key: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  /** Sent instead of the stored file, which contains more than the reader may know. */
  readonly bytes?: Buffer;
}

/**
 * Sends a stored file under its original name; never as a page. `removedAfter`: the caller removes the file when the answer has been sent, so this
 * server sends it itself, whatever `FILES_BY` says.
 */
export async function sendFile(
  context: AppContext,
  reply: FastifyReply,
  file: Sent,
  disposition: 'inline' | 'attachment',
  removedAfter = false,
): Promise<FastifyReply> {
  const name = encodeURIComponent(file.name);
  reply.headers({
    'content-type': file.mime,
    'accept-ranges': 'bytes',
    'content-disposition': `${disposition}; filename*=UTF-8''${name}`,
    'download-filename': name,
    'access-control-expose-headers': 'Content-Disposition,download-filename',
    'content-security-policy': UPLOAD_POLICY,
  });
  if (file.bytes) return reply.header('content-length', file.bytes.length).send(file.bytes);
  return sendStored(context, reply.request, reply, { key: file.key, mime: file.mime, size: file.size, whole: !removedAfter });
}
