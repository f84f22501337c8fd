import { scholar } from '../../contract/scholar/scholar.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import type { App } from '../http/serve.ts';
import { scholars } from './scholar.service.ts';

export function scholarRoutes(app: App): void {
  serveCrud(app, scholar, scholars);
}
