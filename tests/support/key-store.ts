import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** An in-memory server with the few Redis commands that the product uses. */
export async function keyStore(): Promise<{ url: string; close(): Promise<void> }> {
  const values = new Map<string, { value: string; until: number }>();
  const sockets = new Set<Socket>();
  const live = (key: string) => {
    const found = values.get(key);
    return found && found.until > Date.now() ? found : undefined;
  };
  const bulk = (text: string | undefined): string => (text === undefined ? '$-1\r\n' : `$${Buffer.byteLength(text)}\r\n${text}\r\n`);

  function answer(words: readonly string[]): string {
    const [verb = '', key = '', value = ''] = words;
    switch (verb.toLowerCase()) {
      case 'get':
        return bulk(live(key)?.value);
      case 'getdel': {
        const found = live(key)?.value;
        values.delete(key);
        return bulk(found);
      }
      case 'del':
        return `:${values.delete(key) ? 1 : 0}\r\n`;
      case 'set': {
        if (words.some((word) => word.toUpperCase() === 'NX') && live(key)) return bulk(undefined);
        const life = Number(words[words.findIndex((word) => word.toUpperCase() === 'PX') + 1]);
        values.set(key, { value, until: Date.now() + life });
        return '+OK\r\n';
      }
      case 'incr': {
        const found = live(key) ?? { value: '0', until: Number.POSITIVE_INFINITY };
        values.set(key, { ...found, value: String(Number(found.value) + 1) });
        return `:${values.get(key)?.value}\r\n`;
      }
      // The scripts for leases: acquire or renew, and release.
      case 'eval': {
        const [, script = '', , name = '', owner = '', life = ''] = words;
        const held = live(name)?.value;
        if (!script.includes("'PX'")) return `:${held === owner && values.delete(name) ? 1 : 0}\r\n`;
        if (held !== undefined && held !== owner) return ':0\r\n';
        values.set(name, { value: owner, until: Date.now() + Number(life) });
        return ':1\r\n';
      }
      case 'unlink': {
        const gone = words.slice(1).filter((one) => values.delete(one));
        return `:${gone.length}\r\n`;
      }
      case 'scan': {
        const start = (words[3] ?? '*').slice(0, -1).replaceAll('\\', '');
        const found = [...values.keys()].filter((one) => one.startsWith(start) && live(one));
        return `*2\r\n${bulk('0')}*${found.length}\r\n${found.map(bulk).join('')}`;
      }
      case 'dbsize':
        return `:${[...values.keys()].filter(live).length}\r\n`;
      case 'info':
        if (key === 'commandstats') return bulk('# Commandstats\r\ncmdstat_get:calls=7,usec=9\r\n');
        return bulk('redis_version:7.0.0\r\nloading:0\r\n');
      default:
        return '+OK\r\n';
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    let waiting = '';
    let queued: string[][] | null = null;
    socket.on('data', (chunk) => {
      waiting += chunk.toString();
      for (;;) {
        const head = /^\*(\d+)\r\n/.exec(waiting);
        if (!head) return;
        const parts = waiting.slice(head[0].length).split('\r\n');
        const count = Number(head[1]);
        if (parts.length < count * 2 + 1) return;
        const words = Array.from({ length: count }, (_, index) => parts[index * 2 + 1] ?? '');
        waiting = parts.slice(count * 2).join('\r\n');
        const verb = words[0]?.toLowerCase();
        if (verb === 'multi') {
          queued = [];
          socket.write('+OK\r\n');
        } else if (verb === 'exec') {
          const done = (queued ?? []).map(answer);
          queued = null;
          socket.write(`*${done.length}\r\n${done.join('')}`);
        } else if (queued) {
          queued.push(words);
          socket.write('+QUEUED\r\n');
        } else socket.write(answer(words));
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
