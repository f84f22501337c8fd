import { createContext, use, useSyncExternalStore } from 'react';
import {
  allFields,
  DEFAULT_CONFIG,
  FIRST_ID,
  isRepeat,
  nameProblem,
  nameTaken,
  type Form,
  type FormConfig,
  type FormField,
} from '../../../../contract/workflow/form-content.ts';
import { renameReferences } from '../../../../contract/workflow/form-condition.ts';
import { newField } from '../../../../contract/workflow/form-field.ts';
import { paletteEntry, type PaletteEntry } from '../../../../contract/workflow/form-palette.ts';
import {
  childrenOf,
  findField,
  insertFields,
  largestId,
  moveFields,
  namesInScope,
  parentsOf,
  placeOf,
  removeFields,
  replaceField,
  scopeOf,
  topmost,
  withFields,
  type Place,
} from './form-edit.ts';
import { History, type Snapshot } from './history.ts';
import { changeComponent, configAfter, editField } from './linked-rules.ts';
import { countProblem, fieldName, kindName, placementProblem } from './placement.ts';

export interface DesignerState extends Snapshot {
  /** Number of the last field (S9.6). */
  readonly counter: number;
  /** Number of the next node of an option tree. */
  readonly treeNode: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Increases with every change of the form, for drafts and unsaved work. */
  readonly revision: number;
  /** Read by screen readers. */
  readonly announcement: string;
}

export const NEW_FORM: Form = { config: DEFAULT_CONFIG, fields: [] };

const START: DesignerState = {
  form: NEW_FORM,
  selected: [],
  counter: FIRST_ID,
  treeNode: FIRST_ID,
  canUndo: false,
  canRedo: false,
  revision: 0,
  announcement: '',
};

/** The form under construction: one immutable value, its selection and its history. Problems are returned as messages for users. */
export class DesignerStore {
  #state = START;
  readonly #history = new History();
  readonly #listeners = new Set<() => void>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  get state(): DesignerState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #set(change: Partial<DesignerState>): void {
    this.#state = { ...this.#state, ...change, canUndo: this.#history.canUndo, canRedo: this.#history.canRedo };
    for (const listener of this.#listeners) listener();
  }

  /** One step of the history. `key` merges changes of one property; null is a step of its own. */
  #commit(form: Form, change: Partial<DesignerState> = {}, key: string | null = null): void {
    const { form: before, selected, revision } = this.#state;
    if (form === before) return this.#set(change);
    this.#history.record({ form: before, selected }, key, this.#now());
    const counter = form.fields.length === 0 ? FIRST_ID : Math.max(change.counter ?? this.#state.counter, largestId(form.fields));
    this.#set({ ...change, form, counter, revision: revision + 1 });
  }

