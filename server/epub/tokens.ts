/** A piece of markup that was written here: a tag, a comment, or text. `>` stands in no attribute, since it is escaped there. */
export const tokensOf = (markup: string): string[] => markup.match(/<!--[\s\S]*?-->|<[^>]*>|[^<]+/g) ?? [];

/** Lower-case name of a tag without its prefix; `/p` for an end; empty for text and declarations. */
export function tagName(token: string): string {
  const found = /^<(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(token);
  return found ? `${found[1]}${(found[2] ?? '').toLowerCase()}` : '';
}

export const isEmptyTag = (token: string): boolean => token.endsWith('/>');

/** Elements that stand in a line of text. */
export const INLINE: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var'.split(' '),
);
