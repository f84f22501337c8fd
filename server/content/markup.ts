const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Returns a text for an attribute or the text of HTML or XML. */
export const escapeMarkup = (value: string): string => value.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
