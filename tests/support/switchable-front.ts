import { connect, createServer, type Server, type Socket, type TcpNetConnectOpts, type IpcNetConnectOpts } from 'node:net';
import type { AddressInfo } from 'node:net';

/** `frozen`: connections are accepted and nothing is ever answered, also on those that are open. `killed`: nothing listens on the port. */
export type FrontMode = 'open' | 'frozen' | 'killed';

export interface Front {
  readonly port: number;
  set(mode: FrontMode): Promise<void>;
  close(): Promise<void>;
}

/** A TCP front on loopback for a system behind it, which a test freezes and kills. */
export async function switchableFront(target: TcpNetConnectOpts | IpcNetConnectOpts): Promise<Front> {
  const sockets = new Set<Socket>();
  let mode: FrontMode = 'open';
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  };
  const server: Server = createServer((socket) => {
    keep(socket);
    if (mode === 'frozen') return;
    const behind = keep(connect(target));
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (bytes) => void (mode === 'open' && to.write(bytes)));
      from.once('close', () => to.destroy());
    };
    pass(socket, behind);
    pass(behind, socket);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = async (): Promise<void> => {
    const closed = server.listening ? new Promise<void>((resolve) => server.close(() => resolve())) : Promise.resolve();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async set(next) {
      mode = next;
      if (next === 'killed') await stop();
      else if (!server.listening) await listen(port);
      // What was sent to a frozen system never arrives: its connections end when it is back.
      if (next === 'open') for (const socket of sockets) socket.destroy();
    },
    close: stop,
  };
}
