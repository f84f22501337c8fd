import { NETWORK_FAILURE, statusFailure, TIMEOUT_FAILURE, UNKNOWN_FAILURE, WORDS } from '../../contract/error.ts';
import { CallError, OFFLINE, TOO_LATE } from './call.ts';

/** How a message is shown: a dialog, a notification with a title, or a message that disappears. */
export interface FailureMessage {
  readonly channel: 'dialog' | 'notification' | 'message';
  readonly words: string;
  readonly title?: string;
  readonly button?: string;
  /** Display time if the specification defines it; otherwise the default of the client. */
  readonly seconds?: number;
}

/** Titles and buttons of all dialogs. */
export const DIALOG = { title: '系统提示', confirm: '确定', cancel: '取消' } as const;

/** Messages by code, for answers without a message. */
export const CODE_WORDS = { 401: WORDS[401] ?? '', 403: WORDS[403] ?? '', 404: WORDS[404] ?? '', default: UNKNOWN_FAILURE } as const;

const ofTable = (code: number): string | undefined => (code === 401 || code === 403 || code === 404 ? CODE_WORDS[code] : undefined);

/** Returns the table's message for a code, else the server's message, else the default. */
export const codeWords = (code: number, msg?: string): string => ofTable(code) ?? (msg || CODE_WORDS.default);

/** Returns the message of a failed answer, else the table's message: the server's message is more specific. */
export const responseMessage = (code: number, msg?: string): string => msg || codeWords(code);

const message = (words: string, seconds?: number): FailureMessage => ({
  channel: 'message',
  words,
  ...(seconds === undefined ? {} : { seconds }),
});

/** Every error message for users, by cause. */
export const FAILURES = {
  signedOut: (): FailureMessage => ({ channel: 'dialog', title: DIALOG.title, words: '请登录!', button: '登录' }),
  failed: (msg?: string): FailureMessage => message(codeWords(500, msg)),
  refused: (code: number, msg?: string): FailureMessage => ({ channel: 'notification', title: responseMessage(code, msg), words: '' }),
  network: (): FailureMessage => message(NETWORK_FAILURE),
  timeout: (): FailureMessage => message(TIMEOUT_FAILURE),
  status: (status: number): FailureMessage => message(statusFailure(status), 2),
  routesNotLoaded: (error: unknown): FailureMessage => message(error instanceof Error && error.message ? error.message : CODE_WORDS.default),
  download: (code: number, msg?: string): FailureMessage => message(codeWords(code, msg)),
  publicDownload: (phone: string): FailureMessage => message(`下载文件出现错误，请联系工作人员${phone}`),
  imageInsert: (): FailureMessage => message('图片插入失败'),
  upload: (): FailureMessage => message('上传失败'),
  uploadInEditor: (): FailureMessage => message('upload failed, retry'),
  copy: (): FailureMessage => message('代码复制失败'),
  script: (url: string): FailureMessage => message(`Failed to load ${url}`),
} as const;

/** Errors for developers: thrown, not shown. */
export const noDictionary = (type: string): Error => new Error(`the dict meta of ${type} was not found`);
export const noLayout = (layout: string): Error => new Error(`没有与布局「${layout}」对应的画法：请在设计器的布局表里补上它`);

/** Success messages. */
export const SUCCESSES = {
  modified: message('修改成功'),
  added: message('新增成功'),
  uploaded: message('上传成功'),
  copied: { channel: 'notification', title: '成功', words: '代码已复制到剪切板，可粘贴。' } satisfies FailureMessage,
  resized: message('Switch Size Success'),
} as const;

export const EDITOR_LOADING = '富文本资源加载中...';

/** Returns the message for a failed call; null for an ended session, which has a separate dialog. */
export function messageFor(error: unknown): FailureMessage | null {
  if (!(error instanceof CallError)) return message('操作没有完成，请重试');
  if (error.code === OFFLINE) return FAILURES.network();
  if (error.code === TOO_LATE) return FAILURES.timeout();
  if (error.byStatus) return FAILURES.status(error.code);
  if (error.code === 401) return null;
  return error.code === 500 ? FAILURES.failed(error.message) : FAILURES.refused(error.code, error.message);
}
