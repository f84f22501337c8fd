import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { visible } from '../visible-text.ts';

/** Size of the page on which an edition is laid out, in CSS pixels. */
export const LAYOUT_PAGE = { width: 390, height: 844 } as const;

/** What readers would not see or could hardly read, worst first. */
export const LAYOUT_KINDS = ['cut', 'unseen', 'glyph', 'narrow', 'blank'] as const;
export type LayoutKind = (typeof LAYOUT_KINDS)[number];
export const LAYOUT_KIND_NAMES: Readonly<Record<LayoutKind, string>> = {
  cut: '内容被切掉',
  unseen: '文字看不清',
  glyph: '缺字',
  narrow: '栏太窄',
  blank: '空白页',
};

/** Limits of one report; further findings are counted only. */
export const LAYOUT_FINDINGS_MOST = 200;
const PAGES_MOST = 1_000_000;
const CFI_MOST = 500;
const TEXT_MOST = 120;

const position = z.number('位置不正确').int('位置不正确').min(0, '位置不正确').max(PAGES_MOST, '位置不正确');

/** One page with a fault. */
export const layoutFinding = z.object({
  kind: z.enum(LAYOUT_KINDS, '问题的种类不正确'),
  /** Index of the document in the reading order, from 0. */
  document: position,
  /** Page of the document, from 0, and the number of its pages. */
  page: position,
  pages: position,
  /** Where the fault begins; empty for a blank page. */
  cfi: z
    .string()
    .regex(/^(epubcfi\([^()]+\))?$/, '位置不正确')
    .max(CFI_MOST, '位置不正确'),
  /** The text there, or the missing characters. */
  text: visible().max(TEXT_MOST, `摘录不能超过${TEXT_MOST}个字`),
  /** Found on the dark page only. */
  night: z.boolean(),
});
export type LayoutFinding = z.output<typeof layoutFinding>;

const reportFields = z.object({
  editionId: id,
  /** Documents and pages that were laid out. */
  documents: position,
  pages: position,
  /** Pages with a fault, by kind. */
  counts: z.record(z.enum(LAYOUT_KINDS), position),
  findings: z.array(layoutFinding).max(LAYOUT_FINDINGS_MOST, `一次最多保存${LAYOUT_FINDINGS_MOST}处问题`),
  /** Documents that could not be laid out in the time limit or could not be loaded. */
  unchecked: z.array(position).max(PAGES_MOST),
});

export const layoutReport = reportFields.extend({
  /** Nickname of the user whose browser made the report. */
  checkBy: z.string(),
  checkTime: z.string(),
});
export type LayoutReport = z.output<typeof layoutReport>;

/** Number of pages with a fault. */
export const layoutTotal = ({ counts }: Pick<LayoutReport, 'counts'>): number => LAYOUT_KINDS.reduce((sum, kind) => sum + counts[kind], 0);

/** The report of the current edition; null when it was not checked. `outdated`: an earlier edition of the work was checked. */
export const getLayoutReport = endpoint('GET /cms/publish/layout/{publishId}', {
  summary: '版面检查结果',
  access: 'publish:publication:query',
  params: z.object({ publishId: id }),
  data: z.object({ report: layoutReport.nullable(), outdated: z.boolean() }),
});

/** Saves the report of the current edition and replaces an earlier one. */
export const saveLayoutReport = endpoint('PUT /cms/publish/layout/{publishId}', {
  summary: '保存版面检查结果',
  access: ['publish:publication:edit', 'publish:publication:publish'],
  params: z.object({ publishId: id }),
  body: reportFields,
  data: layoutReport,
});
