import type { FastifyReply } from 'fastify';
import type { AppContext } from '../context.ts';
import { UPLOAD_POLICY } from '../http/headers.ts';
import type { Sent } from './file.service.ts';

/** Sends a stored file under its original name; never as a page. */
export async function sendFile(context: AppContext, reply: FastifyReply, file: Sent, disposition: 'inline' | 'attachment'): Promise<FastifyReply> {
  const name = encodeURIComponent(file.name);
  const stream = await context.files.read(file.key);
  return reply
    .headers({
      'content-type': file.mime,
      'content-length': file.size,
      'content-disposition': `${disposition}; filename*=UTF-8''${name}`,
      'download-filename': name,
      'access-control-expose-headers': 'Content-Disposition,download-filename',
      'content-security-policy': UPLOAD_POLICY,
    })
    .send(stream);
}
