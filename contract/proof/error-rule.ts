import { crud } from '../crud.ts';
import { choice, integer, status, text, yesNo } from '../field.ts';
import { ERROR_KINDS } from './error-rate.ts';

const points = (label: string, help?: string) => integer(`${label}（百分之一分）`, 0, 10_000, 0, help ? { help } : {});

/** E93: how each kind of error counts. Kinds are fixed; weights and limits are the press's own. */
export const errorRule = crud('/press/errorRule', {
  name: '差错计分',
  permission: 'press:errorRule',
  key: 'ruleId',
  title: 'label',
  fields: {
    kind: choice('类型', 'press_proof_error_kind', ERROR_KINDS),
    label: text('名称', 30),
    weight: points('每处计分', '100 表示 1 分'),
    longWeight: points('一处2至5字', '0 表示与一个字相同'),
    longestWeight: points('一处6字以上'),
    oncePerPage: yesNo('同一差错每面计一次'),
    sameCap: points('同一差错全书上限', '0 表示不限'),
    pageCap: points('每面上限'),
    bookCap: points('全书上限'),
    orderNum: integer('显示顺序', 0, 9999, 0),
    status: status(),
  },
  filter: { label: 'like', status: 'equal' },
  sort: ['orderNum', 'weight'],
  calls: ['list', 'get', 'edit', 'export'],
});
