import { hasFiles, type AnyCrud, type CallName } from '../../contract/crud.ts';
import { CODE } from '../../contract/error.ts';
import { EXPORT, EXPORT_LATER } from '../../contract/system/export-file.ts';
import { sendFile } from '../files/send-file.ts';
import { serve, type App } from '../http/serve.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { exportedParts, registerExporter } from './background-export.ts';
import { begun, sendRows } from './crud-export.ts';
import { importSheet, sendTemplate } from './crud-import.ts';
import { crudService, type CrudService } from './crud-service.ts';
import type { CrudTable, Draft, TableName } from './crud-table.ts';

/** Exports of one resource per user. */
const EXPORTS: RateLimit = { name: 'export', points: 20, windowMs: 60_000, message: '您导出得太频繁了，请一分钟后再试' };

/** Registers the endpoints of a resource, over a table or a custom service, and returns the service. */
export function serveCrud<C extends AnyCrud, T extends TableName>(app: App, crud: C, over: CrudTable<C, T> | CrudService<C>): CrudService<C> {
  const service = 'list' in over ? over : crudService(crud, over);
  // When several resources share a table, the first one represents the table.
  if (!app.resources.has(service.table.table)) app.resources.set(service.table.table, crud);
  const routes: Readonly<Record<CallName, () => void>> = {
    list: () => serve(app, crud.list, ({ context, currentUser, query }) => service.list(context, currentUser, query)),
    get: () => {
      serve(app, crud.get, ({ context, currentUser, params }) => service.get(context, currentUser, params.id));
      if (!hasFiles(crud)) return;
      serve(app, crud.file, async ({ context, currentUser, params, reply }) =>
        sendFile(context, reply, await service.file(context, currentUser, params.id, params.fileId), 'attachment'),
      );
    },
    add: () => serve(app, crud.add, (call) => service.add(call, call.body as Draft<C>)),
    edit: () =>
      serve(app, crud.edit, async (call) => {
        const { [crud.key]: id, version, ...checked } = call.body;
        const change = { draft: checked as Draft<C>, sent: call.request.body as object };
        const { draft, version: read } = await service.complete(call.context, call.currentUser, Number(id), change);
        return service.edit(call, Number(id), draft, version ?? read);
      }),
    remove: () => serve(app, crud.remove, (call) => service.remove(call, call.params.ids)),
    export: () => {
      const exporter = { crud, service: service as CrudService<AnyCrud> };
      registerExporter(app.context, exporter);
      serve(app, crud.export, async (call) => {
        const { context, currentUser, reply } = call;
        await rateLimit(context, EXPORTS, `${crud.path}:${currentUser.userId}`);
        const asked = call.body as Record<string, unknown>;
        const isLarge = (await service.countUpTo(context, currentUser, asked, EXPORT.directRows + 1)) > EXPORT.directRows;
        const parts = isLarge ? null : await begun(exportedParts(context, currentUser, exporter, asked));
        await withOperationLog(call, { title: service.table.log, business: 'export' }, async (tx) => {
          if (crud.export.confirm) await app.exportedPeople(tx, currentUser, crud.name);
          if (!parts) await app.queueExport(tx, currentUser, { path: crud.path, name: crud.name, asked });
        });
        if (parts) return sendRows(reply, context, crud, parts);
        context.jobs.wake();
        return reply.type('application/json; charset=utf-8').send({ code: CODE.ok, msg: EXPORT_LATER });
      });
    },
    import: () => {
      serve(app, crud.importData, (call) => importSheet(call, crud, service as CrudService<AnyCrud>));
      serve(app, crud.importTemplate, async (call) => sendTemplate(call.reply, call, crud));
    },
  };
  for (const name of crud.calls) routes[name]();
  return service;
}
