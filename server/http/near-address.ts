import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** What a line to the net is given, at least: behind it stand more addresses than any table holds. */
const GIVEN = 4;

/** Whom a limit counts as one address: an IPv4, or the whole network of a line with IPv6. */
export function nearAddress(ip: string): string {
  const address = ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':').map((group) => group.replace(/^0+(?=.)/, '')));
  const before = groups(head);
  const after = groups(tail ?? '');
  const all = [...before, ...Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0'), ...after];
  return `${all.slice(0, GIVEN).join(':')}::/64`;
}
