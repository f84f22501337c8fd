/** Codes in the response body, with the default messages for users. */
export const CODE = {
  ok: 200,
  invalid: 400,
  signedOut: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  /** The user must confirm their identity; the session continues. */
  unconfirmed: 428,
  tooMany: 429,
  failed: 500,
  unavailable: 503,
  warning: 601,
} as const;

export const UNKNOWN_FAILURE = '系统未知错误，请反馈给管理员';

export const WORDS: Readonly<Record<number, string>> = {
  200: '操作成功',
  400: '参数校验失败',
  401: '认证失败，无法访问系统资源',
  403: '当前操作没有权限',
  404: '访问资源不存在',
  409: '数据已被他人修改，请刷新后重试',
  429: '操作过于频繁，请稍后再试',
  500: UNKNOWN_FAILURE,
  503: '服务暂时不可用，请稍后再试',
};

/** Answer of every endpoint except the set-up to a user whose account requires a second factor and has none. */
export const FACTOR_DUE = '您的账号须先设置两步验证或通行密钥：请打开“登录安全”完成设置';
/** With code 428: the user must confirm their identity. */
export const UNCONFIRMED = '为了安全，请重新输入密码确认身份';
/** A read of the database exceeded its time limit. */
export const TOO_LONG = '查询时间太长，请缩小范围';
/** With code 503: nothing can be written; reading goes on. */
export const DISK_FULL = '服务器的磁盘已满，请联系管理员';
export const NETWORK_FAILURE = '后端接口连接异常';
/** For a response that is not from this server: usually the sign-in page of a network (captive portal). */
export const FOREIGN_ANSWER = '没有连到书舟：这个网络可能要先登录，如机场、酒店的 Wi-Fi';
export const TIMEOUT_FAILURE = '系统接口请求超时';
/** `status` is an HTTP status outside 2xx. */
export const statusFailure = (status: number): string => `系统接口${status}异常`;
