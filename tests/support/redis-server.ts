import { createServer, type Server } from 'node:net';

/** Reads one command of the Redis protocol (an array of bulk strings); null when it is not complete. */
function readCommand(text: string): { readonly words: string[]; readonly rest: string } | null {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (!head) return null;
  let at = head[0].length;
  const words: string[] = [];
  for (let left = Number(head[1]); left > 0; left -= 1) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (!size) return null;
    at += size[0].length;
    if (text.length < at + Number(size[1]) + 2) return null;
    words.push(text.slice(at, at + Number(size[1])));
    at += Number(size[1]) + 2;
  }
  return { words, rest: text.slice(at) };
}

/** As much of Redis as the cache uses for values: `full` makes it reject writes, as one without memory does. */
export function redisServer(): { readonly server: Server; readonly values: Map<string, string>; full: boolean } {
  const values = new Map<string, string>();
  const bulk = (value: string | undefined): string => (value === undefined ? '$-1\r\n' : `$${Buffer.byteLength(value)}\r\n${value}\r\n`);
  const one = { values, full: false, server: createServer() };
  const write = (change: () => string): string => (one.full ? "-OOM command not allowed when used memory > 'maxmemory'.\r\n" : change());
  const answer = ([name = '', key = '', value = '']: readonly string[]): string => {
    switch (name.toLowerCase()) {
      case 'info':
        return bulk('redis_version:7.0.0\r\nloading:0\r\n');
      case 'get':
        return bulk(values.get(key));
      case 'set':
        return write(() => {
          values.set(key, value);
          return '+OK\r\n';
        });
      case 'getdel': {
        const found = values.get(key);
        values.delete(key);
        return bulk(found);
      }
      default:
        return '+OK\r\n';
    }
  };
  one.server.on('connection', (socket) => {
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      for (let found = readCommand(text); found; found = readCommand(text)) {
        text = found.rest;
        socket.write(answer(found.words));
      }
    });
  });
  return one;
}
