import { Alert, Button, Col, Form as AntForm, Row, Space } from 'antd';
import type { FormConfig, FormField } from '../../../contract/workflow/form-content.ts';
import { entryOf, kindOf } from '../../../contract/workflow/form-keys.ts';
import { focusField, useField, useRead, useStore } from '../../form-renderer/use-filled-form.ts';
import { FieldControl } from './field-control.tsx';
import { ReadValue } from '../../form-renderer/read-value.tsx';
import { RepeatTable } from './repeat-table.tsx';
import { ButtonPart, DividerPart, TablePart, TextPart, UnknownPart } from './shown-parts.tsx';

export interface FormFrameProps {
  /** Shown below the form; missing where the page has its own buttons. */
  readonly onSubmit?: (() => void) | undefined;
  readonly busy: boolean;
}

/** A form with the controls of the back office. */
export function DesktopForm({ onSubmit, busy }: FormFrameProps) {
  const store = useStore();
  const { form, readOnly } = store.parts;
  const { config } = form;
  const top = config.labelPosition === 'top';
  return (
    <AntForm
      component="div"
      className="filled-form"
      layout={top ? 'vertical' : 'horizontal'}
      labelAlign={config.labelPosition === 'left' ? 'left' : 'right'}
      colon={false}
      labelWrap
      size={config.size === 'medium' ? 'middle' : 'small'}
      requiredMark={(label, { required }) => (
        <>
          {label}
          {required ? (
            <span className="form-required" aria-hidden>
              *
            </span>
          ) : null}
        </>
      )}
    >
      <ErrorSummary />
      <Fields fields={form.fields} gutter={config.gutter} config={config} />
      {onSubmit && config.formBtns && !readOnly ? (
        <Space className="form-buttons">
          <Button type="primary" loading={busy} onClick={onSubmit}>
            提交
          </Button>
          <Button onClick={() => store.reset()}>重置</Button>
        </Space>
      ) : null}
    </AntForm>
  );
}

/** Two or more messages are listed above the form; each leads to its field. */
function ErrorSummary() {
  const store = useStore();
  // A text is compared by its content; the list would be new each time.
  const keys = useRead(store, () => JSON.stringify(store.errors));
  const errors = JSON.parse(keys) as { key: string; message: string }[];
  if (errors.length < 2) return null;
  return (
    <Alert
      type="error"
      className="form-summary"
      title={`有 ${errors.length} 处需要修改`}
      description={
        <ul>
          {errors.map(({ key, message }) => (
            <li key={key}>
              <button type="button" onClick={() => focusField(key)}>
                {message}
              </button>
            </li>
          ))}
        </ul>
      }
    />
  );
}

const JUSTIFY = ['start', 'end', 'center', 'space-around', 'space-between'] as const;
const ALIGN = ['top', 'middle', 'bottom'] as const;

function Fields({ fields, gutter, config, row }: { fields: readonly FormField[]; gutter: number; config: FormConfig; row?: FormField }) {
  const flex = row?.['type'] === 'flex';
  return (
    <Row
      gutter={gutter}
      {...(flex
        ? { justify: JUSTIFY.find((one) => one === row?.['justify']) ?? 'start', align: ALIGN.find((one) => one === row?.['align']) ?? 'top' }
        : {})}
    >
      {fields.map((field) => (
        <FieldPlace key={field.formId} field={field} config={config} />
      ))}
    </Row>
  );
}

function FieldPlace({ field, config }: { field: FormField; config: FormConfig }) {
  const store = useStore();
  const mode = useRead(store, () => store.modeOf(field, null));
  if (mode === 'hidden') return null;
  const kind = kindOf(field);
  if (kind === 'row')
    return (
      <Col span={field.span}>
        <Fields
          fields={field.children ?? []}
          gutter={typeof field['gutter'] === 'number' ? field['gutter'] : config.gutter}
          config={config}
          row={field}
        />
      </Col>
    );
  if (kind === 'repeat')
    return (
      <Col span={field.span}>
        <RepeatTable table={field} />
      </Col>
    );
  return (
    <Col span={field.span}>
      <FieldItem field={field} config={config} />
    </Col>
  );
}

const PARTS: Readonly<Record<string, typeof TextPart>> = { text: TextPart, divider: DividerPart, button: ButtonPart, table: TablePart };

function FieldItem({ field, config }: { field: FormField; config: FormConfig }) {
  const state = useField(field, null);
  const kind = kindOf(field) ?? '';
  const Part = PARTS[kind];
  const valued = entryOf(field)?.hasValue === true;
  const width = field.showLabel ? (field.labelWidth ?? config.labelWidth) : 0;
  const top = config.labelPosition === 'top';
  const help = field.shuzhou?.help;
  return (
    <AntForm.Item
      {...(field.showLabel ? { label: field.label } : {})}
      {...(valued && state.mode === 'edit' ? { htmlFor: state.id } : {})}
      required={valued && state.mode === 'edit' && state.required}
      {...(top ? {} : { labelCol: { flex: `${width}px` }, wrapperCol: { flex: '1 1 0' } })}
      {...(state.error === undefined ? {} : { validateStatus: 'error' as const, help: <span id={`${state.id}-error`}>{state.error}</span> })}
      {...(help ? { extra: help } : {})}
      data-field={field.formId}
    >
      {Part ? (
        <Part field={field} />
      ) : !valued ? (
        <UnknownPart field={field} />
      ) : state.mode === 'read' ? (
        <ReadValue field={field} value={state.value} />
      ) : (
        <FieldControl field={field} state={state} place={null} />
      )}
    </AntForm.Item>
  );
}
