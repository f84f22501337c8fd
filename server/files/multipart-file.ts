import { ownValue } from '../../contract/own-value.ts';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { MB, UPLOAD } from '../../contract/limits.ts';
import { visibleText } from '../../contract/visible-text.ts';
import { failed } from '../http/app-error.ts';
import { isTooLarge } from '../http/malformed-request.ts';

/** How the content of each kind begins, in hexadecimal; a dot stands for any digit. */
const MAGIC: Readonly<Record<string, readonly string[]>> = {
  png: ['89504e470d0a1a0a'],
  jpg: ['ffd8ff'],
  jpeg: ['ffd8ff'],
  gif: ['474946383761', '474946383961'],
  webp: ['52494646........57454250'],
  docx: ['504b0304'],
  pptx: ['504b0304'],
  xlsx: ['504b0304'],
  doc: ['d0cf11e0'],
  ppt: ['d0cf11e0'],
  xls: ['d0cf11e0'],
  pdf: ['255044462d'],
  ofd: ['504b0304'],
  mp4: ['........66747970'],
  m4a: ['........66747970'],
  m4b: ['........66747970'],
  webm: ['1a45dfa3'],
  mp3: ['494433', 'fffb', 'fff3', 'fff2', 'fffa'],
  wav: ['52494646........57415645'],
};

const tooLarge = (bytes: number) => failed(`上传文件大小不能超过 ${bytes / MB} MB!`);

export interface Part {
  readonly name: string;
  readonly bytes: Buffer;
}

const NAME_LENGTH = 200;

/** Reads the single file of a multipart request, at most `most` bytes; its name has no folder and no invisible characters. */
export async function onePart(request: FastifyRequest, most: number = UPLOAD.bytes): Promise<Part> {
  const part = await request.file({ limits: { fileSize: most } }).catch(() => undefined);
  if (!part) throw failed('请选择要上传的文件');
  const bytes = await part.toBuffer().catch((error: unknown) => {
    throw isTooLarge(error) ? tooLarge(most) : failed('文件没有传完，请重新上传');
  });
  if (bytes.length === 0) throw failed('文件是空的，请重新选择');
  return { name: plainFileName(part.filename), bytes };
}

/** The name of an uploaded file without a folder and without invisible characters. */
function plainFileName(sent: string): string {
  const name = visibleText(sent || 'file')
    .replace(/[\r\n]/g, '')
    .split(/[\\/]/)
    .pop()!;
  // The extension gives the type, so a long name is cut before it.
  const ending = extname(name).slice(0, 20);
  return name.slice(0, Math.min(name.length - ending.length, NAME_LENGTH - ending.length)) + ending;
}

/** A file of a multipart request while it arrives: its bytes are not held in memory. */
export interface StreamedPart {
  readonly name: string;
  readonly stream: Readable;
  /** Throws when the file was longer than allowed; to be called after the stream has ended. */
  readonly finish: () => void;
}

/** Returns the single file of a multipart request as a stream of at most `most` bytes. */
export async function streamedPart(request: FastifyRequest, most: number): Promise<StreamedPart> {
  const part = await request.file({ limits: { fileSize: most } }).catch(() => undefined);
  if (!part) throw failed('请选择要上传的文件');
  const finish = () => {
    if (part.file.truncated) throw tooLarge(most);
  };
  return { name: plainFileName(part.filename), stream: part.file, finish };
}

/** Returns the single picture of a multipart request. Checks the type by the file name and by the first bytes. */
export async function onePicture(request: FastifyRequest): Promise<Buffer> {
  const { name, bytes } = await onePart(request);
  const extension = extname(name).slice(1).toLowerCase();
  if (!(UPLOAD.images as readonly string[]).includes(extension) || !contentMatches(extension, bytes))
    throw failed(`文件格式不正确, 请上传${UPLOAD.images.join('/')}图片格式文件!`);
  return bytes;
}

/** Returns whether the first bytes fit the extension. */
export function contentMatches(extension: string, bytes: Buffer): boolean {
  const wanted = ownValue(MAGIC, extension);
  const head = bytes.subarray(0, 12).toString('hex');
  if (wanted) return wanted.some((start) => new RegExp(`^${start}`).test(head));
  // A plain text contains no NUL and does not start like an HTML page.
  return !bytes.includes(0) && !/^\s*(<|\ufeff<)/.test(bytes.subarray(0, 200).toString('utf8'));
}
