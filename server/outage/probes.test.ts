import { createServer as createHttp } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { smtpProbe } from '../mail/smtp-probe.ts';
import { httpProbe } from './http-probe.ts';

/** Listens on a free port while `work` runs. */
async function listening<T>(server: Server, work: (port: number) => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return work((server.address() as AddressInfo).port).finally(() => server.close());
}
const quiet = () => new AbortController().signal;

test.each([
  ['a greeting', (socket: Socket) => socket.write('220 mail ready\r\n'), null],
  ['a rejection', (socket: Socket) => socket.end('554 no service\r\n'), '应答 554 no service'],
  ['an end without a word', (socket: Socket) => socket.end(), '没有问候就断开了'],
])('#53.2 the probe of a mail server takes %s for what it is', async (_what, greet, fault) => {
  const said: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined).on('data', (bytes) => said.push(String(bytes)));
    greet(socket);
  });
  await listening(server, async (port) => {
    const asked = smtpProbe(`smtp://user:secret@127.0.0.1:${port}`)(quiet());
    if (fault !== null) return expect(asked).rejects.toThrow(fault);
    await asked;
    await expect.poll(() => said.join('')).toBe('QUIT\r\n');
  });
});

test('#53.2 the probe of a web address takes any answer below 500 for life', async () => {
  let status = 404;
  const server = createHttp((_request, response) => response.writeHead(status).end());
  await listening(server, async (port) => {
    const probe = httpProbe(`http://127.0.0.1:${port}/healthcheck`);
    await probe(quiet());
    status = 302;
    await probe(quiet());
    status = 502;
    await expect(probe(quiet())).rejects.toThrow('应答 502');
  });
});
