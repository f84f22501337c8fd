import { MB, MEDIA } from '../limits.ts';
import { KINDS, MANUSCRIPT, type FileRole, type ManuscriptKind } from './manuscript-limits.ts';

/** The files of one role: recordings and films are sent in parts that continue after a break, and their content is checked. */
export interface RoleFiles {
  /** Endings, lower case. */
  readonly types: readonly string[];
  /** Most bytes of one file. */
  readonly bytes: number;
  /** Most current files of the role in one manuscript. */
  readonly most: number;
  /** What the content must be. */
  readonly content: 'document' | 'audio' | 'video' | 'captions';
  /** What to do with a file that is too large. */
  readonly advice: string;
}

const DOCUMENTS: RoleFiles = {
  types: MANUSCRIPT.fileTypes,
  bytes: MANUSCRIPT.fileBytes,
  most: 500,
  content: 'document',
  advice: '请压缩图片后再上传',
};
const ROLE_FILES: Readonly<Partial<Record<FileRole, RoleFiles>>> = {
  audio: { types: [...MEDIA.audio, 'flac'], bytes: MEDIA.fileBytes, most: 300, content: 'audio', advice: '请降低码率或拆分后再上传' },
  video: { types: [...MEDIA.video, 'mov'], bytes: MEDIA.fileBytes, most: 300, content: 'video', advice: '请降低码率或拆分后再上传' },
  captions: { types: ['vtt', 'srt'], bytes: 2 * MB, most: 300, content: 'captions', advice: '请拆分后再上传' },
};
export const roleFiles = (role: FileRole): RoleFiles => ROLE_FILES[role] ?? DOCUMENTS;

/** Returns why a file cannot be taken for a role, by its name and size; '' for one that can. The server checks the content too. */
export function fileObjection(role: FileRole, fileName: string, bytes: number): string {
  const { types, bytes: most, advice } = roleFiles(role);
  const type = /\.([a-z\d]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (!types.includes(type)) return `文件格式不正确，请上传${types.join('、')}格式的文件`;
  if (bytes === 0) return '文件是空的，请重新选择';
  const size = most < 1024 * MB ? `${most / MB}MB` : `${most / MB / 1024}GB`;
  return bytes > most ? `文件不能超过${size}，${advice}` : '';
}

/** What a kind of work is made of, from the author to the shop. Forms, checks and texts of all stages ask this table. */
export interface WorkFiles {
  /** What the author hands in: role and name, the usual one first. */
  readonly handedIn: readonly (readonly [role: FileRole, name: string])[];
  /** One current file of these roles, or enough text written online, is a complete manuscript. */
  readonly complete: readonly FileRole[];
  /** What is missing when there is none. */
  readonly completeWords: string;
  /** The parts of the master of a work that is heard or seen; null for a work with pages. */
  readonly parts: { readonly media: 'audio' | 'video'; readonly name: string; readonly unit: string; readonly captions: boolean } | null;
  /** The work on it after editing, what the typesetter delivers, and where that stays. */
  readonly making: { readonly work: string; readonly proof: string; readonly correct: string };
  /** Names of the four stages of SM06. */
  readonly stages: Readonly<Record<'one' | 'two' | 'three' | 'read', string>>;
  /** Rights (E23) that a new agreement grants, and the one that the sale of the work needs. */
  readonly rights: readonly string[];
  readonly saleRight: string;
}

const PAGES: WorkFiles = {
  handedIn: [
    ['manuscript', '书稿'],
    ['figure', '图稿'],
    ['authorisation', '授权书'],
  ],
  complete: ['manuscript', 'sample'],
  completeWords: `书稿文件或不少于${MANUSCRIPT.onlineMin}字的正文`,
  parts: null,
  making: { work: '排版', proof: '校样', correct: '改样' },
  stages: { one: '一校', two: '二校', three: '三校', read: '通读' },
  rights: ['paper', 'digital', 'network'],
  saleRight: 'digital',
};

const WORKS: Readonly<Record<ManuscriptKind, WorkFiles>> = {
  book: PAGES,
  textbook: {
    ...PAGES,
    handedIn: [...PAGES.handedIn, ['audio', '录音'], ['video', '影片']],
  },
  audio: {
    handedIn: [
      ['manuscript', '文稿'],
      ['audio', '录音'],
      ['authorisation', '授权书'],
    ],
    complete: ['manuscript', 'sample', 'audio'],
    completeWords: `文稿、录音或不少于${MANUSCRIPT.onlineMin}字的在线文稿`,
    parts: { media: 'audio', name: '曲目', unit: '段', captions: false },
    making: { work: '制作', proof: '样带', correct: '改样' },
    stages: { one: '一次审听', two: '二次审听', three: '三次审听', read: '终听' },
    rights: ['audio', 'network'],
    saleRight: 'audio',
  },
  video: {
    handedIn: [
      ['manuscript', '脚本'],
      ['video', '影片'],
      ['captions', '字幕'],
      ['authorisation', '授权书'],
    ],
    complete: ['manuscript', 'sample', 'video'],
    completeWords: `脚本、影片或不少于${MANUSCRIPT.onlineMin}字的在线脚本`,
    parts: { media: 'video', name: '分集', unit: '集', captions: true },
    making: { work: '制作', proof: '样片', correct: '改样' },
    stages: { one: '一次审看', two: '二次审看', three: '三次审看', read: '终看' },
    rights: ['network'],
    saleRight: 'network',
  },
  paper: PAGES,
  contest: { ...PAGES, handedIn: [['manuscript', '作品'], ...PAGES.handedIn.slice(1), ['audio', '录音'], ['video', '影片']] },
  other: PAGES,
};
export const workFiles = (kind: string): WorkFiles => WORKS[kind as ManuscriptKind] ?? PAGES;

/** Kinds of which an author begins a manuscript here; papers and contest works are handed in at their journal and contest. */
export const WRITTEN_KINDS: readonly ManuscriptKind[] = KINDS.filter((kind) => kind !== 'paper' && kind !== 'contest');

/** Name of a role in a work of this kind, for people. */
export const roleName = (kind: string, role: FileRole, usual: string): string => workFiles(kind).handedIn.find(([one]) => one === role)?.[1] ?? usual;

/** Characters that a speaker says in a second: the length of a recording as a number of characters, for the error rate (F11). */
const SPOKEN_A_SECOND = 4;
export const spokenCharacters = (seconds: number): number => Math.round(seconds * SPOKEN_A_SECOND);
