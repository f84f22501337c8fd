import { template, templateFile, templatePreview, templateVariables } from '../../contract/template/template.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { sendDocx } from '../document/send-docx.ts';
import { serve, type App } from '../http/serve.ts';
import { previewOf, templateDocument, templates, variablesOf } from './template.service.ts';

export function templateRoutes(app: App): void {
  serve(app, templateVariables, async ({ params }) => variablesOf(params.templateType));
  serve(app, templatePreview, ({ context, params }) => previewOf(context, params.templateId));
  serve(app, templateFile, async ({ context, params, reply }) => sendDocx(reply, await templateDocument(context, params.templateId)));
  serveCrud(app, template, templates);
}
