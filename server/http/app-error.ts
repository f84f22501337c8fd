import { CODE, WORDS } from '../../contract/error.ts';

/** An unsuccessful response: the code of the body and the message for the user. Services throw it, `serve` writes it. */
export class AppError extends Error {
  readonly code: number;
  /** Seconds after which the same request may succeed; null when that is not known. */
  readonly retryAfter: number | null;
  constructor(code: number, message: string, retryAfter: number | null = null) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** The subject of a page has another address now, for example because two scholars were merged: a page answers 301. */
export class Moved extends AppError {
  /** Relative to the site root. */
  readonly address: string;
  constructor(address: string) {
    super(CODE.missing, words(CODE.missing));
    this.address = address;
  }
}

const words = (code: number): string => WORDS[code] ?? '操作失败';

export const invalid = (message: string): AppError => new AppError(CODE.invalid, message);
export const signedOut = (path: string): AppError => new AppError(CODE.signedOut, `请求访问：${path}，认证失败，无法访问系统资源`);
export const forbidden = (message = words(CODE.forbidden)): AppError => new AppError(CODE.forbidden, message);
export const missing = (message = words(CODE.missing)): AppError => new AppError(CODE.missing, message);
export const conflict = (): AppError => new AppError(CODE.conflict, words(CODE.conflict));
export const isConflict = (error: unknown): boolean => error instanceof AppError && error.code === CODE.conflict;
export const tooMany = (message = words(CODE.tooMany), retryAfter: number | null = null): AppError => new AppError(CODE.tooMany, message, retryAfter);
export const failed = (message: string): AppError => new AppError(CODE.failed, message);
export const warning = (message: string): AppError => new AppError(CODE.warning, message);
