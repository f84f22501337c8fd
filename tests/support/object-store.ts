import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface ObjectStore {
  readonly endpoint: string;
  readonly objects: Map<string, Buffer>;
  /** When each object was written, in epoch milliseconds. */
  readonly written: Map<string, number>;
  close(): Promise<void>;
}

/** An S3-compatible store in memory, path-style, enough for the verbs the product uses. */
export async function objectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>();
  const written = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://store');
    const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'));
    const missing = () => response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return response.writeHead(403).end();
    if (request.method === 'PUT') {
      objects.set(key, unchunked(await buffer(request), request.headers['x-amz-content-sha256']));
      written.set(key, Date.now());
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
      return response.writeHead(200, { 'content-type': 'application/xml' }).end(listed(objects, written, url.searchParams));
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
    written,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** One answer to ListObjectsV2: keys in order, those with `delimiter` behind the prefix as folders, the rest on the next page. */
function listed(objects: ReadonlyMap<string, Buffer>, written: ReadonlyMap<string, number>, asked: URLSearchParams): string {
  const [prefix, delimiter, after] = ['prefix', 'delimiter', 'continuation-token'].map((name) => asked.get(name) ?? '');
  const names = [...objects.keys()].filter((key) => key.startsWith(prefix ?? '')).toSorted();
  const shown = names.map((key) => {
    const end = delimiter ? key.indexOf(delimiter, prefix?.length) : -1;
    return end < 0 ? key : key.slice(0, end + 1);
  });
  const rest = [...new Set(shown)].filter((name) => name > (after ?? ''));
  const page = rest.slice(0, Number(asked.get('max-keys') ?? 1000));
  const rows = page.map((name) =>
    objects.has(name)
      ? `<Contents><Key>${name}</Key><Size>${objects.get(name)?.length}</Size><LastModified>${new Date(written.get(name) ?? 0).toISOString()}</LastModified></Contents>`
      : `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`,
  );
  const more = page.length < rest.length ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult>${more}${rows.join('')}</ListBucketResult>`;
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
