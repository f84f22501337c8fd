import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PreparedResource } from '../../contract/reading/prepared-book.ts';
import { cleanCss, type CleanCss, type Imports } from './css.ts';
import { revealFont, type Obfuscation } from './package/encryption.ts';
import type { Findings } from './findings.ts';
import { withSoftHyphens } from './hyphens.ts';
import { withLanguage } from './language.ts';
import { splitLongBlocks } from './long-blocks.ts';
import { lossOf, lossWords } from './losses.ts';
import type { Media } from './media.ts';
import type { Package } from './package/package.ts';
import { targetOf } from './path.ts';
import { pageTraits } from './package/rendition.ts';
import type { CleanDocument, Surroundings } from './clean-document.ts';
import { sanitise } from './sanitise.ts';

/** Limit in characters: sheets that import each other would multiply a small input. */
const IMPORTED_MOST = 4_000_000;

const sheetText = (text: string): string => text.replace(/^\s*@charset[^;]*;/i, '');

export type WrittenFile = Omit<PreparedResource, 'document'>;

/** Writes the files of a prepared book; each is rewritten or copied once. */
export class BookFiles {
  readonly #raw: string;
  readonly #folder: string;
  readonly #fonts: ReadonlyMap<string, Obfuscation>;
  readonly #pack: Pick<Package, 'uniqueIdentifier' | 'language' | 'layout' | 'spine'>;
  readonly #around: Surroundings & { readonly findings: Findings };
  /** Characters of imported sheets that were inlined into others. */
  #imported = 0;
  readonly written = new Map<string, WrittenFile>();
  readonly documents = new Map<string, CleanDocument>();
  readonly styles = new Map<string, CleanCss>();

  constructor(
    raw: string,
    folder: string,
    fonts: ReadonlyMap<string, Obfuscation>,
    pack: Pick<Package, 'uniqueIdentifier' | 'language' | 'layout' | 'spine'>,
    around: Surroundings & { readonly findings: Findings },
  ) {
    this.#raw = raw;
    this.#folder = folder;
    this.#fonts = fonts;
    this.#pack = pack;
    this.#around = around;
  }

  readonly #has = (path: string): boolean => this.#around.has(this.#around.insteadOf(path));

  write(path: string, type: string, bytes: Uint8Array): void {
    const place = join(this.#folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
    this.written.set(path, { path, type, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  }

  /** Writes a file of the archive in the form that its type requires. */
  carry(path: string, media: Media): void {
    const bytes = readFileSync(join(this.#raw, path));
    const { findings, find } = this.#around;
    if (media.kind === 'document') this.carryDocument(path, findings.decoded(path, bytes), media.type);
    else if (media.kind === 'style') {
      const clean = cleanCss(sheetText(findings.decoded(path, bytes)), path, find, this.#importsInto(path), path, this.#has);
      this.#noteLost(path, clean);
      this.styles.set(path, clean);
      this.write(path, media.type, Buffer.from(clean.css));
    } else {
      const how = this.#fonts.get(path);
      if (how) revealFont(bytes, how, this.#pack.uniqueIdentifier);
      this.write(path, media.type, bytes);
    }
  }

  carryDocument(path: string, markup: string, type = 'application/xhtml+xml'): void {
    const clean = sanitise(markup, path, { ...this.#around, imports: this.#importsInto(path) });
    const { findings } = this.#around;
    if (clean.cleaned) findings.repaired(path, '里有XML不允许的字符、没有声明的前缀或不规范的声明，已修复');
    for (const { kind, loss, label } of clean.losses) findings.lost(path, lossWords(kind, loss, label));
    this.documents.set(path, clean);
    this.write(path, type, Buffer.from(type === 'image/svg+xml' ? clean.markup : this.#laidOut(path, clean)));
  }

  /** Returns a document for output: with its language and, for reflowable text, with split blocks and soft hyphens. */
  #laidOut(path: string, { markup, text }: CleanDocument): string {
    const made = withLanguage(markup, text, this.#pack.language);
    const properties = this.#pack.spine.find(({ item }) => item.path === path)?.properties ?? [];
    const layout = pageTraits(properties, this.#pack.layout).layout ?? this.#pack.layout;
    return layout === 'pre-paginated' ? made : withSoftHyphens(splitLongBlocks(made));
  }

  /** Notes missing pictures and fonts of a sheet. A font in an unsupported format usually has alternatives next to it. */
  #noteLost(path: string, { refs, outside }: CleanCss): void {
    const { findings, has, insteadOf } = this.#around;
    for (const address of outside) {
      const loss = lossOf('style', address, targetOf(address, path), this.#around);
      if (loss) findings.lost(path, lossWords('style', loss, ''));
    }
    for (const ref of refs) if (!has(insteadOf(ref))) findings.lost(path, lossWords('style', { address: ref, why: '不在压缩包里' }, ''));
  }

  /** Inlines each imported sheet once, while the limit allows. */
  #importsInto(base: string): Imports {
    const seen = new Set([base]);
    const imports: Imports = (path) => {
      if (seen.has(path) || !this.#around.has(path) || this.#around.media(path, '')?.kind !== 'style') return null;
      seen.add(path);
      const text = sheetText(this.#around.findings.decoded(path, readFileSync(join(this.#raw, path))));
      this.#imported += text.length;
      return this.#imported > IMPORTED_MOST ? null : cleanCss(text, path, this.#around.find, imports, base, this.#has);
    };
    return imports;
  }

  /** Returns the files that a written file needs, including its style sheets. */
  needs(path: string): readonly string[] {
    const document = this.documents.get(path);
    return document ? [...document.stylesheets, ...document.refs] : (this.styles.get(path)?.refs ?? []);
  }
}
