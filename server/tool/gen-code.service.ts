import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import yazl from 'yazl';
import { NEXT_MIGRATION } from '../db/migrate.ts';
import type { AppContext } from '../context.ts';
import { failed, missing } from '../http/app-error.ts';
import { filesOf, manifestPaths } from './gen-files.ts';
import { modelOf, type GenModel } from './gen-model.ts';
import { genTableById, genTableByName } from './gen-table.queries.ts';
import { optionsOf, wireColumns } from './gen-table.service.ts';

type Row = NonNullable<Awaited<ReturnType<typeof genTableById>>>;

async function sourceOf(context: AppContext, row: Row) {
  const { treeParentCode = '', treeName = '' } = optionsOf(row.options);
  return { info: { ...row, treeParentCode, treeName }, columns: await wireColumns(context, row.id) };
}

/** Returns the model for an imported table. Throws when its settings do not fit together. */
export async function genModel(context: AppContext, row: Row | undefined): Promise<GenModel> {
  if (!row) throw missing('生成配置不存在或已被删除，请刷新后重试');
  const sub = row.tplCategory === 'sub' ? await genTableByName(context.db, row.subTableName) : undefined;
  if (row.tplCategory === 'sub' && !sub) throw failed(`子表「${row.subTableName}」还没有导入，请先导入`);
  return modelOf(await sourceOf(context, row), sub ? await sourceOf(context, sub) : null);
}

/** Returns the generated files, which fit this version of the program. */
function generate(model: GenModel): Record<string, string> {
  const lacking = manifestPaths(model.area).flatMap(([side, path]) => (existsSync(join(import.meta.dirname, '..', '..', path)) ? [] : [side]));
  return filesOf(model, { number: NEXT_MIGRATION, lacking });
}

export const previewOf = async (context: AppContext, tableId: number): Promise<Record<string, string>> =>
  generate(await genModel(context, await genTableById(context.db, tableId)));

/** Sends the generated files of the tables as one zip. Writes nothing else. */
export async function sendCode(context: AppContext, reply: FastifyReply, names: readonly string[]): Promise<FastifyReply> {
  const zip = new yazl.ZipFile();
  const several = names.length > 1;
  for (const name of new Set(names)) {
    const files = generate(await genModel(context, await genTableByName(context.db, name)));
    // The guides differ for each table; the source paths do not.
    for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), several && path.endsWith('.md') ? `${name}-${path}` : path);
  }
  zip.end();
  const file = encodeURIComponent('shuzhou-code.zip');
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename=${file}`,
      'download-filename': file,
      'access-control-expose-headers': 'Content-Disposition,download-filename',
      'content-encoding': 'identity',
    })
    .send(Readable.from(zip.outputStream));
}
