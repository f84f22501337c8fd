import { Fragment, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Form, Skeleton } from 'antd';
import { CODE } from '../../../contract/error.ts';
import type { FieldMeta } from '../../../contract/field.ts';
import { call, CallError } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { confirmLeave } from '../ui/confirm-leave.ts';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import type { StoredDraft } from '../../drafts/use-stored-draft.ts';
import { FieldControl } from './field/field-control.tsx';
import type { AnyResource, ControlProps, Tools, Values } from './resource.ts';
import { ruleOf } from './schema-rules.ts';
import { DraftFound } from './draft-found.tsx';
import { withoutSecrets, type FormDraft } from './use-form-draft.ts';
import { withCleared } from './field/cleared-fields.rule.ts';
import { useSeenVersion } from './use-seen-version.ts';
import type { AnyRow } from './use-resource.tsx';

const WIDTH = 560;
/** Field kinds that take the full width. */
const WIDE: ReadonlySet<FieldMeta['kind']> = new Set(['long', 'html', 'words', 'references', 'choices', 'image', 'rows', 'file', 'files']);

interface Props {
  readonly resource: AnyResource;
  readonly row: AnyRow | null;
  readonly tools: Tools;
  readonly onClose: () => void;
  /** Preset values of a new row that the user does not type, such as its parent. */
  readonly given?: Values;
  /** Storage for unsaved input; a previous draft is restored. */
  readonly draft?: StoredDraft<FormDraft>;
}

/** Creates a row, or edits one after refetching it, so the user edits the current values. */
export function ResourceForm({ resource, row, tools, onClose, given, draft }: Props) {
  useRestoreFocus();
  const { crud } = resource;
  const narrow = useNarrow();
  const { message, modal } = App.useApp();
  const [form] = Form.useForm<Record<string, unknown>>();
  const kept = draft?.found && sameRow(crud.key, draft.found.value.row, row) ? draft.found : null;
  const [dirty, setDirty] = useState(kept !== null);
  const [problems, setProblems] = useState<readonly { name: string; words: string }[]>([]);
  const key = row ? Number(row[crud.key]) : null;
  const { read } = resource;
  const asks = row !== null && (read !== undefined || crud.calls.includes('get'));
  const question = queryOf(crud.get, { params: { id: key ?? 0 } });
  const found = useQuery({
    ...question,
    ...(read ? { queryFn: () => read(key ?? 0) as Promise<AnyRow> } : {}),
    enabled: asks,
    staleTime: 0,
    gcTime: 0,
  });
  const before = asks ? (found.data as AnyRow | undefined) : (row ?? undefined);
  const version = before?.['version'] as number | undefined;
  const [seen] = useSeenVersion(version, dirty, kept?.value.row?.['version'] as number | undefined);
  const values = (Form.useWatch([], form) ?? {}) as Values;
  const initial = useMemo(() => startOf(resource, given), [resource, given]);

  useEffect(() => {
    if (kept) form.setFieldsValue(kept.value.values as Record<string, unknown>);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the form opens
  }, []);
  useEffect(() => {
    if (before && !dirty) form.setFieldsValue(before as Record<string, unknown>);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a version read again must not overwrite what is being written
  }, [version, before?.[crud.key]]);

  const save = useMutation({
    mutationFn: async ({ again }: { again: boolean }) => {
      const draft = { ...initial, ...before, ...form.getFieldsValue(true) };
      if (row) await call(crud.edit, { body: { ...withCleared(draft), [crud.key]: key, version: seen } });
      else {
        const made = (await call(crud.add, { body: draft })) as Values;
        resource.added?.(made);
      }
      return again;
    },
    onSuccess: async (again) => {
      // Clear the draft first: a user who leaves at the success message must not get it back as unsaved.
      await draft?.clear();
      void message.success(row ? '修改成功' : '新增成功');
      setDirty(false);
      if (again) form.resetFields();
      else onClose();
      await tools.refresh();
    },
    onError: (error) => {
      if (error instanceof CallError && error.code === CODE.conflict)
        void modal.warning({ title: error.message, content: '您写的内容还在这里，可以先复制出来，再关闭重开。' });
      else setProblems([{ name: '', words: errorMessage(error) }]);
    },
  });
  const leave = () => confirmLeave(modal, dirty, onClose, draft?.clear);
  const submit = (again: boolean) => {
    setProblems([]);
    form.validateFields().then(
      () => save.mutate({ again }),
      ({ errorFields = [] }: { errorFields?: { name: (string | number)[]; errors: string[] }[] }) => {
        setProblems(errorFields.map(({ name, errors }) => ({ name: String(name[0]), words: errors[0] ?? '' })));
        const [first] = errorFields;
        if (first) form.scrollToField(first.name, { focus: true });
      },
    );
  };
  const ready = !row || before !== undefined;
  const shown = (resource.form ?? []).filter((field) => resource.shows?.[field]?.({ ...initial, ...values }, row) !== false);

  return (
    <Drawer
      open
      size={narrow ? '100%' : (resource.formWidth ?? WIDTH)}
      title={`${row ? '修改' : '新增'}${crud.name}`}
      onClose={leave}
      footer={
        <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
          <span className="soft" style={{ flex: 1 }}>
            {dirty ? '未保存' : ''}
          </span>
          <Button onClick={leave}>取消</Button>
          {row ? null : (
            <Button disabled={save.isPending} onClick={() => submit(true)}>
              保存并继续
            </Button>
          )}
          <Button type="primary" loading={save.isPending} disabled={!ready} onClick={() => submit(false)}>
            保存
          </Button>
        </div>
      }
    >
      {found.isError ? (
        <Alert type="error" title={errorMessage(found.error)} action={<Button onClick={() => void found.refetch()}>重试</Button>} />
      ) : null}
      {ready || found.isError ? null : <Skeleton active paragraph={{ rows: 8 }} />}
      <Form
        form={form}
        layout="vertical"
        name={`form-${crud.key}`}
        hidden={!ready}
        initialValues={initial as Record<string, unknown>}
        onValuesChange={() => {
          setDirty(true);
          draft?.keep({ row: row && { ...row, version: seen }, values: withoutSecrets(crud.meta, form.getFieldsValue(true) as Values) });
        }}
        className={narrow || resource.formColumns === 1 ? 'crud-form one' : 'crud-form'}
      >
        {kept ? <DraftFound at={kept.at} /> : null}
        {problems.length === 1 && problems[0]?.name === '' ? (
          <Alert className="crud-whole" type="error" showIcon title={problems[0].words} />
        ) : problems.length > 1 ? (
          <Alert
            className="crud-whole"
            type="error"
            showIcon
            title={`有 ${problems.length} 处需要修改`}
            description={problems.map(({ name, words }) => (
              <Button key={name} type="link" size="small" onClick={() => form.scrollToField(name, { focus: true })}>
                {words}
              </Button>
            ))}
          />
        ) : null}
        {shown.map((field) => (
          <Fragment key={field}>
            {resource.headings?.[field] ? <h2 className="crud-whole crud-form-heading">{resource.headings[field]}</h2> : null}
            <FormField field={field} resource={resource} values={values} row={row} />
          </Fragment>
        ))}
      </Form>
    </Drawer>
  );
}

