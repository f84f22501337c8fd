import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PreparedResource } from '../../contract/reading/prepared-book.ts';
import { cleanCss, type CleanCss, type Imports } from './epub-css.ts';
import { revealFont, type Obfuscation } from './epub-encryption.ts';
import { decodeText } from './epub-markup.ts';
import { mediaOf, type Media } from './epub-media.ts';
import { sanitise, type CleanDocument, type Surroundings } from './epub-sanitise.ts';

/** Sheets that import each other would make much of little. */
const IMPORTED_MOST = 4_000_000;

const sheetText = (bytes: Uint8Array): string => decodeText(bytes).replace(/^\s*@charset[^;]*;/i, '');

export type WrittenFile = Omit<PreparedResource, 'document'>;

/** Writes the files of a prepared book; each is rewritten, or carried over, once. */
export class BookFiles {
  readonly #raw: string;
  readonly #folder: string;
  readonly #fonts: ReadonlyMap<string, Obfuscation>;
  readonly #identifier: string;
  readonly #around: Surroundings;
  /** Characters of imported sheets that were written into others. */
  #imported = 0;
  readonly written = new Map<string, WrittenFile>();
  readonly documents = new Map<string, CleanDocument>();
  readonly styles = new Map<string, CleanCss>();

  constructor(raw: string, folder: string, fonts: ReadonlyMap<string, Obfuscation>, identifier: string, around: Surroundings) {
    this.#raw = raw;
    this.#folder = folder;
    this.#fonts = fonts;
    this.#identifier = identifier;
    this.#around = around;
  }

  write(path: string, type: string, bytes: Uint8Array): void {
    const place = join(this.#folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
    this.written.set(path, { path, type, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  }

  /** Takes a file of the archive over in the form its kind asks. */
  carry(path: string, media: Media): void {
    const bytes = readFileSync(join(this.#raw, path));
    if (media.kind === 'document') this.carryDocument(path, decodeText(bytes), media.type);
    else if (media.kind === 'style') {
      const clean = cleanCss(sheetText(bytes), path, this.#around.find, this.#importsInto(path));
      this.styles.set(path, clean);
      this.write(path, media.type, Buffer.from(clean.css));
    } else {
      const how = this.#fonts.get(path);
      if (how) revealFont(bytes, how, this.#identifier);
      this.write(path, media.type, bytes);
    }
  }

  carryDocument(path: string, markup: string, type = 'application/xhtml+xml'): void {
    const clean = sanitise(markup, path, { ...this.#around, imports: this.#importsInto(path) });
    this.documents.set(path, clean);
    this.write(path, type, Buffer.from(clean.markup));
  }

  /** A sheet that another imports stands in it, once, while there is room. */
  #importsInto(base: string): Imports {
    const seen = new Set([base]);
    const imports: Imports = (path) => {
      if (seen.has(path) || !this.#around.has(path) || mediaOf(path, '')?.kind !== 'style') return null;
      seen.add(path);
      const text = sheetText(readFileSync(join(this.#raw, path)));
      this.#imported += text.length;
      return this.#imported > IMPORTED_MOST ? null : cleanCss(text, path, this.#around.find, imports, base);
    };
    return imports;
  }

  /** What a carried file needs, its own style sheets among it. */
  needs(path: string): readonly string[] {
    const document = this.documents.get(path);
    return document ? [...document.stylesheets, ...document.refs] : (this.styles.get(path)?.refs ?? []);
  }
}
