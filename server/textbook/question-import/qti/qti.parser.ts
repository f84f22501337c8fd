import type { AnswerLanguage } from '../../../../contract/textbook/question-kind.ts';
import { QUESTION } from '../../../../contract/textbook/question-limits.ts';
import { tagsOf } from '../question-parts.format.ts';
import { decodeText, elementsOf, readXml, rootNameOf, textIn, within, type Xml } from '../question-xml.parser.ts';
import { noted, rejected, type ImportLine, type ReadFile, type ReadQuestion } from '../read-question.format.ts';
import { folderOf, mediaIn, xmlText, type QuestionPackage } from './qti-package.parser.ts';
import { readQti1Item } from './qti1-item.parser.ts';
import { UnreadableItem } from './qti2-interaction.parser.ts';
import { readQti2Item, type ItemReading } from './qti2-item.parser.ts';

export interface QtiFile extends ReadFile {
  readonly format: 'qti1' | 'qti2';
}

/** What is read of one package or one file. */
class Collected {
  readonly questions: ReadQuestion[] = [];
  readonly lines: ImportLine[] = [];
  readonly #seen = new Set<string>();
  readonly #places = new Set<string>();
  readonly #language: AnswerLanguage;
  format: 'qti1' | 'qti2' = 'qti2';

  constructor(language: AnswerLanguage) {
    this.#language = language;
  }

