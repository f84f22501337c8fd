import { lazy, memo, Suspense, useState, type ReactNode } from 'react';
import type { FormField } from '../../../../../contract/workflow/form-content.ts';
import { useDesigner, useStore } from '../designer.store.ts';
import { findField } from '../form-edit.ts';
import { valueAt } from '../linked-rules.ts';
import { kindName } from '../placement.ts';
import { ColumnsEditor } from './columns-editor.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { DefaultLine } from './default-line.tsx';
import { OptionsEditor } from './options-editor.tsx';
import { AcceptLine, ClockLine, FormatLine, NameLine, SizeLine, SpanLine, SumLine, TypeLine } from './own-editors.tsx';
import { PatternsEditor } from './patterns-editor.tsx';
import { PropertyLine } from './property-line.tsx';
import { rowsFor, sharedValue, type PropertyRow } from './property-rows.ts';
import { DictLine, SourceEditor } from './source-editor.tsx';
import { StructureSection } from './structure-tree.tsx';
import { TITLE_INPUT } from './title-input.ts';
import { TreeEditor } from './tree-editor.tsx';

const IconDialog = lazy(async () => ({ default: (await import('../dialogs/icon-dialog.tsx')).IconDialog }));

const SECTIONS = ['基本', '选项', '外观与校验', '正则校验', '条件'] as const;

/** 组件属性: the settings of the selected components, and the tree of the form. */
export const FieldSettings = memo(function AllSections({ deployed }: { deployed: boolean }) {
  const selected = useDesigner((state) => state.selected);
  const all = useDesigner((state) => state.form.fields);
  const fields = selected.flatMap((id) => findField(all, id) ?? []);
  const [first] = fields;
  if (!first) return null;
  const rows = rowsFor(fields);
  return (
    <div className="fd-panel-scroll">
      {fields.length > 1 ? <p className="fd-hint">已选 {fields.length} 个组件，修改会用于全部</p> : null}
      {SECTIONS.map((section) => {
        const lines = rows.filter((row) => row.section === section);
        return lines.length === 0 ? null : <Section key={section} section={section} lines={lines} fields={fields} deployed={deployed} />;
      })}
      <StructureSection />
    </div>
  );
});

interface SectionProps {
  readonly section: (typeof SECTIONS)[number];
  readonly lines: readonly PropertyRow[];
  readonly fields: readonly FormField[];
  readonly deployed: boolean;
}

function SectionLines({ section, lines, fields, deployed }: SectionProps) {
  const [first] = fields as readonly [FormField];
  const ids = fields.map(({ formId }) => formId).join();
  return (
    <section className="fd-section" aria-label={section}>
      {section === '基本' ? <h2 className="unseen">{kindName(first)}</h2> : <h2>{section}</h2>}
      <div className={section === '外观与校验' ? 'fd-props flags' : 'fd-props'}>
        {lines.map((row) => (
          <RowLine key={`${row.key} ${row.label} ${row.editor.kind === 'own' ? ids : ''}`} row={row} fields={fields} deployed={deployed} />
        ))}
      </div>
    </section>
  );
}

/** A section is drawn again only when one of its lines would be. */
const sameSection = (before: SectionProps, after: SectionProps): boolean =>
  before.lines.length === after.lines.length &&
  after.lines.every((row, at) =>
    sameLine(
      { row: before.lines[at] as PropertyRow, fields: before.fields, deployed: before.deployed },
      { row, fields: after.fields, deployed: after.deployed },
    ),
  );

const problemOf = (field: FormField, key: string): string | null => {
  if (key !== 'min' && key !== 'max') return null;
  const { min, max } = field as { min?: unknown; max?: unknown };
  return typeof min === 'number' && typeof max === 'number' && min > max ? '最小值不能大于最大值' : null;
};

