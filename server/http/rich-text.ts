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
export const cleanHtml = (html: string): string => withoutEmptyHeads(sanitizeHtml(html, OPTIONS));

/** A head of a table without text names nothing: screen readers announce it as a head all the same. It becomes a cell. */
const withoutEmptyHeads = (html: string): string =>
  html.replaceAll(/<th(?: scope="\w*")?((?: (?:col|row)span="\d*")*)>(?:\s|&nbsp;)*<\/th>/g, '<td$1></td>');

/** Presentation MathML without links, scripts and annotations other than TeX. */
const FORMULA = [
  'math',
  'semantics',
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
  'menclose',
  'mmultiscripts',
  'mprescripts',
];
const FORMULA_LAYOUT = [
  'display',
  'mathvariant',
  'stretchy',
  'fence',
  'separator',
  'form',
  'linethickness',
  'displaystyle',
  'accent',
  'accentunder',
  'width',
  'height',
  'depth',
  'voffset',
  'lspace',
  'rspace',
  'movablelimits',
  'largeop',
  'symmetric',
  'minsize',
  'maxsize',
  'scriptlevel',
  'notation',
  'columnspan',
  'rowspan',
  'mathcolor',
  'mathbackground',
  'style',
];
const LENGTH = /^-?\d{0,3}(?:\.\d{1,4})?(?:em|pt|px)?$/;
const BORDER = /^[\d.]{1,7}(?:em|pt|px) (?:solid|dashed)(?: #[\da-f]{3,6})?$/i;
const COLOUR = /^#[\da-f]{3,6}$/i;
const SIDES = ['top', 'right', 'bottom', 'left'];
/** Borders, distances and colours of cells and boxes. */
const FORMULA_STYLES = {
  color: [COLOUR],
  'background-color': [COLOUR],
  'text-align': [/^(?:left|right|center)$/],
  padding: [LENGTH],
  border: [BORDER],
  ...Object.fromEntries(
    SIDES.flatMap((side) => [
      [`padding-${side}`, [LENGTH]],
      [`border-${side}`, [BORDER]],
    ]),
  ),
};
/** Classes of the formulas that the server makes; src/question-view/formula.css draws them. */
const FORMULA_CLASSES = ['tml-*', 'upstrike', 'downstrike', 'sout'];

const QUESTION_OPTIONS: sanitizeHtml.IOptions = {
  ...OPTIONS,
  allowedTags: [...(OPTIONS.allowedTags || []), 'audio', ...FORMULA, 'annotation'],
  allowedAttributes: {
    ...OPTIONS.allowedAttributes,
    audio: ['src', 'controls', 'title'],
    ...Object.fromEntries(FORMULA.map((tag) => [tag, FORMULA_LAYOUT])),
    annotation: [{ name: 'encoding', multiple: false, values: ['application/x-tex'] }],
  },
  allowedClasses: Object.fromEntries(FORMULA.map((tag) => [tag, FORMULA_CLASSES])),
  allowedStyles: Object.fromEntries(FORMULA.map((tag) => [tag, FORMULA_STYLES])),
  allowedSchemesByTag: { img: [], audio: [] },
  nonTextTags: ['script', 'style', 'textarea', 'option', 'annotation-xml'],
  exclusiveFilter: ({ tag, attribs }) => tag === 'annotation' && attribs['encoding'] !== 'application/x-tex',
};

/** Sanitizes rich text of a question: with recordings of this server and formulas. */
export const cleanQuestionHtml = (html: string): string => withoutEmptyHeads(sanitizeHtml(html, QUESTION_OPTIONS));

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Returns the text of rich text without its tags, with `&`, `<`, `>` and `"` as plain characters. */
export const plainText = (html: string): string =>
  sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
