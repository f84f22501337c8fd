import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { App, type InputRef } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { allFields, FormError, isRepeat, type Form } from '../../../../contract/workflow/form-content.ts';
import { referencesTo } from '../../../../contract/workflow/form-condition.ts';
import type { FormProblem } from '../../../../contract/workflow/form-lint.ts';
import { lintForm } from '../../../../contract/workflow/form-lint.ts';
import { NOT_JSON, parseForm } from '../../../../contract/workflow/form-parser.ts';
import { serializeForm } from '../../../../contract/workflow/form-serializer.ts';
import { flowForm, type FlowForm } from '../../../../contract/workflow/flow-form.ts';
import { call } from '../../../api/call.ts';
import { useCan } from '../../crud/use-resource.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { allOf } from '../../../api/all-of.ts';
import { Canvas } from './canvas.tsx';
import type { ItemActions } from './canvas-item.tsx';
import { copyCode, downloadText } from './code-output.ts';
import { withPresentDictionaries } from './dictionary-options.ts';
import { DesignerBar, type BarActions } from './designer-bar.tsx';
import { useUploadRules } from '../../../api/upload-rules.ts';
import { useDesigner, useStore } from './designer.store.ts';
import type { GenerateKind } from './dialogs/generate-dialog.tsx';
import type { SavedNames } from './dialogs/save-dialog.tsx';
import { DragArea } from './drag-area.tsx';
import { findField, parentsOf, topmost } from './form-edit.ts';
import { leaveRow, shiftItem } from './item-moves.ts';
import { PalettePane } from './palette-pane.tsx';
import { PanelResizer } from './panel-resizer.tsx';
import { fieldName } from './placement.ts';
import { focusTitleInput } from './property-panel/load-field-settings.ts';
import { PropertyPanel } from './property-panel/property-panel.tsx';
import type { DrawingStorage } from './stored-drawing.ts';
import { useDesignerKeys } from './use-designer-keys.ts';
import { useDrawing } from './use-drawing.ts';
import { saveTabs, tabs } from '../../layout/tabs.store.ts';

/** Dialogs are loaded when they are first opened. */
const GenerateDialog = lazy(async () => ({ default: (await import('./dialogs/generate-dialog.tsx')).GenerateDialog }));
const JsonDrawer = lazy(async () => ({ default: (await import('./dialogs/json-drawer.tsx')).JsonDrawer }));
const KeysDialog = lazy(async () => ({ default: (await import('./dialogs/keys-dialog.tsx')).KeysDialog }));
const MoveDialog = lazy(async () => ({ default: (await import('./dialogs/move-dialog.tsx')).MoveDialog }));
const ProblemsDialog = lazy(async () => ({ default: (await import('./dialogs/problems-dialog.tsx')).ProblemsDialog }));
const SaveDialog = lazy(async () => ({ default: (await import('./dialogs/save-dialog.tsx')).SaveDialog }));
const CodePreview = lazy(async () => ({ default: (await import('./code-preview.tsx')).CodePreview }));
const FormPreview = lazy(async () => ({ default: (await import('./form-preview.tsx')).FormPreview }));

type Open =
  | { what: 'keys' | 'preview' }
  | { what: 'json'; text: string }
  | { what: 'generate'; purpose: 'run' | 'copy' | 'vue' | 'react' }
  | { what: 'code'; kind: GenerateKind; form: Form }
  | { what: 'move'; id: number }
  | { what: 'problems' | 'imported'; problems: readonly FormProblem[] }
  | { what: 'save'; warnings: readonly FormProblem[] };

interface Props {
  readonly storage: DrawingStorage;
  readonly initialTime: number | null;
  readonly row: FlowForm | null;
  readonly children?: ReactNode;
}