  /** Reads one item. `name` is the file in the package, '' for a file of its own. */
  add(item: Xml, name: string, version: 1 | 2, chapter: string, words: readonly string[]): void {
    this.format = version === 1 ? 'qti1' : 'qti2';
    const identifier = (item.attributes['ident'] ?? item.attributes['identifier'] ?? '').trim();
    const title = (item.attributes['title'] ?? '').trim();
    const shown = identifier || title || `第${item.line}行`;
    let place = name === '' ? shown : `${name}（${shown}）`;
    if (this.#places.has(place)) place += `第${item.line}行`;
    if (this.#places.has(place)) place += `（${this.questions.length + 1}）`;
    this.#places.add(place);
    const label = (item.attributes['label'] ?? '').trim();
    const code = label !== '' && label.length <= QUESTION.code ? label : identifier.length <= QUESTION.code ? identifier : '';
    const head = { place, code, chapter: chapter.slice(0, QUESTION.chapter), ...tagsOf(words) };
    // Canvas writes a quiz twice into a Common Cartridge.
    if (identifier !== '' && this.#seen.has(`${version} ${identifier}`)) {
      this.lines.push(noted(place, `编号“${identifier}”的题在包里出现了两次，只读取了第一次`));
      return;
    }
    this.#seen.add(`${version} ${identifier}`);
    try {
      const read: ItemReading =
        version === 1 ? readQti1Item(item, folderOf(name), this.#language) : readQti2Item(item, folderOf(name), this.#language);
      for (const note of read.notes) this.lines.push(noted(place, note));
      this.questions.push({ ...head, content: read.content, ...(read.draft ? { draft: true } : {}) });
    } catch (error) {
      if (!(error instanceof UnreadableItem)) throw error;
      this.lines.push(rejected(place, title === '' ? error.message : `“${title.slice(0, 40)}”：${error.message}`, error.advice));
      this.questions.push({ ...head, content: null });
    }
  }

  /** All items of a QTI 1.2 file; its chapter is the title of the assessment, or of the section when there are several. */
  addAll1(root: Xml, name: string): void {
    const walk = (element: Xml, chapter: string): void => {
      for (const child of elementsOf(element)) {
        if (child.name === 'item') this.add(child, name, 1, chapter, []);
        else if (child.name === 'assessment' || child.name === 'objectbank') walk(child, child.attributes['title'] ?? chapter);
        else if (child.name === 'section') walk(child, titled(child) || chapter);
      }
    };
    walk(root, '');
  }
}

/** A section without a title of its own is not a chapter. */
const titled = (section: Xml): string => {
  const title = (section.attributes['title'] ?? '').trim();
  return /^(?:root_?section|root section|main)$/i.test(title) ? '' : title;
};

/** Reads an item or a bank that is a file of its own; null when the XML is something else. */
export function readQtiXml(root: Xml, language: AnswerLanguage): QtiFile | null {
  const collected = new Collected(language);
  if (root.name === 'assessmentItem') collected.add(root, '', 2, '', []);
  else if (root.name === 'questestinterop') collected.addAll1(root, '');
  else return null;
  return { questions: collected.questions, lines: collected.lines, format: collected.format };
}

/** Titles of sections by the file of their items, in the order of the test. */
function sectionsOf(test: Xml, folder: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (element: Xml, title: string): void => {
    for (const child of elementsOf(element)) {
      if (child.name === 'assessmentItemRef') found.set([folder, child.attributes['href'] ?? ''].filter(Boolean).join('/'), title);
      else walk(child, child.name === 'assessmentSection' ? (child.attributes['title'] ?? title) : title);
    }
  };
  walk(test, '');
  return found;
}

interface Manifest {
  /** Files of resources in their order, with keywords and the type of the resource. */
  readonly files: ReadonlyMap<string, { readonly words: readonly string[]; readonly type: string }>;
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

function manifestOf(root: Xml, folder: string): Manifest {
  const files = new Map<string, { words: readonly string[]; type: string }>();
  for (const resource of within(root, new Set(['resource']))) {
    const words = within(resource, new Set(['keyword'])).map((one) => textIn(one).trim());
    const type = resource.attributes['type'] ?? '';
    const hrefs = [resource.attributes['href'], ...elementsOf(resource, 'file').map((one) => one.attributes['href'])];
    for (const href of hrefs) if (href) files.set([folder, decoded(href)].filter(Boolean).join('/'), { words, type });
  }
  return { files };
}

const MEDIA = /\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?|mp3|m4a|wav|ogg|mp4|webm|css|xsd|dtd)$/i;
/** Files of a course that describe it, and are nothing to import. */
const METADATA = /(?:^|\/)(?:imsmanifest\.xml|assessment_meta\.xml|course_settings\/.*|\.[^/]*|__MACOSX\/.*|xsi_.*|res.*\.dat\.properties)$/i;
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/webcontent|learning-application-resource/i, '网页或附件'],
  [/imsdt|discussion/i, '讨论'],
  [/imswl|weblink/i, '链接'],
  [/imsbasiclti|lti/i, '外部工具'],
  [/assignment/i, '作业'],
];
const OTHERS_MOST = 200;

function othersOf(names: readonly string[], manifest: Manifest, read: ReadonlySet<string>): ImportLine[] {
  const others = names.filter((name) => !read.has(name) && !MEDIA.test(name) && !METADATA.test(name));
  const lines = others.slice(0, OTHERS_MOST).map((name) => {
    const type = manifest.files.get(name)?.type ?? '';
    const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? (/\.html?$/i.test(name) ? '网页或附件' : '其他文件');
    return noted(name, `包里的${kind}，不是题目，没有导入`);
  });
  return others.length > OTHERS_MOST ? [...lines, noted('压缩包', `另有${others.length - OTHERS_MOST}个不是题目的文件没有列出`)] : lines;
}

/** Order in which files are read: Canvas keeps its own, richer form of each quiz in a folder of its own. */
const priority = (name: string): number => (/(?:^|\/)non_cc_assessments\//.test(name) ? 0 : 1);

/** Reads a package: QTI 2 items, QTI 1.2 files, also those of a course export. Returns null when it has no question file. */
export function readQtiPackage(pack: QuestionPackage, language: AnswerLanguage): QtiFile | null {
  const collected = new Collected(language);
  const roots = new Map<string, { readonly root: string; readonly text: string }>();
  for (const name of pack.names) {
    const text = xmlText(pack, name, decodeText);
    if (text !== null) roots.set(name, { root: rootNameOf(text), text });
  }
  const ofKind = (...kinds: string[]): string[] => [...roots].filter(([, { root }]) => kinds.includes(root)).map(([name]) => name);
  if (ofKind('assessmentItem', 'questestinterop').length === 0) return null;
  const parsed = (name: string): Xml => readXml(roots.get(name)?.text ?? '', name);
  const manifestName = ofKind('manifest').toSorted((a, b) => a.length - b.length)[0];
  const manifest: Manifest = manifestName === undefined ? { files: new Map() } : manifestOf(parsed(manifestName), folderOf(manifestName));
  const sections = new Map(ofKind('assessmentTest').flatMap((name) => [...sectionsOf(parsed(name), folderOf(name))]));
  const order = [...sections.keys(), ...manifest.files.keys()];
  const placeOf = (name: string): number => {
    const at = order.indexOf(name);
    return at < 0 ? order.length : at;
  };
  const files = ofKind('assessmentItem', 'questestinterop');
  const places = new Map(files.map((name) => [name, placeOf(name)]));
  files.sort((a, b) => priority(a) - priority(b) || (places.get(a) ?? 0) - (places.get(b) ?? 0));
  for (const name of files) {
    const root = safely(() => parsed(name), name, collected.lines);
    if (!root) continue;
    if (root.name === 'questestinterop') collected.addAll1(root, name);
    else collected.add(root, name, 2, sections.get(name) ?? '', manifest.files.get(name)?.words ?? []);
  }
  const read = new Set([...files, ...ofKind('assessmentTest', 'manifest')]);
  collected.lines.push(...othersOf(pack.names, manifest, read));
  return { questions: collected.questions, lines: collected.lines, format: collected.format, mediaOf: mediaIn(pack) };
}

/** A damaged file of a package is reported; the others are read. */
function safely(read: () => Xml, name: string, lines: ImportLine[]): Xml | null {
  try {
    return read();
  } catch (error) {
    lines.push(
      rejected(name, error instanceof Error && /[\u4e00-\u9fff]/.test(error.message) ? error.message : '文件读不出来', '请检查这个文件后重新打包'),
    );
    return null;
  }
}
