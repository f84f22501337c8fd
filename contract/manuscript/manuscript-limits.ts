import { MB } from '../limits.ts';

export const MANUSCRIPT = {
  title: 120,
  summaryMin: 50,
  summary: 1000,
  keywords: 8,
  authors: 20,
  /** Characters of online text that make a manuscript complete without a file. */
  onlineMin: 500,
  /** Characters of HTML of the online editor. */
  content: 2_000_000,
  reason: 2000,
  /** Days for a revision. */
  revisionDays: 30,
  /** Days without any movement after which a manuscript is listed as quiet. */
  quietDays: 30,
  undoRejectDays: 180,
  undoWithdrawDays: 30,
  /** The sum of all shares, in basis points. */
  shares: 10_000,
  fileBytes: 200 * MB,
  fileTypes: ['docx', 'doc', 'wps', 'pdf', 'epub', 'txt', 'zip', 'png', 'jpg', 'jpeg'],
  /** Cards of one column of the board. */
  boardCards: 30,
  query: 1000,
} as const;

export const KINDS = ['book', 'textbook', 'audio', 'video', 'paper', 'contest', 'other'] as const;
export type ManuscriptKind = (typeof KINDS)[number];
export const KIND_NAMES: Readonly<Record<ManuscriptKind, string>> = {
  book: '图书',
  textbook: '数字教材',
  audio: '音频',
  video: '视频',
  paper: '论文',
  contest: '参赛作品',
  other: '其他',
};
/** Kinds that need an approved topic before an editor is assigned. */
export const TOPIC_KINDS: readonly ManuscriptKind[] = ['book', 'textbook', 'audio', 'video'];

export const AUTHOR_ROLES = ['著', '编', '译', '主编', '编著', '校注'] as const;
export const LANGUAGES = ['zh', 'en', 'ja', 'fr', 'de', 'ru', 'other'] as const;
export const ORIGINALITIES = ['original', 'adapted', 'compiled', 'translated', 'annotated'] as const;

export const FILE_ROLES = [
  'manuscript',
  'sample',
  'figure',
  'authorisation',
  'contract',
  'report',
  'proof',
  'final',
  'cover',
  'epub',
  'pdf',
  'audio',
  'video',
  'captions',
  'other',
] as const;
export type FileRole = (typeof FILE_ROLES)[number];
/** What a reviewer adds to a manuscript. */
export const REVIEWER_FILE_ROLES: readonly FileRole[] = ['report', 'other'];
export const FILE_ROLE_NAMES: Readonly<Record<FileRole, string>> = {
  manuscript: '书稿',
  sample: '样章',
  figure: '图稿',
  authorisation: '授权书',
  contract: '协议',
  report: '审读报告',
  proof: '校样',
  final: '清样',
  cover: '封面',
  epub: 'EPUB',
  pdf: 'PDF',
  audio: '音频',
  video: '视频',
  captions: '字幕',
  other: '其他',
};

export const HOLD_REASONS = ['政策', '作者原因', '版权', '经费', '质量', '市场', '其他'] as const;

export const QUEUES = ['mine', 'author', 'outside', 'overdue', 'quiet'] as const;
export type Queue = (typeof QUEUES)[number];
export const QUEUE_NAMES: Readonly<Record<Queue, string>> = {
  mine: '等我处理',
  author: '等作者',
  outside: '等外部',
  overdue: '逾期',
  quiet: '30天无动静',
};
