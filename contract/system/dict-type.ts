import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { optionalFlag, remark, status, text } from '../field.ts';

export const DICT_TYPE: readonly [RegExp, string] = [/^[a-z][a-z0-9_]*$/, '字典类型必须以字母开头，且只能为（小写字母，数字，下划线）'];

export const dictType = crud('/system/dict/type', {
  name: '字典',
  permission: 'system:dict',
  key: 'dictId',
  title: 'dictName',
  fields: {
    dictName: text('字典名称', 100),
    dictType: text('字典类型', 100, DICT_TYPE),
    status: status(),
    isPublic: optionalFlag('前台可用', { help: '前台页面（未登录）也可读取' }),
    remark: remark(),
  },
  filter: { dictName: 'like', dictType: 'like', status: 'equal' },
  sort: ['dictId', 'dictName', 'dictType', 'createTime'],
});
export type DictType = z.output<typeof dictType.list.row>;

export const dictTypeOptions = endpoint('GET /system/dict/type/optionselect', {
  summary: '字典选项',
  access: 'signed-in',
  data: z.array(dictType.list.row),
});

/** Clears the cached list counts of this server; entries themselves are read from the database at every request. */
export const refreshDicts = endpoint('DELETE /system/dict/type/refreshCache', { summary: '刷新字典缓存', access: 'system:dict:remove' });
