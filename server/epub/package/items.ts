import type { Findings } from '../findings.ts';
import type { Media } from '../media.ts';
import type { Find } from '../path.ts';

export interface ManifestItem {
  readonly id: string;
  readonly path: string;
  readonly type: string;
  readonly properties: readonly string[];
  readonly fallback: string;
  /** The manifest id of its media overlay. */
  readonly overlay: string;
}

export interface SpineItem {
  readonly item: ManifestItem;
  /** The picture for which a page must be written; in a fixed-layout book a picture may be a page. */
  readonly picture: ManifestItem | null;
  readonly linear: boolean;
  readonly properties: readonly string[];
}

export type ById = (id: string) => ManifestItem | undefined;

/** The file names in the archive, and how to find them. */
export interface Names {
  has(path: string): boolean;
  readonly find: Find;
  /** Returns the media type of a file, by its bytes, its name and the type in the manifest. Without this function, only the last two count. */
  media?(path: string, said: string): Media | null;
  readonly findings?: Findings;
}

export const DOCUMENT_TYPES: ReadonlySet<string> = new Set([
  'application/xhtml+xml',
  'text/html',
  'image/svg+xml',
  'application/x-dtbook+xml',
  'text/x-oeb1-document',
]);

/** Scripts never run here: a scripted document is replaced by its fallback. */
export const isScripted = (item: Pick<ManifestItem, 'properties' | 'fallback'>): boolean =>
  item.fallback !== '' && item.properties.includes('scripted');
