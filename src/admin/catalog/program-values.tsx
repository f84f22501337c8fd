import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { fieldsOf, type FIELD_ENTITIES, type OwnField } from '../../../contract/catalog/program-field.ts';
import type { FieldMeta } from '../../../contract/field.ts';
import { queryOf } from '../../api/query-client.ts';
import { FieldControl } from '../crud/field/field-control.tsx';

const KINDS: Readonly<Record<OwnField['component'], FieldMeta['kind']>> = {
  input: 'text',
  textarea: 'long',
  number: 'number',
  select: 'choice',
  date: 'date',
};
const WHOLE = 24;

/** The custom fields of an entity as items of the surrounding form, under `ext`. */
export function OwnFields({ entityType }: { entityType: (typeof FIELD_ENTITIES)[number] }) {
  const { data = [] } = useQuery(queryOf(fieldsOf, { params: { entityType } }));
  return data.map((field) => (
    <Form.Item
      key={field.fieldKey}
      name={['ext', field.fieldKey]}
      label={field.label}
      rules={field.required ? [{ required: true, message: `${field.label}不能为空` }] : []}
      {...(field.span > WHOLE / 2 || field.component === 'textarea' ? { style: { gridColumn: '1 / -1' } } : {})}
    >
      <FieldControl meta={metaOf(field)} />
    </Form.Item>
  ));
}

function metaOf({ label, component, dictType, least, most }: OwnField): FieldMeta {
  const bounds = component === 'number' ? { min: least, ...(most > 0 ? { max: most } : {}) } : most > 0 ? { max: most } : {};
  return { label, kind: KINDS[component], ...bounds, ...(dictType ? { dict: dictType } : {}) };
}
