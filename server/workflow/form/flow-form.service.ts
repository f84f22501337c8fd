import { flowForm } from '../../../contract/workflow/flow-form.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import { sheetBytes } from '../../crud/crud-export.ts';
import { crudService, type CrudService, type RequestCaller } from '../../crud/crud-service.ts';
import type { AppContext } from '../../context.ts';
import { failed, missing } from '../../http/app-error.ts';
import { storeTemporary } from '../../system/file/file.service.ts';
import {
  deployedForm,
  deployment,
  dictionaryEntries,
  dropDeployedForm,
  firstInstance,
  flowsOfForms,
  freezeForm,
  liveForm,
} from './flow-form.queries.ts';
import { contentToShow, contentToStore } from './form-sanitizer.ts';

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const stored = crudService(flowForm, {
  table: 'flowForm',
  log: '流程表单',
  order: [['createTime', 'desc']],
  removal: 'bin',
  show: async (db, rows) => {
    if (rows.length === 0) return [];
    const used = await flowsOfForms(
      db,
      rows.map((row) => row.id),
    );
    return rows.map((row) => ({ deployedTo: [...new Set(used.filter(({ formId }) => formId === row.id).map(({ name }) => name))] }));
  },
  beforeRemove: async (tx, rows) => {
    const [used] = await flowsOfForms(
      tx,
      rows.map((row) => row.id),
    );
    const row = rows.find(({ id }) => id === used?.formId);
    if (used && row) throw failed(`表单「${String(row['formName'])}」已部署到流程「${used.name}」，不能删除；请先删除流程或改用其他表单`);
  },
});

/** Forms of workflows. The content is checked before the transaction, because the patterns of a form take time. */
export const forms: CrudService<typeof flowForm> = {
  ...stored,
  async get(context, currentUser, id) {
    const row = await stored.get(context, currentUser, id);
    return { ...row, formContent: contentToShow(row.formContent) };
  },
  add: async (caller, draft) => stored.add(caller, { ...draft, formContent: await contentToStore(draft.formContent, entriesIn(caller.context.db)) }),
  edit: async (caller, id, draft, version) =>
    stored.edit(caller, id, { ...draft, formContent: await contentToStore(draft.formContent, entriesIn(caller.context.db)) }, version),
};

const entriesIn = (db: AppContext['db']) => async (type: string) =>
  (await dictionaryEntries(db, type)).map(({ dictLabel, dictValue }) => ({ label: dictLabel, value: dictValue }));

/** Attaches the form to the deployment with its content of this moment: later changes of the form do not reach running instances. */
export async function attachForm(caller: RequestCaller, { formId, deployId }: { formId: number; deployId: number }): Promise<void> {
  await withOperationLog(caller, { title: '流程表单', business: 'add' }, async (tx) => {
    const form = await liveForm(tx, formId);
    if (!form) throw missing('表单不存在或已删除，请刷新后重试');
    const flow = await deployment(tx, deployId);
    if (!flow) throw missing('流程不存在或已删除，请刷新后重试');
    const before = await deployedForm(tx, deployId);
    if (before?.formId === formId && before.formContent === form.formContent) return;
    if (before && (await firstInstance(tx, deployId))) throw failed(`流程「${flow.name}」已有实例在用原来的表单，请部署新版本后再配置`);
    await dropDeployedForm(tx, deployId);
    await freezeForm(tx, { deployId, formId, formName: form.formName, formContent: form.formContent, createTime: Date.now() });
  });
}

/** Stores a sheet of the requested forms. Returns its file name. */
export async function exportForms(caller: RequestCaller, asked: Readonly<Record<string, unknown>>): Promise<{ msg: string }> {
  const bytes = await sheetBytes(caller.context, flowForm, forms.every(caller.context, caller.currentUser, asked));
  await withOperationLog(caller, { title: '流程表单', business: 'export' }, async () => undefined);
  return { msg: await storeTemporary(caller.context, caller.currentUser, '流程表单.xlsx', SHEET, bytes) };
}
