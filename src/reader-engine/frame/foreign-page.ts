/** The part of a response that tells an HTML page from a file. */
interface Answered {
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
}

/**
 * A captive portal answers every request with its own HTML page. Of the server's files only the documents of a
 * book are HTML, and they are sent with a sandbox policy.
 */
export const isForeignPage = ({ ok, headers }: Answered): boolean =>
  ok && /^text\/html\b/i.test(headers.get('content-type') ?? '') && !/\bsandbox\b/.test(headers.get('content-security-policy') ?? '');
