import { TOKEN_COOKIE } from '../../contract/limits.ts';

/** Returns the session token from the script-readable cookie that the specification names. The server reads the token from the header only. */
export function readToken(): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${TOKEN_COOKIE}=`));
  return found ? decodeURIComponent(found.slice(TOKEN_COOKIE.length + 1)) || null : null;
}

/** `days` keeps the cookie after the browser closes; without it, it is a session cookie. */
export function writeToken(token: string, days?: number): void {
  document.cookie = cookie(encodeURIComponent(token), days === undefined ? '' : `; max-age=${days * 86_400}`);
}

export function clearToken(): void {
  document.cookie = cookie('', '; max-age=0');
}

function cookie(value: string, life: string): string {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  return `${TOKEN_COOKIE}=${value}; path=/; samesite=strict${secure}${life}`;
}
