import { CODE, WORDS } from '../../contract/error.ts';

/** An unsuccessful response: the code of the body and the message for the user. Services throw it, `serve` writes it. */
export class AppError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
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
export const tooMany = (message = words(CODE.tooMany)): AppError => new AppError(CODE.tooMany, message);
export const failed = (message: string): AppError => new AppError(CODE.failed, message);
export const warning = (message: string): AppError => new AppError(CODE.warning, message);
