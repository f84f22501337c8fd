import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { optionalText, shown, shownNumber, text, integer } from '../field.ts';
import { id } from '../page.ts';

/** Regions by GB/T 2260: the code contains the level and the parent. */
export const area = crud('/system/area', {
  name: '地区',
  permission: 'system:area',
  key: 'areaId',
  title: 'areaName',
  fields: {
    areaCode: text('地区代码', 6, [/^[1-9]\d{5}$/, '地区代码须是6位数字（GB/T 2260）'], { help: '末四位为0是省级，末两位为0是地级，其余是县级' }),
    areaName: text('地区名称', 60),
    pinyin: optionalText('拼音', 100, [/^[A-Za-z ']*$/, '拼音只能有字母']),
    orderNum: integer('显示顺序', 0, 999_999, 0),
  },
  shown: { parentCode: shown('上级代码'), level: shownNumber('级别') },
  filter: { areaName: 'like', areaCode: 'like', parentCode: 'equal', level: 'equal' },
  sort: ['areaId', 'areaCode', 'areaName', 'orderNum'],
  calls: ['list', 'get', 'add', 'edit', 'remove', 'export', 'import'],
});

/** Regions in a parent, or the provinces without `parentCode`; `leaf` has no children. */
export const areaChildren = endpoint('GET /system/area/children', {
  summary: '下级地区',
  access: 'signed-in',
  query: z.object({
    parentCode: z
      .string()
      .regex(/^(\d{6})?$/, '地区代码不正确')
      .default(''),
  }),
  data: z.array(area.list.row.and(z.object({ leaf: z.boolean() }))),
});
/** A region and its parents, from the province down. */
export const areaPath = endpoint('GET /system/area/path/{areaId}', {
  summary: '地区及其上级',
  access: 'signed-in',
  params: z.object({ areaId: id }),
  data: z.array(area.list.row),
});
export type Area = z.output<typeof area.list.row>;
