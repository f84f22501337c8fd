import { addDeployForm, exportFlowForms, flowForm, flowFormList, formFile, formOptions } from '../../../contract/workflow/flow-form.ts';
import { serveCrud } from '../../crud/serve-crud.ts';
import { sendFile } from '../../files/send-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { readableFile } from './form-file.service.ts';
import { attachForm, exportForms, forms } from './flow-form.service.ts';
import { connectSources, requestedOptions } from './form-options.service.ts';

export function flowFormRoutes(app: App): void {
  connectSources(app);
  serve(app, flowFormList, ({ context, currentUser, query }) => forms.all(context, currentUser, query));
  serve(app, exportFlowForms, (call) => exportForms(call, call.query));
  serve(app, addDeployForm, (call) => attachForm(call, call.body));
  serve(app, formOptions, ({ context, currentUser, body }) => requestedOptions(context, currentUser, body));
  serve(app, formFile, async ({ context, currentUser, query, reply }) =>
    sendFile(context, reply, await readableFile(context, currentUser, query.resource), 'attachment'),
  );
  serveCrud(app, flowForm, forms);
}
