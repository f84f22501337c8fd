import type { AnyCrud } from '../../contract/crud.ts';
import {
  batchGenCode,
  createTable,
  genCode,
  genTable,
  getGenTable,
  importTables,
  listDbTables,
  previewCode,
  saveGenTable,
  syncTable,
} from '../../contract/tool/gen-table.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { failed } from '../http/app-error.ts';
import { serve, type App } from '../http/serve.ts';
import { previewOf, sendCode } from './gen-code.service.ts';
import { dbTables, genTableTable, LOG, makeTable, readGenTable, saveTable, syncColumns, takeIn } from './gen-table.service.ts';

export function genTableRoutes(app: App): void {
  const resources: ReadonlyMap<string, AnyCrud> = app.resources;
  serve(app, listDbTables, ({ context, query }) => dbTables(context, resources, query));
  serve(app, importTables, (call) => takeIn(call, resources, call.query.tables));
  serve(app, createTable, (call) => makeTable(call, call.query.sql));
  serve(app, previewCode, ({ context, params }) => previewOf(context, params.tableId));
  serve(app, syncTable, (call) => syncColumns(call, resources, call.params.tableName));
  serve(app, batchGenCode, async (call) => {
    await loggedWrite(call, LOG, 'generate')(async () => undefined);
    return sendCode(call.context, call.reply, call.query.tables);
  });
  serve(app, genCode, () => {
    throw failed('【系统预设】不允许生成文件覆盖到本地，请下载压缩包');
  });
  serve(app, saveGenTable, (call) => saveTable(call, call.body));
  const tables = serveCrud(app, genTable, genTableTable);
  serve(app, getGenTable, ({ context, currentUser, params }) => readGenTable(context, currentUser, tables, params.tableId));
}
