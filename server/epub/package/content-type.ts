import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** Number of bytes examined per file. */
const HEAD = 4_096;

type Sign = readonly [type: string, at: number, bytes: string];

/** First bytes of the file types found in books; letters match themselves, `\x` matches other bytes. */
const SIGNS: readonly Sign[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBP'],
  ['image/avif', 4, 'ftypavif'],
  ['image/avif', 4, 'ftypavis'],
  ['image/heic', 4, 'ftyphei'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['image/jxl', 0, '\xff\x0a'],
  ['image/jxl', 4, 'JXL \r\n'],
  ['image/jp2', 4, 'jP  \r\n'],
  ['image/x-emf', 40, ' EMF'],
  ['image/x-wmf', 0, '\xd7\xcd\xc6\x9a'],
  ['image/vnd.adobe.photoshop', 0, '8BPS'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/wav', 8, 'WAVE'],
  ['audio/amr', 0, '#!AMR'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/midi', 0, 'MThd'],
  ['video/x-flv', 0, 'FLV'],
  ['video/x-ms-asf', 0, '\x30\x26\xb2\x75'],
  ['video/x-msvideo', 8, 'AVI '],
  ['application/vnd.rn-realmedia', 0, '.RMF'],
  ['video/webm', 0, '\x1a\x45\xdf\xa3'],
  ['audio/mp4', 4, 'ftypM4A'],
  ['video/quicktime', 4, 'ftypqt'],
  ['video/3gpp', 4, 'ftyp3g'],
  ['video/mp4', 4, 'ftyp'],
  ['application/x-shockwave-flash', 0, 'FWS'],
  ['application/x-shockwave-flash', 0, 'CWS'],
  ['application/pdf', 0, '%PDF-'],
  ['font/otf', 0, 'OTTO'],
  ['font/ttf', 0, '\0\x01\0\0'],
  ['font/woff', 0, 'wOFF'],
  ['font/woff2', 0, 'wOF2'],
];
const BITMAP = /^BM[\s\S]{4}\0{4}/;
/** Everything before the first element: a byte order mark, declarations and comments. */
const PROLOGUE = /^(?:\xef\xbb\xbf)?(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\])?[^>]*>)*/i;

/** Returns the type of a file by its first bytes, whatever its name and the manifest say; null when unknown. */
export function contentTypeOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1');
  const found = SIGNS.find(([, at, sign]) => head.startsWith(sign, at))?.[0];
  if (found) return found;
  if (BITMAP.test(head)) return 'image/bmp';
  if (/^<(?:\w+:)?svg[\s>]/.test(head.replace(PROLOGUE, ''))) return 'image/svg+xml';
  return null;
}

/** The same for the files of a folder, each read once. `isOpaque` names files whose bytes are obfuscated. */
export class ContentTypes {
  readonly #known = new Map<string, string | null>();
  readonly #folder: string;
  readonly #isOpaque: (path: string) => boolean;

  constructor(folder: string, isOpaque: (path: string) => boolean) {
    this.#folder = folder;
    this.#isOpaque = isOpaque;
  }

  of(path: string): string | null {
    const before = this.#known.get(path);
    if (before !== undefined) return before;
    const type = this.#isOpaque(path) ? null : contentTypeOf(headOf(join(this.#folder, path)));
    this.#known.set(path, type);
    return type;
  }

  /** Call this after the file was rewritten. */
  forget(path: string): void {
    this.#known.delete(path);
  }
}

function headOf(file: string): Uint8Array {
  const bytes = Buffer.alloc(HEAD);
  try {
    const descriptor = openSync(file, 'r');
    try {
      return bytes.subarray(0, readSync(descriptor, bytes, 0, HEAD, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return bytes.subarray(0, 0);
  }
}
