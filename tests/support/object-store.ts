import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** An S3-compatible store in memory, path-style, enough for the verbs the product uses. */
export async function objectStore(): Promise<{ endpoint: string; objects: Map<string, Buffer>; close(): Promise<void> }> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://store');
    const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'));
    const missing = () => response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return response.writeHead(403).end();
    if (request.method === 'PUT') {
      objects.set(key, unchunked(await buffer(request), request.headers['x-amz-content-sha256']));
      return response.writeHead(200, { etag: '"x"' }).end();
    }
    if (request.method === 'POST' && url.searchParams.has('delete')) {
      const body = (await buffer(request)).toString();
      for (const [, gone = ''] of body.matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(gone);
      return response.writeHead(200, { 'content-type': 'application/xml' }).end('<DeleteResult/>');
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (url.searchParams.has('list-type')) {
      const prefix = url.searchParams.get('prefix') ?? '';
      const found = [...objects.keys()].filter((one) => one.startsWith(prefix)).slice(0, 1000);
      const rows = found.map((one) => `<Contents><Key>${one}</Key></Contents>`).join('');
      return response.writeHead(200, { 'content-type': 'application/xml' }).end(`<ListBucketResult>${rows}</ListBucketResult>`);
    }
    const bytes = objects.get(key);
    if (!bytes) return missing();
    if (request.method === 'HEAD') return response.writeHead(200, { 'content-length': bytes.length }).end();
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const part = range ? bytes.subarray(Number(range[1]), Number(range[2]) + 1) : bytes;
    return response.writeHead(range ? 206 : 200, { 'content-length': part.length }).end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The client may send a body in signed chunks: `size[;signature]\r\nbytes\r\n … 0`. */
function unchunked(body: Buffer, hash: string | string[] | undefined): Buffer {
  if (!String(hash).startsWith('STREAMING-')) return body;
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const line = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, line).toString(), 16);
    if (!size) break;
    parts.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
