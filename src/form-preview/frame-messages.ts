/** What the code preview sends to its frame. */
export interface FrameCode {
  readonly generateConf: { readonly type: 'file' | 'dialog' };
  readonly html: string;
  /** The object after `export default`. */
  readonly js: string;
  readonly css: string;
  readonly scripts: readonly string[];
  readonly links: readonly string[];
}

export type ToFrame =
  | { readonly type: 'refreshFrame'; readonly data: FrameCode }
  | { readonly type: 'ping' }
  | { readonly type: 'options'; readonly n: number; readonly data: unknown; readonly failure: string | null };

export type FromFrame =
  | { readonly type: 'ready' | 'mounted' | 'pong' }
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'submit'; readonly values: unknown }
  | { readonly type: 'options'; readonly n: number; readonly method: string; readonly url: string };

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads a message of the frame, whose code belongs to the user: anything that has not the agreed shape is null. */
export function readFromFrame(value: unknown): FromFrame | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, message, values, n, method, url } = value as Record<string, unknown>;
  if (type === 'ready' || type === 'mounted' || type === 'pong') return { type };
  if (type === 'error' && isText(message)) return { type, message: message.slice(0, 2_000) };
  if (type === 'submit') return { type, values };
  if (type === 'options' && typeof n === 'number' && isText(method) && isText(url)) return { type, n, method, url };
  return null;
}
