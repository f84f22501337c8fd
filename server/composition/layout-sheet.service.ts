import { layoutWords, PAGELESS, printSheets } from '../../contract/composition/composition.machine.ts';
import type { AppContext } from '../context.ts';
import { failed } from '../http/app-error.ts';
import { manuscriptValues } from '../manuscript/document/press-document.service.ts';
import { manuscriptIn } from '../manuscript/manuscript-step.service.ts';
import { fillTemplate } from '../template/template.service.ts';
import { compositionById } from './composition.queries.ts';
import { compositionGone } from './composition-step.service.ts';

const counted = (value: number): string => (value > 0 ? String(value) : '');

/** The page data of a composition as .docx from the default template. */
export async function layoutSheetDocument(context: AppContext, id: number): Promise<{ name: string; bytes: Buffer }> {
  const row = await compositionById(context.db, id);
  if (!row) throw compositionGone();
  if (PAGELESS.has(row.kind)) throw failed('音像作品没有版面，不出版式单');
  const bytes = await fillTemplate(context, 'composition', {
    ...(await manuscriptValues(context.db, await manuscriptIn(context.db, row.archiveId))),
    开本尺寸: row.format,
    每行字数: counted(row.charsPerLine),
    每页行数: counted(row.linesPerPage),
    页数: counted(row.pages),
    印张: printSheets(row),
    正文字体: row.fontFamily,
    正文字号: row.fontSizePt,
    版面字数: counted(layoutWords(row)),
    校样次: counted(row.proofNo),
    排版人: row.typesetterName ?? '',
  });
  return { name: `版式单 ${row.title}.docx`, bytes };
}
