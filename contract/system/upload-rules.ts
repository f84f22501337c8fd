import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MB, UPLOAD } from '../limits.ts';

export interface FileKind {
  readonly mime: string;
  readonly group: 'image' | 'video' | 'audio' | 'document';
  /** Name in the choices of the form designer; kinds with the same name are chosen together. */
  readonly label: string;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/**
 * Every kind of file that the platform can accept, by extension. The server knows how the content of each begins; kinds that a browser
 * runs (html, svg) are not among them. Which of these may be uploaded is decided by the parameters below.
 */
export const FILE_KINDS: Readonly<Record<string, FileKind>> = {
  png: { mime: 'image/png', group: 'image', label: '图片' },
  jpg: { mime: 'image/jpeg', group: 'image', label: '图片' },
  jpeg: { mime: 'image/jpeg', group: 'image', label: '图片' },
  gif: { mime: 'image/gif', group: 'image', label: '图片' },
  webp: { mime: 'image/webp', group: 'image', label: '图片' },
  doc: { mime: 'application/msword', group: 'document', label: 'word' },
  docx: { mime: `${OFFICE}.wordprocessingml.document`, group: 'document', label: 'word' },
  ppt: { mime: 'application/vnd.ms-powerpoint', group: 'document', label: 'ppt' },
  pptx: { mime: `${OFFICE}.presentationml.presentation`, group: 'document', label: 'ppt' },
  xls: { mime: 'application/vnd.ms-excel', group: 'document', label: 'excel' },
  xlsx: { mime: `${OFFICE}.spreadsheetml.sheet`, group: 'document', label: 'excel' },
  pdf: { mime: 'application/pdf', group: 'document', label: 'pdf' },
  txt: { mime: 'text/plain', group: 'document', label: 'txt' },
  mp4: { mime: 'video/mp4', group: 'video', label: '视频' },
  webm: { mime: 'video/webm', group: 'video', label: '视频' },
  mp3: { mime: 'audio/mpeg', group: 'audio', label: '音频' },
  m4a: { mime: 'audio/mp4', group: 'audio', label: '音频' },
  m4b: { mime: 'audio/mp4', group: 'audio', label: '音频' },
  wav: { mime: 'audio/wav', group: 'audio', label: '音频' },
};

/** What `POST /common/upload` accepts: extensions without a dot, bytes of one file, files of one field. */
export interface UploadRules {
  readonly images: readonly string[];
  readonly documents: readonly string[];
  readonly bytes: number;
  readonly files: number;
}

/** The defaults of the specification (S5.1, S5.2). */
export const DEFAULT_UPLOAD_RULES: UploadRules = { images: UPLOAD.images, documents: UPLOAD.documents, bytes: UPLOAD.bytes, files: UPLOAD.files };

/** The parameters of an administrator. A file is held in memory while it is checked, which limits its size. */
export const UPLOAD_KEYS = {
  images: 'sys.upload.imageTypes',
  documents: 'sys.upload.fileTypes',
  megabytes: 'sys.upload.maxMb',
  files: 'sys.upload.maxFiles',
} as const;
export const UPLOAD_MB_MAX = 50;
export const UPLOAD_FILES_MAX = 20;

const listed = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,，、]+/)
      .map((one) => one.replace(/^\./, ''))
      .filter(Boolean),
  ),
];
const isKind = (kind: string, images: boolean): boolean => Object.hasOwn(FILE_KINDS, kind) && (FILE_KINDS[kind]?.group === 'image') === images;
const whole = (text: string, most: number): number | null =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most ? Number(text) : null;

/** Returns why a value of one of these parameters is not usable, or null; other parameters have no rule here. */
export function uploadConfigProblem(key: string, value: string): string | null {
  if (key === UPLOAD_KEYS.images || key === UPLOAD_KEYS.documents) {
    const images = key === UPLOAD_KEYS.images;
    const strange = listed(value).find((kind) => !isKind(kind, images));
    const known = Object.keys(FILE_KINDS).filter((kind) => isKind(kind, images));
    return strange ? `不支持“${strange}”，可以填写：${known.join('、')}，用逗号分隔` : null;
  }
  if (key === UPLOAD_KEYS.megabytes && whole(value, UPLOAD_MB_MAX) === null) return `请填写1到${UPLOAD_MB_MAX}的整数，单位是MB`;
  if (key === UPLOAD_KEYS.files && whole(value, UPLOAD_FILES_MAX) === null) return `请填写1到${UPLOAD_FILES_MAX}的整数`;
  return null;
}

/** Returns the rules that the parameters give; a missing or unusable parameter has its default. */
export function readUploadRules(valueOf: (key: string) => string | null | undefined): UploadRules {
  const kinds = (key: string, images: boolean, fallback: readonly string[]): readonly string[] => {
    const value = valueOf(key);
    return value === null || value === undefined ? fallback : listed(value).filter((kind) => isKind(kind, images));
  };
  const megabytes = whole(valueOf(UPLOAD_KEYS.megabytes) ?? '', UPLOAD_MB_MAX);
  return {
    images: kinds(UPLOAD_KEYS.images, true, DEFAULT_UPLOAD_RULES.images),
    documents: kinds(UPLOAD_KEYS.documents, false, DEFAULT_UPLOAD_RULES.documents),
    bytes: megabytes === null ? DEFAULT_UPLOAD_RULES.bytes : megabytes * MB,
    files: whole(valueOf(UPLOAD_KEYS.files) ?? '', UPLOAD_FILES_MAX) ?? DEFAULT_UPLOAD_RULES.files,
  };
}

/** Every extension that may be uploaded. */
export const allowedKinds = ({ images, documents }: Pick<UploadRules, 'images' | 'documents'>): string[] => [...images, ...documents];

export const uploadRules = endpoint('GET /common/upload/rules', {
  summary: '上传规则',
  access: 'public',
  data: z.object({ images: z.array(z.string()), documents: z.array(z.string()), bytes: z.number(), files: z.number() }),
});
