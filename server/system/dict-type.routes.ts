import { dictType, dictTypeOptions, refreshDicts } from '../../contract/system/dict-type.ts';
import { seenBy } from '../crud/crud-row.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { countAnew, dictTypes } from './dict-type.service.ts';

export function dictTypeRoutes(app: App): void {
  serveCrud(app, dictType, dictTypes);
  serve(app, dictTypeOptions, async ({ house, visitor }) =>
    (await dictTypes.all(house, visitor, {})).map((row) => seenBy(visitor, 'system:dict:list', row)),
  );
  serve(app, refreshDicts, (call) => countAnew(call, '字典类型'));
}
