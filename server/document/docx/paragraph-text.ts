import { failed } from '../../http/app-error.ts';
import { isElement, type XmlElement, type XmlNode } from '../xml-tree.ts';
import { isUnderstood } from './namespaces.ts';
import { DELETES } from './resolve-marks.ts';

/** More than ten times the paragraphs and the characters of a long novel. */
const LINES_MOST = 200_000;
const CHARACTERS_MOST = 8_000_000;

/** The branch of `mc:AlternateContent` that word processors show. */
export function shownBranch(alternate: XmlElement): XmlElement | null {
  const branches = alternate.children.filter(isElement);
  const choice = branches.find(({ name, attributes }) => name === 'mc:Choice' && (attributes['Requires'] ?? '').split(' ').every(isUnderstood));
  return choice ?? branches.find(({ name }) => name === 'mc:Fallback') ?? null;
}

/** Elements whose text is not part of the text of a paragraph: readings of ruby, and data of fields and controls. */
const ASIDE: ReadonlySet<string> = new Set(['w:rt', 'w:instrText', 'w:delText', 'w:delInstrText', 'w:sdtPr', 'w:pPr', 'w:rPr', 'w:fldData']);

/** The accepted text of a part, one line for each paragraph: without deletions, with equations and text boxes. Tabs and breaks become spaces. */
export function paragraphTexts(root: XmlElement): string[] {
  const lines: string[] = [];
  let characters = 0;
  const push = (line: string): void => {
    characters += line.length;
    // Thrown at once: millions of empty paragraphs compress to some kilobytes.
    if (lines.length >= LINES_MOST) throw failed(`文档有超过${LINES_MOST / 10_000}万个段落，请拆分后再上传`);
    if (characters > CHARACTERS_MOST) throw failed(`文档超过${CHARACTERS_MOST / 10_000}万字，请拆分后再上传`);
    lines.push(line);
  };
  const paragraph = (element: XmlElement): void => {
    const inside: XmlElement[] = [];
    let line = '';
    const walk = (nodes: readonly XmlNode[]): void => {
      for (const node of nodes) {
        if (!isElement(node) || DELETES.has(node.name) || ASIDE.has(node.name)) continue;
        if (node.name === 'w:t' || node.name === 'm:t') line += node.children.filter((child) => !isElement(child)).join('');
        else if (node.name === 'w:tab' || node.name === 'w:br' || node.name === 'w:cr') line += ' ';
        else if (node.name === 'w:noBreakHyphen') line += '-';
        else if (node.name === 'w:p' || node.name === 'w:tbl') inside.push(node);
        else if (node.name === 'mc:AlternateContent') walk(shownBranch(node)?.children ?? []);
        else walk(node.children);
      }
    };
    walk(element.children);
    push(line);
    blocks(inside);
  };
  const blocks = (nodes: readonly XmlNode[]): void => {
    for (const node of nodes) {
      if (!isElement(node) || DELETES.has(node.name)) continue;
      if (node.name === 'w:p') paragraph(node);
      else if (node.name === 'm:oMathPara' || node.name === 'm:oMath') paragraph({ name: 'w:p', attributes: {}, children: [node] });
      else if (node.name === 'mc:AlternateContent') blocks(shownBranch(node)?.children ?? []);
      else blocks(node.children);
    }
  };
  blocks([root]);
  return lines;
}
