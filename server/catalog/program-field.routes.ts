import { fieldsOf, programField } from '../../contract/catalog/program-field.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { ownFields, programFields } from './program-field.service.ts';

export function programFieldRoutes(app: App): void {
  serve(app, fieldsOf, ({ context, params }) => ownFields(context.db, params.entityType));
  serveCrud(app, programField, programFields);
}
