import {
  dryRunDefinition,
  flowExpressions,
  flowRoles,
  flowUsers,
  importDefinition,
  lintDefinition,
  listDefinitions,
  migrateInstances,
  previewMigration,
  readDraft,
  readImage,
  readXml,
  removeDefinitions,
  saveDefinition,
  saveDraft,
  startDefinition,
  updateDefinitionState,
} from '../../../contract/workflow/flow-definition.ts';
import { decodeXml } from '../../../contract/workflow/bpmn-encoding.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import { asReader } from '../../db/database.ts';
import { onePart } from '../../files/multipart-file.ts';
import { invalid } from '../../http/app-error.ts';
import { serve, type App } from '../../http/serve.ts';
import * as definitions from './flow-definition.service.ts';
import { flowImage } from './flow-image.ts';
import { prepareStart, startInstance } from '../flow-instance.service.ts';
import * as migrations from './flow-migration.service.ts';
import * as pickers from '../flow-picker.service.ts';

export function flowDefinitionRoutes(app: App): void {
  const { db } = app.context;
  serve(app, listDefinitions, ({ context, currentUser, query }) => definitions.listDefinitions(context, currentUser, query));
  serve(app, readXml, async ({ context, params }) => (await definitions.deployedRow(context.db, params.deployId)).bpmnXml);
  serve(app, readImage, async ({ context, params, reply }) => {
    const { bpmnXml, name } = await definitions.deployedRow(context.db, params.deployId);
    const picture = await flowImage(bpmnXml);
    return reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('content-disposition', `inline; filename*=UTF-8''${encodeURIComponent(name)}.svg`)
      .send(picture);
  });
  serve(app, saveDefinition, async (call) => ({ msg: '导入成功', data: await definitions.deployLogged(call, 'add', call.body) }));
  serve(app, importDefinition, async (call) => {
    const { name: file, bytes } = await onePart(call.request);
    if (!/\.(bpmn|bpmn20\.xml|xml)$/i.test(file)) throw invalid('请选择 .bpmn 或 .bpmn20.xml 文件');
    const xml = decodeXml(bytes);
    if (xml === null) throw invalid('看不出文件的编码，请另存为 UTF-8 后再导入');
    const { category = '', name } = call.query;
    const draft = { xml, category, name: name?.trim() || (await definitions.nameIn(xml)) };
    return { msg: '导入成功', data: await definitions.deployLogged(call, 'import', draft) };
  });
  serve(app, updateDefinitionState, async (call) => {
    const { deployId, state } = call.query;
    return {
      msg: await withOperationLog(call, { title: '激活/挂起流程', business: 'edit' }, (tx) =>
        definitions.setDefinitionState(call.context, tx, call.currentUser, deployId, state),
      ),
    };
  });
  serve(app, removeDefinitions, (call) =>
    withOperationLog(call, { title: '删除流程', business: 'remove' }, (tx) => definitions.removeDefinitions(tx, call.params.deployIds)),
  );
  serve(app, startDefinition, async (call) => {
    const { context, currentUser, params, body } = call;
    const start = await prepareStart(context, currentUser, params.procDefId, body ?? {});
    const id = await withOperationLog(call, { title: '发起流程', business: 'add' }, (tx) =>
      startInstance({ tx, database: db, actor: currentUser }, start),
    );
    return { msg: '流程启动成功', procInsId: String(id) };
  });
  serve(app, lintDefinition, ({ context, body }) => definitions.problemsOf(context, body.xml));
  serve(app, dryRunDefinition, ({ context, currentUser, body }) => definitions.dryRunDefinition(context, currentUser, body));
  serve(app, readDraft, ({ context, query }) => definitions.readDraft(context, query.flowKey));
  serve(app, saveDraft, (call) =>
    withOperationLog(call, { title: '流程草稿', business: 'edit' }, (tx) => definitions.saveDraft(tx, call.currentUser, call.body)),
  );
  serve(app, previewMigration, ({ context, currentUser, body }) =>
    migrations.previewMigration({ tx: asReader(context.db), database: context.db, actor: currentUser }, body),
  );
  serve(app, migrateInstances, (call) =>
    withOperationLog(call, { title: '迁移流程实例', business: 'edit' }, (tx) =>
      migrations.migrateInstances({ tx, database: call.context.db, actor: call.currentUser }, call.body),
    ),
  );
  serve(app, flowUsers, ({ context }) => pickers.flowUsers(context));
  serve(app, flowRoles, ({ context }) => pickers.flowRoles(context));
  serve(app, flowExpressions, ({ context }) => pickers.flowExpressions(context));
}
