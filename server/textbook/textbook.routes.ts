import { textbook } from '../../contract/textbook/textbook.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import type { App } from '../http/serve.ts';
import { textbooks } from './textbook.service.ts';

export function textbookRoutes(app: App): void {
  serveCrud(app, textbook, textbooks);
}
