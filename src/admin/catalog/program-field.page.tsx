import { programField } from '../../../contract/catalog/program-field.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const fields = resource(programField, {
  columns: ['label', 'fieldKey', 'entityType', 'component', 'required', 'orderNum', 'status'],
  search: ['label', 'entityType', 'status'],
  form: ['label', 'fieldKey', 'entityType', 'component', 'dictType', 'required', 'least', 'most', 'span', 'orderNum', 'status', 'remark'],
  empty: '暂无自定义字段',
  shows: {
    dictType: (values) => values['component'] === 'select',
    least: (values) => values['component'] === 'number',
    most: (values) => values['component'] !== 'date' && values['component'] !== 'select',
  },
  lost: () => '表单里不再有这个字段；已填的内容保留在数据里，但不再显示。',
});

/** #87: custom metadata fields, used in forms and shown to readers. */
export const FieldPage = () => <ResourcePage resource={fields} />;
