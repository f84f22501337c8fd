import { dictData } from '../../../contract/system/dict-data.ts';
import { serveCrud } from '../../crud/serve-crud.ts';
import type { App } from '../../http/serve.ts';
import { dictEntries } from './dict-type.service.ts';

export function dictDataRoutes(app: App): void {
  serveCrud(app, dictData, dictEntries);
}
