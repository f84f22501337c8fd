import { elementOf, elementsOf, textIn, type Xml } from '../question-xml.parser.ts';
import { paragraphs } from '../read-question.format.ts';
import { withTypedFormulas } from '../typed-formulas.format.ts';

const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name.replaceAll('+', '%2B'));
  } catch {
    return name;
  }
};
const plainName = (name: string): string => decoded(name).normalize('NFC').replace(/^\/+/, '');

/** Files of one text: their bytes by a source that stands in the HTML. */
export class MoodleFiles {
  readonly #bytes = new Map<string, Buffer>();
  #count = 0;
  /** Names of files that no text shows. */
  unused: string[] = [];

  readonly mediaOf = (source: string): Buffer | null => this.#bytes.get(source) ?? null;

  /** HTML whose `@@PLUGINFILE@@` addresses are sources of `mediaOf`; addresses of files that are not there stay. */
  placed(html: string, holder: Xml): string {
    const files = elementsOf(holder, 'file').map((file) => {
      const path = plainName(`${(file.attributes['path'] ?? '/').replace(/\/?$/, '/')}${file.attributes['name'] ?? ''}`);
      return { path, small: path.toLowerCase(), file, source: '' };
    });
    const sourceOf = (written: string): string | null => {
      const [address = ''] = written.split(/[?#]/);
      const path = plainName(address.replace(/&amp;/g, '&'));
      const found =
        files.find((one) => one.path === path) ??
        files.find((one) => one.small === path.toLowerCase()) ??
        files.find((one) => one.path.split('/').at(-1) === path.split('/').at(-1));
      if (!found) return null;
      if (found.source === '') {
        this.#count += 1;
        found.source = `moodle-file:${this.#count}/${encodeURIComponent(found.path.split('/').at(-1) ?? '')}`;
        this.#bytes.set(found.source, Buffer.from(textIn(found.file), 'base64'));
      }
      return found.source;
    };
    const made = html
      .replace(/(["'])@@PLUGINFILE@@\/([^"'<>]*)\1/g, (all, quote: string, name: string) => {
        const source = sourceOf(name);
        return source === null ? all : `${quote}${source}${quote}`;
      })
      .replace(/(=\s*)@@PLUGINFILE@@\/([^\s"'<>]+)/g, (all, before: string, name: string) => {
        const source = sourceOf(name);
        return source === null ? all : `${before}"${source}"`;
      });
    this.unused.push(...files.filter(({ source }) => source === '').map(({ path }) => path));
    return made;
  }

  /** The picture that releases before 2.0 kept beside the text. */
  oldPicture(question: Xml): string {
    const data = textIn(elementOf(question, 'image_base64')).trim();
    const name = textIn(elementOf(question, 'image')).trim().split('/').at(-1) ?? '';
    if (name === '') return '';
    this.#count += 1;
    const source = `moodle-file:${this.#count}/${encodeURIComponent(name)}`;
    if (data !== '') this.#bytes.set(source, Buffer.from(data, 'base64'));
    return `<p><img src="${source}" alt=""></p>`;
  }
}

const TAGS = /<(?:p|br|div|span|b|i|em|strong|u|img|table|ul|ol|sup|sub|a|h\d|audio|video|math)\b[^>]*>/i;
/** The text of an element in its format, as HTML. */
export function moodleHtml(element: Xml | undefined, files: MoodleFiles): string {
  if (!element) return '';
  const holder = elementOf(element, 'text');
  const text = (holder ? textIn(holder) : element.children.filter((child) => typeof child === 'string').join('')).trim();
  if (text === '') return '';
  const format = (element.attributes['format'] ?? 'html').toLowerCase();
  const isHtml =
    format === 'html' || (format.startsWith('moodle') ? TAGS.test(text) : format !== 'plain_text' && format !== 'markdown' && format !== '2');
  return withTypedFormulas(files.placed(isHtml ? text : paragraphs(text), element));
}

/** Plain text of an element: of a name, a category, a short answer. */
export const moodleText = (element: Xml | undefined): string => textIn(elementOf(element, 'text') ?? element).trim();
