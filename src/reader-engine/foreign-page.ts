/** As much of an answer as tells a page from a file. */
interface Answered {
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
}

/**
 * A network that wants a sign-in of its own sends its page for everything. Of the house's files only a document of a
 * book is HTML, and it comes in a sandbox.
 */
export const isForeignPage = ({ ok, headers }: Answered): boolean =>
  ok && /^text\/html\b/i.test(headers.get('content-type') ?? '') && !/\bsandbox\b/.test(headers.get('content-security-policy') ?? '');
