import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '../../server/files/s3-settings.ts';
import { rangeOf } from '../../server/http/ranges.ts';

export const BUCKET = 'books';
/** Minimum size of every part except the last, as in every real store. */
const LEAST_PART = 5 * 1024 * 1024;

interface Multipart {
  readonly key: string;
  readonly meta: Record<string, string>;
  readonly parts: Map<number, Buffer>;
}

export interface ObjectStore {
  readonly endpoint: string;
  readonly settings: S3Settings;
  readonly objects: Map<string, Buffer>;
  /** When each object was written, in epoch milliseconds. */
  readonly written: Map<string, number>;
  /** Multipart uploads that were started and not completed. */
  readonly unfinished: Map<string, Multipart>;
  /** While true, every request is answered with 503. */
  down: boolean;
  /** While true, no request is answered. */
  frozen: boolean;
  close(): Promise<void>;
}

/** An S3-compatible in-memory store, path-style, as strict as real ones about framing, buckets and parts. */
export async function objectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>();
  const metas = new Map<string, Record<string, string>>();
  const written = new Map<string, number>();
  const unfinished = new Map<string, Multipart>();

  function put(key: string, bytes: Buffer, meta: Record<string, string>): void {
    objects.set(key, bytes);
    metas.set(key, meta);
    written.set(key, Date.now());
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://store');
    const [bucket = '', ...rest] = url.pathname.split('/').slice(1);
    const key = decodeURIComponent(rest.join('/'));
    const fail = (status: number, code: string): ServerResponse =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    const xml = (body: string): ServerResponse => response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
    const asked = url.searchParams;
    if (store.frozen) return;
    if (store.down) return fail(503, 'ServiceUnavailable');
    const presigned = asked.has('X-Amz-Signature');
    // Real stores take one way of signing, not two.
    if (presigned && request.headers.authorization !== undefined) return fail(400, 'InvalidArgument');
    if (presigned ? !signedBy(request, url, store.settings) : !request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 '))
      return fail(403, 'AccessDenied');
    const refused = framingFault(request);
    if (refused) return fail(...refused);
    const body = await buffer(request);
    if (bucket !== BUCKET) return fail(404, 'NoSuchBucket');
    if (key === '' && request.method === 'HEAD') return response.writeHead(200).end();

    const uploadId = asked.get('uploadId') ?? '';
    const upload = unfinished.get(uploadId);
    if (request.method === 'POST' && asked.has('uploads')) {
      const id = randomBytes(8).toString('hex');
      unfinished.set(id, { key, meta: metaOf(request), parts: new Map() });
      return xml(`<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (uploadId && !upload) return fail(404, 'NoSuchUpload');
    if (upload && request.method === 'PUT') {
      upload.parts.set(Number(asked.get('partNumber')), body);
      return response.writeHead(200, { etag: etagOf(body) }).end();
    }
    if (upload && request.method === 'GET') {
      const parts = [...upload.parts].toSorted(([a], [b]) => a - b);
      const rows = parts.map(
        ([number, part]) => `<Part><PartNumber>${number}</PartNumber><Size>${part.length}</Size><ETag>${etagOf(part)}</ETag></Part>`,
      );
      return xml(`<ListPartsResult><UploadId>${uploadId}</UploadId><IsTruncated>false</IsTruncated>${rows.join('')}</ListPartsResult>`);
    }
    if (upload && request.method === 'DELETE') {
      unfinished.delete(uploadId);
      return response.writeHead(204).end();
    }
    if (upload && request.method === 'POST') {
      const parts = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map((found) => upload.parts.get(Number(found[1])));
      if (parts.some((part) => part === undefined)) return fail(400, 'InvalidPart');
      if (parts.slice(0, -1).some((part) => (part?.length ?? 0) < LEAST_PART)) return fail(400, 'EntityTooSmall');
      put(upload.key, Buffer.concat(parts as Buffer[]), upload.meta);
      unfinished.delete(uploadId);
      return xml(`<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"x"</ETag></CompleteMultipartUploadResult>`);
    }
    const source = request.headers['x-amz-copy-source'];
    if (request.method === 'PUT' && typeof source === 'string') {
      const copied = objects.get(decodeURIComponent(source).replace(`${BUCKET}/`, ''));
      if (!copied) return fail(404, 'NoSuchKey');
      put(key, copied, {});
      return xml(`<CopyObjectResult><ETag>${etagOf(copied)}</ETag></CopyObjectResult>`);
    }
    if (request.method === 'PUT') {
      put(key, body, metaOf(request));
      return response.writeHead(200, { etag: etagOf(body) }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (asked.has('list-type')) return xml(listed(objects, written, asked));
    const bytes = objects.get(key);
    if (!bytes) return fail(404, 'NoSuchKey');
    const meta = { ...metas.get(key), 'accept-ranges': 'bytes', etag: etagOf(bytes), ...askedHeaders(asked) };
    if (request.method === 'HEAD') return response.writeHead(200, { ...meta, 'content-length': bytes.length }).end();
    const range = rangeOf(request.headers.range ?? '', bytes.length);
    if (range === 'outside') return response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
    const place = range ? { 'content-range': `bytes ${range.start}-${range.end}/${bytes.length}` } : {};
    return response.writeHead(range ? 206 : 200, { ...meta, ...place, 'content-length': part.length }).end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store: ObjectStore = {
    endpoint,
    settings: {
      endpoint,
      publicEndpoint: endpoint,
      bucket: BUCKET,
      region: 'cn-north-1',
      accessKey: 'key',
      secretKey: 'secret',
      pathStyle: true,
      timeoutMs: 10_000,
    },
    objects,
    written,
    unfinished,
    down: false,
    frozen: false,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return store;
}

/** Real stores reject a body in the SDK's own chunked encoding, and one without a content length. */
function framingFault(request: IncomingMessage): [number, string] | null {
  const { method = '', headers } = request;
  if (!['PUT', 'POST'].includes(method)) return null;
  if (String(headers['x-amz-content-sha256']).startsWith('STREAMING-') || headers['content-encoding']?.includes('aws-chunked'))
    return [501, 'NotImplemented'];
  return headers['content-length'] === undefined ? [411, 'MissingContentLength'] : null;
}

/** Headers that the address asks for: a presigned address decides how the browser treats the file. */
const askedHeaders = (asked: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...asked].flatMap(([name, value]) => (name.startsWith('response-') ? [[name.slice('response-'.length), value]] : [])));

const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Whether a presigned address is unchanged, of this key and not expired (AWS Signature Version 4, query parameters). */
function signedBy(request: IncomingMessage, url: URL, { secretKey, region }: S3Settings): boolean {
  const time = url.searchParams.get('X-Amz-Date') ?? '';
  const begun = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(begun + Number(url.searchParams.get('X-Amz-Expires')) * 1000 > Date.now())) return false;
  const query = [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature').map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  const path = url.pathname
    .split('/')
    .map((part) => escaped(decodeURIComponent(part)))
    .join('/');
  const lines = [request.method, path, query.toSorted().join('&'), `host:${request.headers.host}`, '', 'host', 'UNSIGNED-PAYLOAD'];
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(lines.join('\n')).digest('hex')].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secretKey}`, time.slice(0, 8)), region));
  return hmac(key, text).toString('hex') === url.searchParams.get('X-Amz-Signature');
}

const metaOf = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(request.headers).flatMap(([name, value]) => (name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [])));
const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** Returns one response to ListObjectsV2: sorted keys, those with `delimiter` after the prefix as folders, and the rest on the next page. */
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