const sameRow = (key: string, one: AnyRow | null, other: AnyRow | null): boolean => one?.[key] === other?.[key];

function FormField({ field, resource, values, row }: { field: string; resource: AnyResource; values: Values; row: Values | null }) {
  const { crud, control } = resource;
  const meta = crud.meta[field] as FieldMeta;
  return (
    <Form.Item
      name={field}
      label={meta.label}
      required={meta.required ?? false}
      rules={[ruleOf(crud.fields[field])]}
      {...(meta.help ? { extra: meta.help } : {})}
      {...(WIDE.has(meta.kind) ? { className: 'crud-whole' } : {})}
    >
      <Bound meta={meta} values={values} row={row} {...(control?.[field] ? { control: control[field] } : {})} />
    </Form.Item>
  );
}

/** antd binds this component: it passes `id`, `value` and `onChange`. */
function Bound({ meta, control, ...bound }: ControlProps & { meta: FieldMeta; control?: (props: ControlProps) => ReactNode }) {
  return control ? control(bound) : <FieldControl meta={meta} {...bound} {...(meta.fixedOnceSaved && bound.row ? { disabled: true } : {})} />;
}

/** Initial values of a new row: defaults of the contract, of the page, and preset values. */
function startOf(resource: AnyResource, given: Values | undefined): Values {
  const { crud } = resource;
  const start: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(
    crud.fields as Record<string, { safeParse: (value: unknown) => { success: boolean; data?: unknown } }>,
  )) {
    const result = schema.safeParse(undefined);
    if (result.success) start[field] = result.data;
  }
  return { ...start, ...resource.initial, ...given };
}
