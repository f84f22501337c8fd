import sanitizeHtml from 'sanitize-html';

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'em',
    'b',
    'i',
    'u',
    's',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'blockquote',
    'a',
    'img',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'ruby',
    'rt',
    'rp',
    'span',
    'sup',
    'sub',
    'hr',
    'figure',
    'figcaption',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    '*': ['lang'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
};

/** Sanitizes rich text: an allow-list of tags, no script, no style, and only pictures from this server. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, OPTIONS);

/** Presentation MathML without links, scripts and annotations. */
const FORMULA = [
  'math',
  'mrow',
  'mi',
  'mn',
  'mo',
  'ms',
  'mtext',
  'mspace',
  'msup',
  'msub',
  'msubsup',
  'mfrac',
  'msqrt',
  'mroot',
  'mover',
  'munder',
  'munderover',
  'mtable',
  'mtr',
  'mtd',
  'mstyle',
  'mpadded',
  'mphantom',
];
const FORMULA_LAYOUT = ['display', 'mathvariant', 'stretchy', 'fence', 'separator', 'form', 'linethickness', 'displaystyle', 'accent', 'width'];

const QUESTION_OPTIONS: sanitizeHtml.IOptions = {
  ...OPTIONS,
  allowedTags: [...(OPTIONS.allowedTags || []), 'audio', ...FORMULA],
  allowedAttributes: {
    ...OPTIONS.allowedAttributes,
    audio: ['src', 'controls', 'title'],
    ...Object.fromEntries(FORMULA.map((tag) => [tag, FORMULA_LAYOUT])),
  },
  allowedSchemesByTag: { img: [], audio: [] },
};

/** Sanitizes rich text of a question: with recordings of this server and formulas. */
export const cleanQuestionHtml = (html: string): string => sanitizeHtml(html, QUESTION_OPTIONS);

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Returns the text of rich text without its tags, with `&`, `<`, `>` and `"` as plain characters. */
export const plainText = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
