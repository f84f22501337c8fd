import type { FastifyReply } from 'fastify';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Sends a document that was made for this request, as a download. */
export function sendDocx(reply: FastifyReply, { name, bytes }: { readonly name: string; readonly bytes: Buffer }): FastifyReply {
  const encoded = encodeURIComponent(name);
  return reply
    .headers({
      'content-type': TYPE,
      'content-disposition': `attachment; filename*=UTF-8''${encoded}`,
      'download-filename': encoded,
      'access-control-expose-headers': 'Content-Disposition,download-filename',
    })
    .send(bytes);
}
