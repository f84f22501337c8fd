import { readPackage } from './docx/docx-package.ts';
import { shownBranch } from './docx/paragraph-text.ts';
import { marksOf, type DocxMark } from './docx-marks.ts';
import { childOf, isElement, type XmlElement } from './xml-tree.ts';

export interface ViewRun {
  text: string;
  readonly mark: 'same' | 'insert' | 'delete';
  readonly author: string;
  readonly bold: boolean;
  readonly italic: boolean;
}

export interface ViewParagraph {
  readonly style: 'title' | 'h1' | 'h2' | 'h3' | 'text' | 'cell';
  readonly runs: ViewRun[];
}

export interface DocxView {
  readonly paragraphs: ViewParagraph[];
  readonly marks: DocxMark[];
  readonly cut: boolean;
}

/** Paragraphs that a browser shows at once; a longer document is downloaded. */
const PARAGRAPHS = 8000;

const STYLES: Readonly<Record<string, ViewParagraph['style']>> = {
  title: 'title',
  heading1: 'h1',
  heading2: 'h2',
  heading3: 'h3',
  '1': 'h1',
  '2': 'h2',
  '3': 'h3',
};

const on = (props: XmlElement | undefined, name: string): boolean => {
  const found = props ? childOf(props, name) : undefined;
  return found !== undefined && !['0', 'false', 'none'].includes(found.attributes['w:val'] ?? '');
};

/** The paragraphs of a .docx as a browser shows them, with its revision marks. Layout, pictures and notes stay in the file. */
export async function docxView(bytes: Uint8Array): Promise<DocxView> {
  const { main } = await readPackage(bytes);
  const root: XmlElement = main.xml?.root ?? { name: 'w:document', attributes: {}, children: [] };
  const paragraphs: ViewParagraph[] = [];

  const runsOf = (element: XmlElement, runs: ViewRun[], mark: ViewRun['mark'], author: string): void => {
    for (const child of element.children) {
      if (!isElement(child)) continue;
      if (child.name === 'w:ins' || child.name === 'w:moveTo')
        runsOf(child, runs, mark === 'delete' ? 'delete' : 'insert', child.attributes['w:author'] ?? '');
      else if (child.name === 'w:del' || child.name === 'w:moveFrom') runsOf(child, runs, 'delete', child.attributes['w:author'] ?? '');
      else if (child.name === 'w:r') addRun(child, runs, mark, author);
      else if (child.name === 'm:t') addText(child.children.filter((one) => !isElement(one)).join(''), runs, mark, author, undefined);
      else if (child.name === 'w:ruby') runsOf(childOf(child, 'w:rubyBase') ?? child, runs, mark, author);
      else if (child.name !== 'w:pPr') runsOf(child, runs, mark, author);
    }
  };
  const addRun = (run: XmlElement, runs: ViewRun[], mark: ViewRun['mark'], author: string): void => {
    const props = childOf(run, 'w:rPr');
    for (const ruby of run.children) if (isElement(ruby) && ruby.name === 'w:ruby') runsOf(childOf(ruby, 'w:rubyBase') ?? ruby, runs, mark, author);
    const text = run.children
      .filter(isElement)
      .map((child) => {
        if (child.name === 'w:t' || child.name === 'w:delText') return child.children.filter((one) => !isElement(one)).join('');
        return child.name === 'w:tab' ? '\t' : child.name === 'w:br' ? '\n' : child.name === 'w:drawing' || child.name === 'w:pict' ? '〔图〕' : '';
      })
      .join('');
    addText(text, runs, mark, author, props);
  };
  const addText = (text: string, runs: ViewRun[], mark: ViewRun['mark'], author: string, props: XmlElement | undefined): void => {
    if (text === '') return;
    const [bold, italic] = [on(props, 'w:b'), on(props, 'w:i')];
    const last = runs.at(-1);
    if (last && last.mark === mark && last.author === author && last.bold === bold && last.italic === italic) last.text += text;
    else runs.push({ text, mark, author, bold, italic });
  };
  const walk = (element: XmlElement, inCell: boolean): void => {
    for (const child of element.children) {
      if (!isElement(child)) continue;
      if (child.name === 'w:p') {
        const props = childOf(child, 'w:pPr');
        const style = (props ? childOf(props, 'w:pStyle')?.attributes['w:val'] : '') ?? '';
        const runs: ViewRun[] = [];
        runsOf(child, runs, 'same', '');
        paragraphs.push({ style: inCell ? 'cell' : (STYLES[style.toLowerCase().replaceAll(' ', '')] ?? 'text'), runs });
      } else if (child.name === 'mc:AlternateContent') walk(shownBranch(child) ?? child, inCell);
      else walk(child, inCell || child.name === 'w:tc');
    }
  };
  walk(root, false);
  return { paragraphs: paragraphs.slice(0, PARAGRAPHS), marks: marksOf(root), cut: paragraphs.length > PARAGRAPHS };
}
