import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id } from '../page.ts';
import { questionPoints, shownQuestion } from './question-schema.ts';

const TEACH = 'teaching:course:teach';

export const IMPORT_STATES = { new: '新增', changed: '有改动', same: '已有相同的题', rejected: '不能导入' } as const;
export type ImportState = keyof typeof IMPORT_STATES;

/** What is read, and how people choose such files. */
export const IMPORT_FORMATS = {
  sheet: '模板表格',
  gift: 'GIFT 文本',
  moodle: 'Moodle XML',
  qti2: 'QTI 2',
  qti1: 'QTI 1.2',
  paper: 'Word 或文本试卷',
} as const;
export type ImportFormat = keyof typeof IMPORT_FORMATS;
export const IMPORT_FILES = '.xlsx,.csv,.txt,.gift,.xml,.zip,.imscc,.docx';

const importLine = z.object({ place: z.string(), severity: z.enum(['rejected', 'note']), what: z.string(), advice: z.string() });

const importStatus = z.enum(['reading', 'failed', 'preview', 'done']);

const importRun = z.object({
  runId: z.number(),
  bankId: z.number(),
  fileName: z.string(),
  format: z.string(),
  status: importStatus,
  /** Why the file could not be read, or why reading waits. */
  message: z.string(),
  /** Questions that were checked, of all; 0 of 0 while the file is being read. */
  doneRows: z.number(),
  totalRows: z.number(),
  /** The first lines of the report. */
  lines: z.array(importLine),
  lineCount: z.number(),
  counts: z.object({ new: z.number(), changed: z.number(), same: z.number(), rejected: z.number() }),
  /** The questions of one page, as a student sees them; null for a rejected one. Only before the import. */
  questions: z.array(
    z.object({
      place: z.string(),
      /** Something is missing that an editor must add: it is imported as a draft. */
      draft: z.boolean(),
      code: z.string(),
      state: z.enum(['new', 'changed', 'same', 'rejected']),
      points: questionPoints,
      shown: shownQuestion.nullable(),
      problems: z.array(z.string()),
    }),
  ),
});
export type ImportRun = z.output<typeof importRun>;

/** Questions of a page of a preview. */
export const PREVIEW_PAGE = 50;
/** Lines of the report that a preview holds; the report as a file has all of them. */
export const PREVIEW_LINES = 500;

/**
 * Reads a file of questions (IMPORT_FORMATS) in the format of its content. Writes nothing to the bank. After five seconds it answers with a run in the state
 * `reading`; the client then asks for its progress.
 */
export const previewImport = endpoint('POST /textbook/question/import/preview/{bankId}', {
  summary: '导入题目（预览）',
  access: ['textbook:exercise:import', TEACH],
  params: z.object({ bankId: id }),
  multipart: true,
  data: importRun,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const importRunProgress = endpoint('GET /textbook/question/import/run/{runId}', {
  summary: '导入的进度和预览',
  access: ['textbook:exercise:import', TEACH],
  params: z.object({ runId: id }),
  query: z.object({ pageNum: z.coerce.number().int().min(1).max(100).default(1) }),
  data: importRun,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** The report of a run as a sheet: all lines. */
export const importReport = endpoint('POST /textbook/question/import/report/{runId}', {
  summary: '导入的问题清单',
  access: ['textbook:exercise:import', TEACH],
  params: z.object({ runId: id }),
  file: true,
});

/** Own runs of the last day that were not imported. */
export const importRuns = endpoint('GET /textbook/question/import/runs/{bankId}', {
  summary: '题库正在进行的导入',
  access: ['textbook:exercise:import', TEACH],
  params: z.object({ bankId: id }),
  data: z.array(
    importRun.pick({ runId: true, fileName: true, status: true, message: true, doneRows: true, totalRows: true }).extend({ createTime: z.string() }),
  ),
});
export type ImportRunRow = z.output<typeof importRuns.data>[number];

/** Writes the questions of a preview that have no fault, all in one transaction. */
export const confirmImport = endpoint('POST /textbook/question/import/{runId}', {
  summary: '导入题目',
  access: ['textbook:exercise:import', TEACH],
  params: z.object({ runId: id }),
  body: z.object({ changed: z.boolean() }),
  data: z.object({ made: z.number(), changed: z.number(), skipped: z.number() }),
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const importTemplate = endpoint('POST /textbook/question/import/template', {
  summary: '题目导入模板',
  access: ['textbook:exercise:import', TEACH],
  file: true,
});

/** Formats of an export, in the order in which people choose them. */
export const EXPORT_FORMATS = { sheet: '模板表格（.xlsx）', moodle: 'Moodle XML（.xml）', qti: 'QTI 2.1（.zip）' } as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;
const exportFormat = z.enum(Object.keys(EXPORT_FORMATS) as [ExportFormat, ...ExportFormat[]], '没有这种导出格式');
const exportBody = z.object({ format: exportFormat.default('sheet') }).nullish();

/** How many questions an export has, and what its format does not hold: each line names a question by its code. */
const exportCheck = z.object({ count: z.number(), lines: z.array(z.object({ code: z.string(), what: z.string() })) });
export type ExportCheck = z.output<typeof exportCheck>;

export const exportQuestions = endpoint('POST /textbook/question/export/{bankId}', {
  summary: '导出题目',
  access: ['textbook:exercise:export', TEACH],
  params: z.object({ bankId: id }),
  body: exportBody,
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const checkExport = endpoint('GET /textbook/question/export/check/{bankId}', {
  summary: '导出题目前看看格式放不下什么',
  access: ['textbook:exercise:export', TEACH],
  params: z.object({ bankId: id }),
  query: z.object({ format: exportFormat }),
  data: exportCheck,
});

export const exportSet = endpoint('POST /textbook/exerciseSet/export/{setId}', {
  summary: '导出练习的题目',
  access: ['textbook:exercise:export'],
  params: z.object({ setId: id }),
  body: exportBody,
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const checkSetExport = endpoint('GET /textbook/exerciseSet/export/check/{setId}', {
  summary: '导出练习前看看格式放不下什么',
  access: ['textbook:exercise:export'],
  params: z.object({ setId: id }),
  query: z.object({ format: exportFormat }),
  data: exportCheck,
});
