import { CODE, WORDS } from '../../contract/error.ts';

/** An answer other than success: the body's code and the words for a person. Thrown by services, written by `serve`. */
export class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const words = (code: number): string => WORDS[code] ?? '操作失败';

export const invalid = (message: string): Refusal => new Refusal(CODE.invalid, message);
export const signedOut = (path: string): Refusal => new Refusal(CODE.signedOut, `请求访问：${path}，认证失败，无法访问系统资源`);
export const forbidden = (message = words(CODE.forbidden)): Refusal => new Refusal(CODE.forbidden, message);
export const missing = (message = words(CODE.missing)): Refusal => new Refusal(CODE.missing, message);
export const conflict = (): Refusal => new Refusal(CODE.conflict, words(CODE.conflict));
export const tooMany = (message = words(CODE.tooMany)): Refusal => new Refusal(CODE.tooMany, message);
export const failed = (message: string): Refusal => new Refusal(CODE.failed, message);
export const warning = (message: string): Refusal => new Refusal(CODE.warning, message);
