/** The used part of the Background Fetch API, which the TypeScript libraries do not contain. */
export interface BackgroundFetching extends EventTarget {
  readonly id: string;
  readonly downloaded: number;
  /** Empty while it is running. */
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

/** A fetch that runs without a page: its user and its content. */
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

/** Channel on which the service worker reports that it has stored a fetch; the message is the id. */
export const BACKGROUND_CHANNEL = 'shuzhou-background';
