import type { FastifyReply } from 'fastify';
import type { AppContext } from '../context.ts';
import { UPLOAD_POLICY } from '../http/headers.ts';
import { answerRange } from '../http/ranges.ts';

/** A stored file to send: its key in the file store, and the name that the user sees. */
export interface Sent {
  readonly key: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
  /** Sent instead of the stored file, which contains more than the reader may know. */
  readonly bytes?: Buffer;
}

/** Sends a stored file under its original name; never as a page. `asked`: the range of the request, for players that read a recording in parts. */
export async function sendFile(
  context: AppContext,
  reply: FastifyReply,
  file: Sent,
  disposition: 'inline' | 'attachment',
  asked?: string,
): Promise<FastifyReply> {
  const name = encodeURIComponent(file.name);
  const range = file.bytes ? null : answerRange(reply, asked, file.size);
  if (range === 'outside') return reply.send();
  const content = file.bytes ?? (await context.files.read(file.key, range ?? undefined));
  return reply
    .headers({
      'content-type': file.mime,
      'content-length': range ? range.end - range.start + 1 : (file.bytes?.length ?? file.size),
      'accept-ranges': 'bytes',
      'content-disposition': `${disposition}; filename*=UTF-8''${name}`,
      'download-filename': name,
      'access-control-expose-headers': 'Content-Disposition,download-filename',
      'content-security-policy': UPLOAD_POLICY,
    })
    .send(content);
}
