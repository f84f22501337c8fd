/** Background Fetch, as far as it is used: it is in no library of types. */
export interface BackgroundFetching extends EventTarget {
  readonly id: string;
  readonly downloaded: number;
  /** Empty while it goes on. */
  readonly result: '' | 'success' | 'failure';
  readonly failureReason: string;
  abort(): Promise<boolean>;
  matchAll(): Promise<readonly { readonly request: Request; readonly responseReady: Promise<Response> }[]>;
}

export interface BackgroundFetchManager {
  fetch(id: string, requests: readonly string[], options: { title: string; downloadTotal: number }): Promise<BackgroundFetching>;
  get(id: string): Promise<BackgroundFetching | undefined>;
  getIds(): Promise<readonly string[]>;
}

/** What goes on without a page: whose it is, and what it is of. */
export type Background =
  | { readonly userId: number; readonly mediaId: number }
  | { readonly userId: number; readonly publishId: number; readonly editionId: number };

export const backgroundId = (of: Background): string =>
  'mediaId' in of ? `keep/${of.userId}/m/${of.mediaId}` : `keep/${of.userId}/b/${of.publishId}/${of.editionId}`;

export function backgroundOf(id: string): Background | null {
  const [, userId, kind, one, two] = /^keep\/(\d+)\/([mb])\/(\d+)(?:\/(\d+))?$/.exec(id) ?? [];
  if (userId === undefined || one === undefined) return null;
  if (kind === 'm') return { userId: Number(userId), mediaId: Number(one) };
  return two === undefined ? null : { userId: Number(userId), publishId: Number(one), editionId: Number(two) };
}

/** Where the worker says that it has taken what came; the message is the id. */
export const BACKGROUND_CHANNEL = 'shuzhou-background';
