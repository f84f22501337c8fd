import { dictType, dictTypeOptions, refreshDicts } from '../../../contract/system/dict-type.ts';
import { seenBy } from '../../crud/crud-row.ts';
import { serveCrud } from '../../crud/serve-crud.ts';
import { serve, type App } from '../../http/serve.ts';
import { recount, dictTypes } from './dict-type.service.ts';

export function dictTypeRoutes(app: App): void {
  serveCrud(app, dictType, dictTypes);
  serve(app, dictTypeOptions, async ({ context, currentUser }) =>
    (await dictTypes.all(context, currentUser, {})).map((row) => seenBy(currentUser, 'system:dict:list', row)),
  );
  serve(app, refreshDicts, (call) => recount(call, '字典类型'));
}
