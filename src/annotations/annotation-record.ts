import { SHANGHAI_MS } from '../../contract/clock.ts';
import type { Change } from '../../contract/annotation/sync.ts';

type KindName = Change['kind'];
type Shape<K extends KindName> = Extract<Change, { kind: K }>;

/**
 * An object as stored on this device. `seq` is the server version it is based on, 0 without one;
 * `refused` is the reason why the server will never accept it; `meant`: the meaning of a word was written here.
 */
export type StoredOf<K extends KindName> = Shape<K> & { readonly sent: boolean; readonly refused: string; readonly meant?: boolean };
export type AnnotationRecord = { [K in KindName]: StoredOf<K> }[KindName];
export type StoredMark = StoredOf<'mark'>;
export type StoredWord = StoredOf<'word'>;
export type StoredDay = StoredOf<'day'>;
export type StoredLook = StoredOf<'look'>;
export type StoredErratum = StoredOf<'erratum'>;

/** Returns what is sent for an object: the fields of its kind, the base version, and the time. */
export function sendable(kept: AnnotationRecord): object {
  const { sent: _sent, refused: _rejected, seq, device: _device, createTime: _made, updateTime: _changed, ...rest } = kept;
  const settle = kept.kind === 'mark' ? { settle: kept.twins.length === 0, twins: kept.twins } : {};
  const meant = kept.kind === 'word' ? { meant: kept.meant ?? false } : {};
  const { twins: _twins, status: _status, reply: _reply, replyTime: _replied, ...body } = rest as Record<string, unknown>;
  return { ...body, ...settle, ...meant, base: seq };
}

/** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai, in the server's format. */
export const wireNow = (now = Date.now()): string => new Date(now + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ');
