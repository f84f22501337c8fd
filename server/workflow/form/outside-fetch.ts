import { lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

const LONGEST_MS = 5_000;
const MOST_BYTES = 1024 * 1024;

/** Addresses that belong to this machine, a private network or a special purpose. Source: IANA special-purpose address registries. */
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');
/** Global unicast; everything outside it is special. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 embeds an IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6');

/** Returns whether an address is reachable from everywhere. IPv4 addresses inside IPv6 ones count as what they are: not public. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return GLOBAL.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6');
  return isIP(address) === 4 && !PRIVATE.check(address, 'ipv4');
}

export class OutsideError extends Error {}

/** Resolves a name only to addresses that may be used; the connection uses the checked address, so a second answer cannot differ. */
const checkedLookup =
  (listed: string | null): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => isAllowed(address, listed));
      const [first] = allowed;
      if (!first || allowed.length < addresses.length) return callback(new OutsideError(`no public address for ${hostname}`), '', 0);
      return options.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };

const isAllowed = (address: string, listed: string | null): boolean => (listed === null ? isPublicAddress(address) : address === listed);

/**
 * Fetches JSON from another site, or sends JSON to it: without credentials and redirects, from public addresses or the listed one, for 5 s and 1 MB at most.
 * Throws an OutsideError, or the error of the connection.
 */
export function fetchOutside(url: URL, method: string, listed: string | null, body?: object): Promise<unknown> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is not looked up.
  if (isIP(host) && !isAllowed(host, listed)) return Promise.reject(new OutsideError(`${host} is not allowed`));
  return new Promise((done, fail) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(
      url,
      {
        method: method.toUpperCase(),
        lookup: checkedLookup(listed),
        headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
        signal: AbortSignal.timeout(LONGEST_MS),
      },
      (incoming) => {
        const type = incoming.headers['content-type'] ?? '';
        if (incoming.statusCode !== 200 || !/json/i.test(type)) {
          incoming.destroy();
          return fail(new OutsideError(`answered ${incoming.statusCode} ${type}`));
        }
        const parts: Buffer[] = [];
        let bytes = 0;
        incoming.on('data', (part: Buffer) => {
          bytes += part.length;
          parts.push(part);
          if (bytes > MOST_BYTES) incoming.destroy(new OutsideError('the answer is too large'));
        });
        incoming.on('error', fail);
        incoming.on('end', () => {
          try {
            done(JSON.parse(Buffer.concat(parts).toString('utf8')));
          } catch (error) {
            fail(error as Error);
          }
        });
      },
    );
    outgoing.on('error', fail);
    outgoing.end(body ? JSON.stringify(body) : undefined);
  });
}
