import { contestField } from '../../contract/contest/contest-field.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import type { App } from '../http/serve.ts';
import { fields } from './contest-field.service.ts';

export const contestFieldRoutes = (app: App): void => void serveCrud(app, contestField, fields);
