import { dictType, dictTypeOptions, refreshDicts } from '../../contract/system/dict-type.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { countAnew, dictTypes } from './dict-type.service.ts';

export function dictTypeRoutes(app: App): void {
  serveCrud(app, dictType, dictTypes);
  serve(app, dictTypeOptions, ({ house, visitor }) => dictTypes.all(house, visitor, {}));
  serve(app, refreshDicts, (call) => countAnew(call, '字典类型'));
}
