import { connect } from 'node:tls';
import { DAY_MS, HOUR_MS } from '../../../contract/clock.ts';

const ASK_MS = 2_000;
const kept = new Map<string, { readonly at: number; readonly days: number | null }>();

/** Returns for how many days the certificate of a public https: address is valid; null when it cannot be read. Asked once an hour. */
export async function certificateDays(publicUrl: string, now: number): Promise<number | null> {
  const known = kept.get(publicUrl);
  if (known && now - known.at < HOUR_MS) return known.days;
  const days = await ask(new URL(publicUrl), now).catch(() => null);
  kept.set(publicUrl, { at: now, days });
  return days;
}

const ask = ({ hostname, port }: URL, now: number): Promise<number | null> =>
  new Promise((resolve, reject) => {
    // An expired certificate is what this asks for, so it is read, not trusted: nothing is sent over the connection.
    const socket = connect({ host: hostname, port: Number(port) || 443, servername: hostname, rejectUnauthorized: false, timeout: ASK_MS }, () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      socket.destroy();
      resolve(Number.isNaN(until) ? null : Math.floor((until - now) / DAY_MS));
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
  });
