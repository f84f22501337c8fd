import type { DocxPackage, DocxPart } from './docx-package.ts';

const STORIES: Readonly<Record<string, string>> = {
  officeDocument: '正文',
  header: '页眉',
  footer: '页脚',
  footnotes: '脚注',
  endnotes: '尾注',
  comments: '批注',
};

/** The parts with text that a person reads, and what they are called; the main text first. */
export const storyParts = ({ main, parts }: DocxPackage): { readonly part: DocxPart; readonly label: string }[] =>
  [main, ...[...parts.values()].filter((part) => part !== main)].flatMap((part) => {
    const label = STORIES[part.kind];
    return label === undefined ? [] : [{ part, label }];
  });
