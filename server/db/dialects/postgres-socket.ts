import { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** The socket of a connection: pg has no method that closes a connection without waiting for the server. */
export function socketOf(client: ClientBase): Socket | null {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown = typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'stream') : null;
  return stream instanceof Socket ? stream : null;
}
