import { BlockList, isIP } from 'node:net';

/** Returns true when `ip` matches `list`: addresses separated by `;`, with `*`, `a-b` ranges and CIDR. Invalid entries match nothing. */
export function inAddressList(ip: string, list: string): boolean {
  const address = ip.replace(/^::ffff:/, '');
  const family = isIP(address);
  if (!family) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  return list
    .split(';')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .some((entry) => {
      if (entry === address || entry === '*') return true;
      if (entry.includes('*')) return starred(address, entry);
      const blocked = new BlockList();
      const [start, end] = entry.split('-');
      const [net, bits] = entry.split('/');
      if (end && isIP(start ?? '') === family && isIP(end) === family) blocked.addRange(start ?? '', end, type);
      else if (bits && /^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128) && isIP(net ?? '') === family)
        blocked.addSubnet(net ?? '', Number(bits), type);
      else return false;
      return blocked.check(address, type);
    });
}

function starred(address: string, entry: string): boolean {
  const parts = address.split('.');
  const wanted = entry.split('.');
  return wanted.length === parts.length && wanted.every((part, index) => part === '*' || part === parts[index]);
}
