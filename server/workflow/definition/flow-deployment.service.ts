import { flowDeployment } from '../../../contract/workflow/flow-deployment.ts';
import { sheetBytes } from '../../crud/crud-export.ts';
import { crudService, type RequestCaller } from '../../crud/crud-service.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import { storeTemporary } from '../../system/file/file.service.ts';

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const deployments = crudService(flowDeployment, {
  table: 'flowDeployment',
  log: '流程部署',
  columns: { key: 'flowKey' },
  order: [['deployTime', 'desc']],
  removal: 'hard',
  // The server sets the deployment time, once.
  columnsOf: ({ before }) => ({ deployTime: before?.['deployTime'] ?? Date.now() }),
});

/** Stores a sheet of the requested rows. Returns its file name. */
export async function exportSheet(caller: RequestCaller, asked: Readonly<Record<string, unknown>>): Promise<{ msg: string }> {
  const bytes = await sheetBytes(caller.context, flowDeployment, deployments.every(caller.context, caller.currentUser, asked));
  await withOperationLog(caller, { title: '流程部署', business: 'export' }, async () => undefined);
  return { msg: await storeTemporary(caller.context, caller.currentUser, '流程部署.xlsx', SHEET, bytes) };
}
