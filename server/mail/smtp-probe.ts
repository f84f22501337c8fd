import { connect } from 'node:net';
import { connect as connectSecure } from 'node:tls';

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/**
 * Returns a probe that waits for the greeting of a mail server (RFC 5321 4.2, code 220) and ends with `QUIT`. It does not sign in: a mail server may
 * count that as an attack.
 */
export function smtpProbe(smtpUrl: string): (signal: AbortSignal) => Promise<void> {
  const { protocol, hostname, port } = new URL(smtpUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const at = { host, port: Number(port) || (PORTS[protocol] ?? 25) };
  return (signal) =>
    new Promise((resolve, reject) => {
      const socket = protocol === 'smtps:' ? connectSecure({ ...at, servername: host }) : connect(at);
      const end = (error: Error | null): void => {
        if (error) {
          socket.destroy();
          reject(error);
        } else {
          socket.end('QUIT\r\n');
          resolve();
        }
      };
      signal.addEventListener('abort', () => end(signal.reason as Error));
      socket.on('error', end);
      socket.once('close', () => reject(new Error('没有问候就断开了')));
      socket.once('data', (said: Buffer) => {
        const line = said.toString('latin1').split('\r\n')[0] ?? '';
        end(line.startsWith('220') ? null : new Error(`应答 ${line.slice(0, 100)}`));
      });
    });
}