export function DesignerScreen({ storage, initialTime, row, children }: Props) {
  const store = useStore();
  const uploads = useUploadRules();
  const { message, modal, notification } = App.useApp();
  const may = useCan();
  const [open, setOpen] = useState<Open | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const drawing = useDrawing(store, storage, row?.version ?? null, initialTime);
  const save = useSave(row, storage);
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const search = useRef<InputRef>(null);
  const deployed = (row?.deployedTo?.length ?? 0) > 0;
  useTopOffset(root);
  useUnsaved(row !== null);
  const itemFocus = useItemFocus(scroller);
  const focusItem = itemFocus.ask;

  const report = useCallback((problem: string | null) => void (problem && message.warning(problem)), [message]);
  const text = async (): Promise<string> => JSON.stringify(serializeForm(await withPresentDictionaries(store.state.form)), null, 2);
  const nameOf = (formId: number): string => {
    const field = findField(store.state.form.fields, formId);
    return field ? fieldName(field) : '';
  };
  const focusTitle = (): void => focusTitleInput(focusItem);
  const add = useCallback(
    (tagIcon: string): void => {
      const problem = store.add(tagIcon);
      if (problem) return report(problem);
      requestAnimationFrame(() => {
        const id = store.state.selected.at(-1);
        scroller.current?.querySelector(`[data-item="${id}"]`)?.scrollIntoView({ block: 'nearest' });
      });
      focusTitle();
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the focus helpers have no state
    [store, report],
  );
  const remove = useCallback(
    (ids: readonly number[]): void => {
      const users = usersOf(store.state.form.fields, ids);
      if (users.length === 0) return store.remove(ids);
      void modal.confirm({
        title: '系统提示',
        content: `${users.join('、')}用到了要删除的字段，删除后这些条件不再成立。要删除吗？`,
        okText: '删除',
        okButtonProps: { danger: true },
        cancelText: '取消',
        onOk: () => store.remove(ids),
      });
    },
    [store, modal],
  );
  const itemActions = useMemo<ItemActions>(
    () => ({
      copy: (id) => (focusItem(), report(store.duplicate([id]))),
      remove: (id) => (focusItem(), remove([id])),
      shift: (id, by) => (focusItem(), report(shiftItem(store, id, by))),
      leaveRow: (id) => (focusItem(), report(leaveRow(store, id))),
      moveTo: (id) => setOpen({ what: 'move', id }),
    }),
    [store, report, remove, focusItem],
  );
  const beginSave = (): void => {
    if (!may(row ? 'flowable:form:edit' : 'flowable:form:add')) return report('没有保存表单的权限');
    const { errors, warnings } = lintForm(store.state.form, uploads);
    setOpen(errors.length > 0 ? { what: 'problems', problems: errors } : { what: 'save', warnings });
  };
  const clear = (): void => {
    const count = allFields(store.state.form.fields).length;
    void modal.confirm({
      title: '系统提示',
      content: (
        <>
          <p>确定要清空所有组件吗？</p>
          <p className="soft">{count} 个组件会被移除，可以撤销。</p>
        </>
      ),
      okText: '确定',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () => store.clear(),
    });
  };
  const actions: BarActions = {
    preview: () => setOpen({ what: 'preview' }),
    run: () => setOpen({ what: 'generate', purpose: 'run' }),
    json: () => void text().then((json) => setOpen({ what: 'json', text: json })),
    downloadVue: () => setOpen({ what: 'generate', purpose: 'vue' }),
    downloadReact: () => setOpen({ what: 'generate', purpose: 'react' }),
    downloadJson: () => void text().then((json) => downloadText(`${Date.now()}.json`, json, 'application/json')),
    copy: () => setOpen({ what: 'generate', purpose: 'copy' }),
    clear,
    save: beginSave,
    help: () => setOpen({ what: 'keys' }),
  };
  const onKeyDown = useDesignerKeys(store, {
    save: beginSave,
    preview: actions.preview,
    search: () => search.current?.focus(),
    help: actions.help,
    title: focusTitle,
    remove,
    report,
    focusItem,
  });
  const generate = async (purpose: 'run' | 'copy' | 'vue' | 'react', kind: GenerateKind, fileName: string): Promise<void> => {
    const form = await withPresentDictionaries(store.state.form);
    if (purpose === 'run') return setOpen({ what: 'code', kind, form });
    close();
    const { generateCode } = await import('./code-generator/generate-code.ts');
    const code = await generateCode(form, kind);
    if (purpose === 'copy') return copyCode(code.vue, notification);
    downloadText(fileName, purpose === 'react' ? code.react : code.vue, 'text/plain');
  };
  const importFile = async (file: File): Promise<void> => {
    try {
      const { form, warnings } = parseForm(await file.text());
      store.replace(await withPresentDictionaries(form));
      if (warnings.length > 0) setOpen({ what: 'imported', problems: warnings });
    } catch (error) {
      notification.error({ title: '错误', description: error instanceof FormError ? error.message : NOT_JSON });
    }
  };
  return (
    <div className="fd" ref={root}>
      <DesignerBar
        name={row?.formName ?? '新表单'}
        deployed={deployed}
        drawing={drawing}
        mayEdit={may(row ? 'flowable:form:edit' : 'flowable:form:add')}
        actions={actions}
      />
      {children}
      <DragArea scroller={scroller} report={report}>
        <div className="fd-panes">
          <PalettePane onAdd={add} search={search} />
          <Canvas scroller={scroller} actions={itemActions} onKeyDown={onKeyDown} onImport={(file) => void importFile(file)} />
          <PanelResizer root={root} />
          <PropertyPanel deployed={deployed} onLeave={() => focusItem(true)} />
        </div>
      </DragArea>
      <FocusAfterChange item={itemFocus} />
      <Announcement />
      <Suspense fallback={null}>
        {open?.what === 'keys' ? <KeysDialog onClose={close} /> : null}
        {open?.what === 'json' ? <JsonDrawer text={open.text} onReplace={(form) => store.replace(form)} onClose={close} /> : null}
        {open?.what === 'move' ? (
          <MoveDialog fields={store.state.form.fields} id={open.id} onMove={(place) => report(store.move([open.id], place))} onClose={close} />
        ) : null}
        {open?.what === 'problems' || open?.what === 'imported' ? (
          <ProblemsDialog
            title={open.what === 'problems' ? '请先改正' : `已导入，有 ${open.problems.length} 处要看一下`}
            note="点一行可以选中对应的组件。"
            problems={open.problems}
            nameOf={nameOf}
            onSelect={(formId) => {
              store.select([formId]);
              close();
              focusItem(true);
            }}
            onClose={close}
          />
        ) : null}
        {open?.what === 'save' ? (
          <SaveDialog
            initial={{ formName: row?.formName ?? '', remark: row?.remark ?? '' }}
            deployed={deployed}
            warnings={open.warnings}
            nameOf={nameOf}
            onSave={save}
            onDownload={actions.downloadJson}
            onClose={close}
          />
        ) : null}
        {open?.what === 'generate' ? (
          <GenerateDialog
            extension={open.purpose === 'vue' ? 'vue' : open.purpose === 'react' ? 'tsx' : null}
            onSubmit={(kind, fileName) => void generate(open.purpose, kind, fileName)}
            onClose={close}
          />
        ) : null}
        {open?.what === 'code' ? <CodePreview form={open.form} kind={open.kind} onClose={close} /> : null}
        {open?.what === 'preview' ? <FormPreview form={store.state.form} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}

/** Titles of the fields outside of the selection that use one of its fields. */
function usersOf(fields: Parameters<typeof topmost>[0], ids: readonly number[]): string[] {
  const chosen = new Set(ids);
  const gone = topmost(fields, chosen).flatMap((field) => [field, ...allFields(field.children ?? [])]);
  const goneIds = new Set(gone.map((field) => field.formId));
  const users = gone.flatMap((field) => {
    const scope = parentsOf(fields, field.formId)?.findLast(isRepeat)?.vModel ?? '';
    return field.vModel ? referencesTo(fields, field.vModel, scope).filter((one) => !goneIds.has(one.formId)) : [];
  });
  return [...new Set(users.map(({ label, use }) => `「${label}」的${use}`))];
}

/** Saves the form. Returns the message when it failed; nothing is cleared then (S4.5). */
function useSave(row: FlowForm | null, storage: DrawingStorage): (names: SavedNames) => Promise<string | null> {
  const store = useStore();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { message } = App.useApp();
  return async (names) => {
    const body = { ...names, formContent: JSON.stringify(serializeForm(await withPresentDictionaries(store.state.form))) };
    try {
      if (row) await call(flowForm.edit, { body: { ...body, formId: row.formId, version: row.version } });
      else await call(flowForm.add, { body });
    } catch (error) {
      return errorMessage(error);
    }
    void message.success(row ? '修改成功' : '新增成功');
    store.load({ ...store.state.form, fields: [] });
    storage.clear();
    await Promise.all([flowForm.list, flowForm.get].map((one) => client.invalidateQueries(allOf(one))));
    saveTabs(tabs.views.filter((view) => view.path !== pathname));
    void navigate(`/flowable/form?t=${Date.now()}`);
    return null;
  };
}

/** The browser asks before a changed form of the server is closed; a new form is kept on the device. */
function useUnsaved(stored: boolean): void {
  const changed = useDesigner((state) => state.revision > 0);
  useEffect(() => {
    if (!stored || !changed) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [stored, changed]);
}

interface ItemFocus {
  readonly wanted: { current: boolean };
  focus(): void;
  /** Moves the focus to the selected item: now, or after the next change. */
  ask(now?: boolean): void;
}

function useItemFocus(scroller: { current: HTMLDivElement | null }): ItemFocus {
  const store = useStore();
  const wanted = useRef(false);
  return useMemo(() => {
    const focus = (): void => {
      const id = store.state.selected.at(-1);
      const item = scroller.current?.querySelector<HTMLElement>(id === undefined ? '[role="treeitem"][tabindex="0"]' : `[data-item="${id}"]`);
      (item ?? scroller.current?.querySelector<HTMLElement>('[data-container="root"]'))?.focus();
      item?.scrollIntoView({ block: 'nearest' });
    };
    const ask = (now = false): void => {
      if (now) focus();
      else wanted.current = true;
    };
    return { wanted, focus, ask };
  }, [store, scroller]);
}

/** Focuses the selected item after a change; a component of its own, so that a change does not draw the whole screen again. */
function FocusAfterChange({ item }: { item: ItemFocus }) {
  const moment = useDesigner((state) => `${state.selected.join()} ${state.revision}`);
  useLayoutEffect(() => {
    if (!item.wanted.current || moment === '') return;
    // oxlint-disable-next-line react/immutability -- a ref of the screen
    item.wanted.current = false;
    item.focus();
  }, [item, moment]);
  return null;
}

/** The designer fills the window below the bars of the admin. */
function useTopOffset(root: { current: HTMLDivElement | null }): void {
  useLayoutEffect(() => {
    const place = (): void => {
      const element = root.current;
      if (element) element.style.setProperty('--fd-top', `${Math.round(element.getBoundingClientRect().top + scrollY)}px`);
    };
    place();
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, [root]);
}

function Announcement() {
  const words = useDesigner((state) => state.announcement);
  return (
    <output className="unseen" aria-live="polite">
      {words}
    </output>
  );
}
