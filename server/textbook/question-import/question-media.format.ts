import { createHash, randomBytes } from 'node:crypto';
import sanitizeHtml from 'sanitize-html';
import { MB, MEDIA } from '../../../contract/limits.ts';
import { encodedPicture, drawnPicture } from '../../files/encoded-picture.ts';
import { contentMatches } from '../../files/multipart-file.ts';
import type { QuestionContent } from '../question/question-content.format.ts';
import { escapeHtml, noted, type ImportLine, type MediaOf, type ReadQuestion } from './read-question.format.ts';

const PICTURE_BYTES = 5 * MB;
const SOUND_BYTES = 50 * MB;
const PICTURES = ['png', 'jpg', 'gif', 'webp'] as const;

/** A picture or a recording of a file, ready to be stored under its address. */
export interface ImportMedia {
  readonly fileName: string;
  readonly originalName: string;
  readonly bytes: Buffer;
}

/** Name of a file in an export: the name of its address, and the hash of its bytes. */
const EXPORTED = /^(?:q)?([0-9a-f]{24})[0-9a-f]{8,16}-([0-9a-f]{16})\.\w{2,5}$/;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** What a file in an export is called, so that the same question is found again although pictures are encoded again. */
export const exportedName = (address: string, bytes: Buffer): string =>
  (address.split('/').at(-1) ?? '').replace(/\.(\w+)$/, `-${sha256(bytes).slice(0, 16)}.$1`);

/** The sign by which a file is the same: of the bytes, or that of the file of which it is an unchanged export. */
function signOf(bytes: Buffer, name: string): string {
  const hash = sha256(bytes);
  const exported = EXPORTED.exec(name.split('/').at(-1) ?? '');
  return exported?.[1] && hash.startsWith(exported[2] ?? ' ') ? exported[1] : hash.slice(0, 24);
}

