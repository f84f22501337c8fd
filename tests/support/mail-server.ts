import { createServer, type Socket } from 'node:net';

export interface Delivered {
  readonly to: string;
  readonly subject: string;
  readonly messageId: string;
}

const header = (message: string, name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(message)?.[1]?.trim() ?? '';

/** A mail server that accepts everything, unless a recipient has a reply of its own or it is the turn of a failure. */
export function mailServer({ failEvery = 0 }: { failEvery?: number } = {}) {
  const messages: string[] = [];
  const replies = new Map<string, string>();
  let asked = 0;
  let refused = 0;
  const replyTo = (to: string): string => {
    const own = replies.get(to);
    if (own) return own;
    asked += 1;
    if (failEvery === 0 || asked % failEvery !== 0) return '250 ok';
    refused += 1;
    return '451 busy';
  };
  const talk = (socket: Socket): void => {
    let text = '';
    let reading = false;
    socket.write('220 test\r\n');
    socket
      .on('error', () => undefined)
      .on('data', (some: Buffer) => {
        text += some.toString('latin1');
        for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
          if (reading) {
            const dot = text.indexOf('\r\n.\r\n');
            if (dot < 0) return;
            messages.push(text.slice(0, dot));
            text = text.slice(dot + 5);
            reading = false;
            socket.write('250 stored\r\n');
            continue;
          }
          const line = text.slice(0, end);
          text = text.slice(end + 2);
          const to = /^RCPT TO:<(.+)>/i.exec(line)?.[1];
          if (/^DATA/i.test(line)) {
            reading = true;
            socket.write('354 go on\r\n');
          } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
          else socket.write(`${to ? replyTo(to) : '250 ok'}\r\n`);
        }
      });
  };
  /** What lands in the mailboxes, in this order: a second copy with the same Message-ID is dropped. */
  const delivered = (): Delivered[] => {
    const known = new Map<string, Delivered>();
    for (const message of messages) {
      const messageId = header(message, 'Message-ID');
      if (!known.has(messageId)) known.set(messageId, { to: header(message, 'To'), subject: header(message, 'Subject'), messageId });
    }
    return [...known.values()];
  };
  return { server: createServer(talk), messages, replies, delivered, refused: () => refused };
}
