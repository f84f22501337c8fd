/** What can be read from the beginning of a manuscript. Empty where nothing was found. */
export interface ManuscriptMetadata {
  readonly title: string;
  readonly titleEn: string;
  readonly abstract: string;
  readonly abstractEn: string;
  readonly keywords: readonly string[];
  readonly keywordsEn: readonly string[];
  readonly clcCode: string;
  readonly fund: string;
  readonly wordCount: number;
}

/** A label at the start of a paragraph: `摘要：`, `[摘要]`, `Abstract:`. */
const label = (words: string): RegExp => new RegExp(`^\\s*[【\\[〔]?\\s*(?:${words})\\s*[】\\]〕]?\\s*[:：]?\\s*`, 'i');
const LABELS = {
  abstract: label('摘\\s*要|内容提要'),
  keywords: label('关\\s*键\\s*词'),
  abstractEn: label('abstract'),
  keywordsEn: label('key\\s*words?'),
  clcCode: label('中图分类号|分类号'),
  fund: label('基金项目|项目基金|资助项目'),
} as const;
type Key = keyof typeof LABELS;

/** Paragraphs in which the head of a manuscript is looked for. */
const HEAD = 80;
const HAN = /\p{Script=Han}/u;

const wordsOf = (text: string): string[] =>
  text
    .split(/[;；,，、]|\s{2,}/)
    .map((word) => word.trim().replace(/[.。]$/, ''))
    .filter(Boolean)
    .slice(0, 8);

/** Reads title, abstract, keywords, class and fund from the paragraphs of a manuscript by their usual labels. */
export function metadataIn(text: string): ManuscriptMetadata {
  const paragraphs = text.split('\n').map((line) => line.trim());
  const head = paragraphs.filter(Boolean).slice(0, HEAD);
  const found: Partial<Record<Key, string>> = {};
  for (const [index, paragraph] of head.entries())
    for (const key of Object.keys(LABELS) as Key[]) {
      if (found[key] !== undefined || !LABELS[key].test(paragraph)) continue;
      const rest = paragraph.replace(LABELS[key], '').trim();
      // A label on a line of its own: the text is the next paragraph.
      found[key] = rest === '' ? (head[index + 1] ?? '') : rest;
    }
  const labelled = (line: string): boolean => Object.values(LABELS).some((pattern) => pattern.test(line));
  const title = head.find((line) => HAN.test(line) && !labelled(line) && [...line].length <= 120) ?? '';
  const english = head.find((line) => /^[A-Z][^\p{Script=Han}]{10,300}$/u.test(line) && !labelled(line) && line.split(/\s+/).length >= 3) ?? '';
  return {
    title,
    titleEn: english,
    abstract: found.abstract ?? '',
    abstractEn: found.abstractEn ?? '',
    keywords: wordsOf(found.keywords ?? ''),
    keywordsEn: wordsOf(found.keywordsEn ?? ''),
    clcCode: (found.clcCode ?? '').split(/\s/)[0]?.slice(0, 20) ?? '',
    fund: (found.fund ?? '').slice(0, 200),
    wordCount: [...text.replaceAll(/\s/g, '')].length,
  };
}
