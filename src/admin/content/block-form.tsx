import { useId } from 'react';
import { Button, Input } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { ImageInput } from '../crud/field/image-input.tsx';
import { RichTextInput } from '../crud/field/rich-text-input.tsx';
import { BLOCK_FORMS, emptyItem, itemsOf, type BlockField, type DraftBlock, type DraftItem } from './block-fields.ts';
import { moved } from './move.ts';
import { WorkSelect } from './work-select.tsx';

const TEXT_PICTURES = 10;

interface Props {
  readonly block: DraftBlock;
  readonly disabled: boolean;
  /** `field` names what was typed in, so that typing in one field is one undo step. */
  readonly onChange: (next: DraftBlock, field?: string) => void;
}

/** The fields of one block, from the description of its kind. */
export function BlockForm({ block, disabled, onChange }: Props) {
  const { fields, items } = BLOCK_FORMS[block.kind];
  const list = itemsOf(block);
  const setList = (next: readonly DraftItem[], field?: string) => items && onChange({ ...block, [items.key]: next } as DraftBlock, field);
  return (
    <div className="page-block-form">
      {fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          value={block[field.key]}
          disabled={disabled}
          onChange={(value) => onChange({ ...block, [field.key]: value } as DraftBlock, `${block.id} ${field.key}`)}
        />
      ))}
      {items ? (
        <>
          <ol className="page-block-items">
            {list.map((item, index) => (
              // oxlint-disable-next-line no-array-index-key -- items have no identity of their own, and the fields are controlled
              <li key={index}>
                <div className="page-item-head">
                  <b>
                    {items.name} {index + 1}
                  </b>
                  <Button
                    size="small"
                    type="text"
                    icon={<ArrowUpOutlined />}
                    aria-label={`上移${items.name}${index + 1}`}
                    disabled={disabled || index === 0}
                    onClick={() => setList(moved(list, index, index - 1))}
                  />
                  <Button
                    size="small"
                    type="text"
                    icon={<ArrowDownOutlined />}
                    aria-label={`下移${items.name}${index + 1}`}
                    disabled={disabled || index === list.length - 1}
                    onClick={() => setList(moved(list, index, index + 1))}
                  />
                  <Button
                    size="small"
                    type="link"
                    danger
                    aria-label={`移除${items.name}${index + 1}`}
                    disabled={disabled || list.length === 1}
                    onClick={() => setList(list.filter((_one, at) => at !== index))}
                  >
                    删除
                  </Button>
                </div>
                {items.fields.map((field) => (
                  <Field
                    key={field.key}
                    field={field}
                    value={item[field.key]}
                    disabled={disabled}
                    onChange={(value) =>
                      setList(
                        list.map((one, at) => (at === index ? { ...one, [field.key]: value } : one)),
                        `${block.id} ${index} ${field.key}`,
                      )
                    }
                  />
                ))}
              </li>
            ))}
          </ol>
          <Button
            icon={<PlusOutlined />}
            disabled={disabled || list.length >= items.most}
            title={list.length >= items.most ? `最多${items.most}项` : ''}
            onClick={() => setList([...list, emptyItem(block.kind)])}
          >
            加一项{items.name}
          </Button>
        </>
      ) : null}
    </div>
  );
}

interface FieldProps {
  readonly field: BlockField;
  readonly value: unknown;
  readonly disabled: boolean;
  readonly onChange: (value: unknown) => void;
}

function Field({ field, value, disabled, onChange }: FieldProps) {
  const id = useId();
  const { label, kind, max, help } = field;
  const text = typeof value === 'string' ? value : '';
  const limit = max === undefined ? {} : { maxLength: max };
  return (
    <div className="page-field">
      <label htmlFor={id}>
        {label}
        {field.required ? <span aria-hidden="true"> *</span> : null}
      </label>
      {kind === 'html' ? (
        <RichTextInput
          id={id}
          label={label}
          value={text}
          disabled={disabled}
          onChange={onChange}
          limits={{ characters: max ?? 0, pictures: TEXT_PICTURES }}
        />
      ) : kind === 'image' ? (
        <ImageInput id={id} label={label} value={text} disabled={disabled} onChange={onChange} />
      ) : kind === 'work' ? (
        <WorkSelect id={id} label={label} value={typeof value === 'number' ? value : null} disabled={disabled} onChange={onChange} played />
      ) : kind === 'long' ? (
        <Input.TextArea
          id={id}
          {...limit}
          value={text}
          disabled={disabled}
          autoSize={{ minRows: 2, maxRows: 8 }}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Input id={id} {...limit} value={text} disabled={disabled} onChange={(event) => onChange(event.target.value)} />
      )}
      {help ? <span className="soft">{help}</span> : null}
    </div>
  );
}
