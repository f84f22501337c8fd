/** Splits markup written by this code into tags, comments and text. No attribute contains `>`, because it is escaped there. */
export const tokensOf = (markup: string): string[] => markup.match(/<!--[\s\S]*?-->|<[^>]*>|[^<]+/g) ?? [];

/** Returns the lower-case name of a tag without prefix; `/p` for an end tag; empty for text and declarations. */
export function tagName(token: string): string {
  const found = /^<(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(token);
  return found ? `${found[1]}${(found[2] ?? '').toLowerCase()}` : '';
}

export const isEmptyTag = (token: string): boolean => token.endsWith('/>');

/** Inline elements. */
export const INLINE: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var'.split(' '),
);