const SVG = /^\s*(?:<\?xml[^>]*\?>\s*|<!--[^]*?-->\s*|<!DOCTYPE[^[>]*>\s*)*<svg[\s>]/i;
/** Parts of a drawing that name other files; scripts are not run by drawing it. */
const OUTSIDE = /\s(?:xlink:)?href\s*=\s*(?:"(?!#|data:image\/)[^"]*"|'(?!#|data:image\/)[^']*')/gi;

/** Bytes and extension in which a picture is stored; null for what is no picture that can be shown. */
async function pictureOf(bytes: Buffer): Promise<{ readonly extension: string; readonly bytes: Buffer } | null> {
  try {
    const extension = PICTURES.find((one) => contentMatches(one, bytes));
    if (extension) return { extension, bytes: await encodedPicture(extension, bytes) };
    const head = bytes
      .subarray(0, 4_000)
      .toString('utf8')
      .replace(/^\ufeff/, '');
    if (SVG.test(head)) {
      const drawing = bytes.toString('utf8').replace(/<!DOCTYPE[^[>]*>/i, '');
      if (/<!ENTITY|<!DOCTYPE/i.test(drawing)) return null;
      return { extension: 'png', bytes: await drawnPicture(Buffer.from(drawing.replace(OUTSIDE, ''))) };
    }
    // TIFF in both orders of bytes.
    if (/^(?:49492a00|4d4d002a)/.test(bytes.subarray(0, 4).toString('hex'))) return { extension: 'png', bytes: await drawnPicture(bytes) };
    return null;
  } catch {
    return null;
  }
}

const soundOf = (bytes: Buffer): string | undefined => MEDIA.audio.find((one) => contentMatches(one, bytes));

const DATA = /^data:([\w.+/-]*)((?:;[\w=.+-]*)*),([^]*)$/;
function dataBytes(source: string): Buffer | null {
  const found = DATA.exec(source);
  if (!found) return null;
  try {
    return /;base64/i.test(found[2] ?? '') ? Buffer.from(found[3] ?? '', 'base64') : Buffer.from(decodeURIComponent(found[3] ?? ''));
  } catch {
    return null;
  }
}

const nameOf = (source: string): string => {
  const name = source.startsWith('data:') ? '内嵌图片' : (source.split(/[?#]/)[0]?.split('/').at(-1) ?? '');
  try {
    return decodeURIComponent(name).slice(0, 100) || '图片';
  } catch {
    return name.slice(0, 100) || '图片';
  }
};

const OWN = /^\/profile\/upload\/\d{4}\/\d\d\/\d\d\/[\w.-]+$/;
const MEDIA_TAG = /<(?:img|image|audio|video|source|object|embed|iframe|a)\b/i;
const PLAYABLE = /\.(?:mp3|m4a|m4b|wav|ogg|oga|aac|flac|wma)(?:[?#]|$)/i;

/** Where one source of an HTML text leads: a stored file, or words that stand at its place. */
type Placed = { readonly address: string; readonly sound: boolean } | { readonly gone: string };

/** Collects the pictures and recordings of the questions of one file. */
export class QuestionMedia {
  readonly #stored = new Map<string, ImportMedia>();
  readonly #placed = new Map<string, Placed>();
  readonly #mediaOf: MediaOf;
  readonly #folder: string;
  readonly #keep: (media: ImportMedia) => Promise<void>;

  /** `folder` is that of the addresses, `/profile/upload/2026/01/31/`. `keep` takes the bytes of each file once. */
  constructor(mediaOf: MediaOf, folder: string, keep: (media: ImportMedia) => Promise<void>) {
    this.#mediaOf = mediaOf;
    this.#folder = folder;
    this.#keep = keep;
  }

  /** The question with addresses of stored files; one that lacks a file becomes a draft with words at its place, and lines say which. */
  async placedIn(question: ReadQuestion, lines: ImportLine[]): Promise<ReadQuestion> {
    if (!question.content || !MEDIA_TAG.test(JSON.stringify(question.content))) return question;
    const sources = new Set<string>();
    mapHtml(question.content, (html) => withSources(html, (source) => void sources.add(source)));
    for (const source of sources) await this.#place(source);
    let gone = 0;
    const content = mapHtml(question.content, (html) =>
      withSources(html, (source) => {
        const placed = this.#placed.get(source);
        if (!placed) return undefined;
        if ('gone' in placed) {
          gone += 1;
          lines.push(noted(question.place, placed.gone, '题目会成为草稿，请补上后再设为可用'));
        }
        return placed;
      }),
    );
    return { ...question, content, ...(gone > 0 ? { draft: true } : {}) };
  }

  async #place(source: string): Promise<void> {
    if (this.#placed.has(source)) return;
    this.#placed.set(source, await this.#placedAt(source));
  }

  async #placedAt(source: string): Promise<Placed> {
    if (OWN.test(source)) return { address: source, sound: PLAYABLE.test(source) };
    const name = nameOf(source);
    const bytes = source.startsWith('data:') ? dataBytes(source) : this.#mediaOf(source);
    if (!bytes || bytes.length === 0)
      return /^(?:https?:)?\/\//i.test(source)
        ? { gone: `外部网址的图片或录音“${name}”没有下载` }
        : { gone: `缺少图片或录音“${name}”，文件里没有它` };
    const sound = soundOf(bytes);
    if (sound) return bytes.length > SOUND_BYTES ? { gone: `录音“${name}”超过50MB` } : this.#store(bytes, bytes, sound, name, true);
    if (bytes.length > PICTURE_BYTES) return { gone: `图片“${name}”超过5MB` };
    const picture = await pictureOf(bytes);
    if (!picture) return { gone: `图片“${name}”不能显示，请换成 PNG 或 JPG` };
    return this.#store(bytes, picture.bytes, picture.extension, name, false);
  }

  async #store(source: Buffer, bytes: Buffer, extension: string, name: string, sound: boolean): Promise<Placed> {
    const sign = signOf(source, name);
    const before = this.#stored.get(sign);
    if (before) return { address: before.fileName, sound };
    const media = { fileName: `${this.#folder}q${sign}${randomBytes(8).toString('hex')}.${extension}`, originalName: name, bytes };
    await this.#keep(media);
    this.#stored.set(sign, { ...media, bytes: Buffer.alloc(0) });
    return { address: media.fileName, sound };
  }
}

/** Applies a function to each HTML text of a question; keys and hints are plain text. */
function mapHtml(content: QuestionContent, change: (html: string) => string): QuestionContent {
  const walk = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return HTML_FIELDS.has(name) && MEDIA_TAG.test(value) ? change(value) : value;
    if (Array.isArray(value)) return value.map((one) => walk(one, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, name === 'feedback' ? 'html' : key)]));
  };
  return walk(content, '') as QuestionContent;
}
const HTML_FIELDS: ReadonlySet<string> = new Set(['stem', 'html', 'explanation', 'transcript']);

const sourceOf = (attributes: Readonly<Record<string, string>>): string =>
  (attributes['src'] || attributes['data'] || attributes['href'] || attributes['xlink:href'] || '').trim();

/** Rewrites the tags with sources. `place` returns undefined to leave one as it is. */
function withSources(html: string, place: (source: string) => Placed | undefined | void): string {
  const rewrite = (_tag: string, attributes: Readonly<Record<string, string>>): sanitizeHtml.Tag => {
    const source = sourceOf(attributes);
    const placed = source === '' ? undefined : place(source);
    if (!placed) return { tagName: _tag, attribs: attributes };
    if ('gone' in placed) return { tagName: 'span', attribs: {}, text: `［${placed.gone}］` };
    if (placed.sound) return { tagName: 'audio', attribs: { src: placed.address, controls: '' } };
    const { alt = '', width, height } = attributes;
    return {
      tagName: 'img',
      attribs: {
        src: placed.address,
        alt,
        ...(width && /^\d{1,4}$/.test(width) ? { width } : {}),
        ...(height && /^\d{1,4}$/.test(height) ? { height } : {}),
      },
    };
  };
  /** A player without a source of its own: the sources inside become players. */
  const player = (tag: string, attributes: Readonly<Record<string, string>>): sanitizeHtml.Tag =>
    sourceOf(attributes) === '' ? { tagName: 'span', attribs: {} } : rewrite(tag, attributes);
  return sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    transformTags: {
      img: rewrite,
      image: rewrite,
      source: rewrite,
      embed: rewrite,
      audio: player,
      video: player,
      object: player,
      iframe: rewrite,
      a: (tag, attributes) => (PLAYABLE.test(attributes['href'] ?? '') ? rewrite(tag, attributes) : { tagName: tag, attribs: attributes }),
    },
  });
}

/** HTML for a source inside a text, for parsers that make it. */
export const pictureHtml = (source: string, alt = ''): string =>
  `<img src="${escapeHtml(source).replaceAll('"', '&quot;')}" alt="${escapeHtml(alt)}" />`;
