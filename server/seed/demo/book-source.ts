/** One demo book, parsed from its plain-text source. */
export interface BookSource {
  /** `key: value` lines before the first blank line. */
  readonly facts: Readonly<Record<string, string>>;
  readonly chapters: readonly { readonly title: string; readonly paragraphs: readonly string[] }[];
}

/**
 * Parses a plain-text source: metadata, then `## chapter` headings with one paragraph per line. Inside a paragraph
 * `{漢字|かんじ}` is ruby, `[^note]` a footnote, `*words*` emphasis marks; a line `> ` is indented, `![name] caption`
 * is a drawing, `@en text` a paragraph in another language, `---` a break.
 */
export function readBookSource(text: string): BookSource {
  const [head = '', ...rest] = text
    .replace(/\r/g, '')
    .trim()
    .split(/\n\s*\n/);
  const facts = Object.fromEntries(
    head.split('\n').map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
  const chapters: { title: string; paragraphs: string[] }[] = [];
  for (const line of rest
    .join('\n\n')
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)) {
    if (line.startsWith('## ')) chapters.push({ title: line.slice(3).trim(), paragraphs: [] });
    else chapters.at(-1)?.paragraphs.push(line);
  }
  return { facts, chapters };
}