function PropertyRowLine({ row, fields, deployed }: { row: PropertyRow; fields: readonly FormField[]; deployed: boolean }) {
  const store = useStore();
  const [picking, setPicking] = useState(false);
  const [first] = fields as readonly [FormField];
  const { editor, key, label } = row;
  if (editor.kind === 'own') return <OwnLine row={row} editor={editor} fields={fields} deployed={deployed} />;
  const { value, mixed } = sharedValue(fields, key);
  const set = (next: unknown): void => {
    // An unset number is absent, so that it equals a component that never had it; null where the palette starts with null.
    const unset =
      next === null &&
      editor.kind === 'number' &&
      key !== 'labelWidth' &&
      key !== 'maxlength' &&
      !(first.tagIcon === 'checkbox' && (key === 'min' || key === 'max'));
    store.edit(
      fields.map((field) => field.formId),
      key,
      unset ? undefined : next,
    );
  };
  return (
    <>
      <PropertyLine
        label={label}
        editor={editor}
        value={value}
        mixed={mixed}
        {...(key === 'label' ? { id: TITLE_INPUT } : {})}
        problem={fields.length === 1 ? problemOf(first, key) : null}
        onChange={set}
        onIcon={() => setPicking(true)}
      />
      {picking ? (
        <Suspense fallback={null}>
          <IconDialog value={typeof value === 'string' ? value : ''} onChoose={set} onClose={() => setPicking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

interface RowProps {
  readonly row: PropertyRow;
  readonly fields: readonly FormField[];
  readonly deployed: boolean;
}

/** Keys that only their own lines show. */
const SHOWN_ALONE = new Set(['label', 'placeholder']);

/** A line is drawn again only when its own value changed: a key press in the title leaves the other twenty lines alone. */
function sameLine(before: RowProps, after: RowProps): boolean {
  if (before.row !== after.row || before.deployed !== after.deployed || before.fields.length !== after.fields.length) return false;
  return after.fields.every((field, at) => {
    const old = before.fields[at] as FormField;
    if (old === field) return true;
    if (old.formId !== field.formId || old.tagIcon !== field.tagIcon) return false;
    if (after.row.editor.kind === 'own') return Object.keys({ ...old, ...field }).every((key) => SHOWN_ALONE.has(key) || old[key] === field[key]);
    return valueAt(old, after.row.key) === valueAt(field, after.row.key) && problemOf(old, after.row.key) === problemOf(field, after.row.key);
  });
}

const RowLine = memo(PropertyRowLine, sameLine);
const Section = memo(SectionLines, sameSection);

function OwnLine({
  row,
  editor,
  fields,
  deployed,
}: {
  row: PropertyRow;
  editor: PropertyRow['editor'] & { kind: 'own' };
  fields: readonly FormField[];
  deployed: boolean;
}): ReactNode {
  const [field] = fields as readonly [FormField];
  const { label } = row;
  switch (editor.name) {
    case 'type':
      return <TypeLine field={field} label={label} />;
    case 'vModel':
      return <NameLine field={field} label={label} deployed={deployed} />;
    case 'span':
      return <SpanLine fields={fields} label={label} />;
    case 'default':
      return <DefaultLine field={field} label={label} />;
    case 'format':
      return <FormatLine field={field} label={label} />;
    case 'clock':
      return <ClockLine field={field} label={label} />;
    case 'accept':
      return <AcceptLine field={field} label={label} />;
    case 'size':
      return <SizeLine field={field} label={label} />;
    case 'sum':
      return <SumLine field={field} label={label} />;
    case 'dict':
      return <DictLine field={field} label={label} />;
    case 'options':
      return field.tagIcon === 'cascader' ? <TreeEditor field={field} /> : <OptionsEditor field={field} />;
    case 'source':
      return <SourceEditor key={field.formId} field={field} />;
    case 'columns':
      return <ColumnsEditor field={field} />;
    case 'patterns':
      return <PatternsEditor field={field} />;
    case 'condition':
      return (
        <fieldset className="fd-condition">
          <legend>{label}</legend>
          <ConditionEditor field={field} property={row.key === 'shuzhou.visibleWhen' ? 'visibleWhen' : 'requiredWhen'} />
        </fieldset>
      );
  }
}
