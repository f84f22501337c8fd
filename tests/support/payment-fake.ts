import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a fake payment company does with its next calls: nothing unusual, or one of the failures of a network. */
export type Fault = 'lost before acting' | 'lost after acting' | '500 after acting' | 'not signed';

export interface FakeTrade {
  readonly paymentNo: string;
  readonly tradeNo: string;
  readonly amountFen: number;
  state: 'waiting' | 'paid' | 'closed';
  paidAt: number;
}
export interface FakeRefund {
  readonly paymentNo: string;
  readonly refundNo: string;
  readonly fen: number;
  state: 'done' | 'waiting' | 'closed' | 'abnormal';
}

/** What both fakes keep, and how a test acts as the buyer. */
export class FakeBooks {
  readonly trades = new Map<string, FakeTrade>();
  readonly refunds = new Map<string, FakeRefund>();
  /** Faults of the next calls, used up one by one. */
  readonly faults: Fault[] = [];
  /** What the next refund is: done unless set. */
  nextRefund: FakeRefund['state'] = 'done';
  /** The account of the merchant has not enough money. */
  poor = false;
  /** Each call: its name. */
  readonly calls: string[] = [];
  /** Told of each call before anything else happens, with the fault that it will meet. */
  onCall: ((fault: Fault | undefined) => void) | null = null;

  add(paymentNo: string, amountFen: number): void {
    if (!this.trades.has(paymentNo)) this.trades.set(paymentNo, { paymentNo, tradeNo: `T${paymentNo}`, amountFen, state: 'waiting', paidAt: 0 });
  }

  pay(paymentNo: string): void {
    const trade = this.trades.get(paymentNo);
    if (trade?.state !== 'waiting') return;
    trade.state = 'paid';
    trade.paidAt = Date.now();
  }
}

export interface FakeServer {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: string | Buffer;
}

/** What `server/parts.ts` asks to see whether a gateway is there. */
const PROBED = /^\/(gateway\.do)?$/;

/** Serves on loopback; applies the faults around what `act` does. `act` gets the body as it came. */
export async function fakeServer(books: FakeBooks, act: (request: IncomingMessage, body: string, signed: boolean) => Reply): Promise<FakeServer> {
  const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const fault = books.faults.shift();
    books.onCall?.(fault);
    if (fault === 'lost before acting') return void request.socket.destroy();
    const reply = act(request, body, fault !== 'not signed');
    if (fault === 'lost after acting') return void request.socket.destroy();
    if (fault === '500 after acting') return void response.writeHead(500).end('{}');
    response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  const server = createServer((request, response) => {
    // The probe of the gateway is no call: it uses up no fault.
    if (request.method === 'GET' && PROBED.test(request.url ?? '')) return void response.end();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
