import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
/** Groups of an IPv6 address that identify a connection: each connection gets at least a /64, with more addresses than any table holds. */
const GIVEN = 4;

const plainAddress = (ip: string): string => ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, '')));
  const before = groups(head);
  const after = groups(tail ?? '');
  const all = [...before, ...Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0'), ...after];
  return all;
}

/** Returns the key of a rate limit: an IPv4 address, or the /64 network of an IPv6 address. */
export function rateLimitKey(ip: string): string {
  const address = plainAddress(ip);
  return isIPv6(address) ? `${groupsOf(address).slice(0, GIVEN).join(':')}::/64` : address;
}

/**
 * Returns the network to which a link is bound: the /16 of an IPv4 address, the /48 of an IPv6 address. Mobile operators change
 * the address of a phone within these. Contains no full stop, so that it fits a token field (signed-token.ts).
 */
export function addressFamily(ip: string): string {
  const address = plainAddress(ip);
  if (isIPv6(address)) return `${groupsOf(address).slice(0, 3).join(':')}::/48`;
  return isIPv4(address) ? `${address.split('.').slice(0, 2).join('-')}/16` : address.replaceAll('.', '-');
}