  /** Loads a form: the history starts again. */
  load(form: Form, { counter, treeNode }: { counter?: number; treeNode?: number } = {}): void {
    this.#history.reset();
    this.#set({
      form,
      selected: [],
      counter: Math.max(counter ?? FIRST_ID, largestId(form.fields), FIRST_ID),
      treeNode: Math.max(treeNode ?? FIRST_ID, nextTreeNode(form.fields)),
      revision: 0,
      announcement: '',
    });
  }

  /** Replaces the whole form in one step: import and JSON. */
  replace(form: Form): void {
    const first = form.fields[0];
    this.#commit(form, { selected: first ? [first.formId] : [], treeNode: Math.max(this.#state.treeNode, nextTreeNode(form.fields)) });
  }

  clear(): void {
    this.#commit(withFields(this.#state.form, []), { selected: [], announcement: '已清空，可以撤销' });
  }

  select(ids: readonly number[]): void {
    this.#set({ selected: ids });
  }

  announce(announcement: string): void {
    this.#set({ announcement });
  }

  /** Where a component goes without dragging: the end of the selected row, or of the canvas. */
  endPlace(): Place {
    const { form, selected } = this.#state;
    const only = selected.length === 1 ? findField(form.fields, selected[0] as number) : undefined;
    const parent = only?.layout === 'rowFormItem' ? only.formId : null;
    return { parent, index: childrenOf(form.fields, parent).length };
  }

  /** Makes a new field of a palette entry, without adding it. */
  #create(entry: PaletteEntry, parent: number | null): { field: FormField; counter: number } {
    const { form, counter } = this.#state;
    const formId = counter + 1;
    const names = namesInScope(form.fields, scopeOf(form.fields, parent));
    return { field: newField(entry, { formId, config: form.config, now: this.#now(), names }), counter: formId };
  }

  add(tagIcon: string, place: Place = this.endPlace()): string | null {
    const entry = paletteEntry(tagIcon);
    if (!entry) return '没有这个组件';
    const { form } = this.#state;
    const { field, counter } = this.#create(entry, place.parent);
    const problem = placementProblem(form.fields, place.parent, [field]) ?? countProblem(form.fields, [field]);
    if (problem) return problem;
    const fields = insertFields(form.fields, place, [field]);
    this.#commit(withFields(form, fields), {
      counter,
      selected: [field.formId],
      announcement: `已添加${entry.name}，${this.#where(fields, field.formId)}`,
    });
    return null;
  }

  /** Inserts existing fields with new numbers, and new names where theirs are taken. */
  insert(added: readonly FormField[], place: Place, verb = '已粘贴'): string | null {
    const { form } = this.#state;
    const problem = placementProblem(form.fields, place.parent, added) ?? countProblem(form.fields, added);
    if (problem) return problem;
    const { fields, counter } = renumbered(added, this.#state.counter, namesInScope(form.fields, scopeOf(form.fields, place.parent)), this.#now());
    this.#commit(withFields(form, insertFields(form.fields, place, fields)), {
      counter,
      selected: fields.map((field) => field.formId),
      announcement: `${verb} ${fields.length} 个组件`,
    });
    return null;
  }

  duplicate(ids: readonly number[]): string | null {
    const { fields } = this.#state.form;
    const chosen = topmost(fields, new Set(ids));
    const place = chosen.length > 0 ? placeOf(fields, (chosen.at(-1) as FormField).formId) : null;
    return place ? this.insert(chosen, { ...place, index: place.index + 1 }, '已复制') : null;
  }

  move(ids: readonly number[], place: Place): string | null {
    const { form } = this.#state;
    const chosen = new Set(ids);
    const moved = topmost(form.fields, chosen);
    const problem = placementProblem(form.fields, place.parent, moved);
    if (problem) return problem;
    const scope = scopeOf(form.fields, place.parent);
    let fields = moveFields(form.fields, chosen, place);
    if (fields === form.fields) return null;
    const taken = namesInScope(removeFields(form.fields, chosen), scope);
    for (const field of moved)
      if (field.vModel && taken.has(field.vModel))
        fields = replaceField(fields, field.formId, (one) => ({ ...one, vModel: freeName(`field${one.formId}`, taken) }));
    const first = moved[0] as FormField;
    this.#commit(withFields(form, fields), {
      selected: moved.map((field) => field.formId),
      announcement: `${fieldName(first)}，${this.#where(fields, first.formId)}`,
    });
    return null;
  }

  /** Removes fields; the nearest remaining sibling, or the row, is selected. */
  remove(ids: readonly number[]): void {
    const { form } = this.#state;
    const chosen = new Set(ids);
    const gone = topmost(form.fields, chosen);
    const last = gone.at(-1);
    if (!last) return;
    const place = placeOf(form.fields, last.formId);
    const siblings = childrenOf(form.fields, place?.parent ?? null);
    const at = place?.index ?? 0;
    const next = siblings.slice(at + 1).find((one) => !chosen.has(one.formId)) ?? siblings.slice(0, at).findLast((one) => !chosen.has(one.formId));
    const left = next?.formId ?? place?.parent ?? null;
    this.#commit(withFields(form, removeFields(form.fields, chosen)), {
      selected: left === null ? [] : [left],
      announcement: gone.length === 1 ? `已删除${fieldName(last)}` : `已删除 ${gone.length} 个组件`,
    });
  }

  /** Edits one key of fields, with its effects (S4.6). */
  edit(ids: readonly number[], key: string, value: unknown): void {
    const { form } = this.#state;
    let { fields } = form;
    for (const id of ids) fields = replaceField(fields, id, (field) => editField(field, key, value, this.#now()));
    const config = configAfter(form.config, key, value);
    if (fields !== form.fields) this.#commit({ ...form, fields, config }, {}, `${ids.join()} ${key}`);
  }

  /** Applies a change of any size to one field as one step. */
  change(id: number, key: string, change: (field: FormField) => FormField): void {
    const { form } = this.#state;
    this.#commit(withFields(form, replaceField(form.fields, id, change)), {}, `${id} ${key}`);
  }

  changeType(ids: readonly number[], tagIcon: string): void {
    const { form } = this.#state;
    let { fields } = form;
    for (const id of ids) fields = replaceField(fields, id, (field) => changeComponent(field, tagIcon, form.config, this.#now()));
    this.#commit(withFields(form, fields));
  }

  /** Returns why a field cannot have this name, or null after renaming it and what refers to it. */
  rename(id: number, name: string): string | null {
    const { form } = this.#state;
    const field = findField(form.fields, id);
    if (!field || field.vModel === name) return null;
    const problem = this.renameProblem(id, name);
    if (problem) return problem;
    const parents = parentsOf(form.fields, id) ?? [];
    const scope = parents.findLast(isRepeat)?.vModel ?? '';
    const referring = field.vModel ? renameReferences(form.fields, field.vModel, name, scope) : form.fields;
    this.#commit(
      withFields(
        form,
        replaceField(referring, id, (one) => ({ ...one, vModel: name })),
      ),
      {},
      `${id} vModel`,
    );
    return null;
  }

  renameProblem(id: number, name: string): string | null {
    const { fields } = this.#state.form;
    const place = placeOf(fields, id);
    const others = namesInScope(removeFields(fields, new Set([id])), scopeOf(fields, place?.parent ?? null));
    return nameProblem(name) ?? (others.has(name) ? nameTaken(name) : null);
  }

  editConfig(key: keyof FormConfig, value: unknown): void {
    const { form } = this.#state;
    this.#commit({ ...form, config: { ...form.config, [key]: value } }, {}, `config ${key}`);
  }

  /** Takes the number of a new node of an option tree. */
  takeTreeNode(): number {
    const { treeNode } = this.#state;
    this.#set({ treeNode: treeNode + 1 });
    return treeNode;
  }

  undo(): void {
    this.#step(this.#history.undo(this.#state), '已撤销');
  }

  redo(): void {
    this.#step(this.#history.redo(this.#state), '已重做');
  }

  #step(to: Snapshot | null, announcement: string): void {
    if (!to) return;
    const { form, selected } = to;
    const counter = form.fields.length === 0 ? FIRST_ID : Math.max(this.#state.counter, largestId(form.fields));
    this.#set({ form, selected, counter, announcement, revision: this.#state.revision + 1 });
  }

  #where(fields: readonly FormField[], id: number): string {
    const place = placeOf(fields, id);
    const row = place?.parent === null || !place ? null : findField(fields, place.parent);
    const count = childrenOf(fields, place?.parent ?? null).length;
    return `${row ? `在${fieldName(row)}里` : '在画布上'}第${(place?.index ?? 0) + 1}项，共${count}项`;
  }
}

const freeName = (wanted: string, taken: Set<string>): string => {
  let name = wanted;
  while (taken.has(name)) name += '_';
  taken.add(name);
  return name;
};

/** Copies fields with the next numbers. A name in use becomes that of a new field; conditions among the copies follow. */
export function renumbered(
  added: readonly FormField[],
  counter: number,
  taken: Set<string>,
  now: number,
): { fields: readonly FormField[]; counter: number } {
  let last = counter;
  const renames: { from: string; to: string; scope: string }[] = [];
  const copy = (field: FormField, names: Set<string>, scope: string): FormField => {
    last += 1;
    const formId = last;
    const vModel =
      field.vModel === undefined ? undefined : names.has(field.vModel) ? freeName(`field${formId}`, names) : freeName(field.vModel, names);
    if (vModel !== undefined && field.vModel !== vModel) renames.push({ from: field.vModel as string, to: vModel, scope });
    const inside = isRepeat(field) ? new Set<string>() : names;
    const children = field.children?.map((child) => copy(child, inside, isRepeat(field) ? (vModel ?? '') : scope));
    return {
      ...field,
      formId,
      renderKey: `${formId}${now}`,
      ...(vModel === undefined ? {} : { vModel }),
      ...(field.componentName === undefined ? {} : { componentName: `row${formId}` }),
      ...(children ? { children } : {}),
    };
  };
  let fields: readonly FormField[] = added.map((field) => copy(field, taken, ''));
  for (const { from, to, scope } of renames) fields = renameReferences(fields, from, to, scope);
  return { fields, counter: last };
}

/** The number after the highest one in any option tree of the form. */
function nextTreeNode(fields: readonly FormField[]): number {
  let most = FIRST_ID - 1;
  const walk = (options: readonly { id?: number; children?: readonly unknown[] }[]): void => {
    for (const { id, children } of options) {
      if (typeof id === 'number') most = Math.max(most, id);
      if (children) walk(children as typeof options);
    }
  };
  for (const { options } of allFields(fields)) if (options) walk(options);
  return most + 1;
}

export const DesignerContext = createContext<DesignerStore | null>(null);

export function useStore(): DesignerStore {
  const store = use(DesignerContext);
  if (!store) throw new Error('used outside of the form designer');
  return store;
}

/** Part of the state; the component renders again only when the part changes. */
export function useDesigner<T>(part: (state: DesignerState) => T): T {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, () => part(store.state));
}

export const itemName = (field: FormField): string => `${kindName(field)} ${field.label}`.trim();
