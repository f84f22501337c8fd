import { useEffect, useEffectEvent, type KeyboardEvent } from 'react';
import { FormError, isRow } from '../../../../contract/workflow/form-content.ts';
import type { DesignerStore } from './designer.store.ts';
import { clipboardText, pastedFields } from './field-clipboard.ts';
import { childrenOf, findField, parentsOf, placeOf, topmost, type Place } from './form-edit.ts';
import { enterRow, leaveRow, readingOrder, shiftItem } from './item-moves.ts';

export interface KeyCommands {
  save(): void;
  preview(): void;
  search(): void;
  help(): void;
  /** Moves the focus to the title of the selected component. */
  title(): void;
  remove(ids: readonly number[]): void;
  report(problem: string | null): void;
  /** Moves the focus to the selected item after the next change. */
  focusItem(): void;
}

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('.cm-editor') !== null);

const isCovered = (): boolean =>
  document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open, .ant-dropdown:not(.ant-dropdown-hidden)') !== null;

/** Where pasted fields go: behind the last selected one, or to the end. */
function pastePlace(store: DesignerStore): Place {
  const { form, selected } = store.state;
  const last = topmost(form.fields, new Set(selected)).at(-1);
  const place = last && placeOf(form.fields, last.formId);
  return place ? { ...place, index: place.index + 1 } : { parent: null, index: form.fields.length };
}

/** Keys of the whole designer, while no input has the focus and no dialog is open. */
export function useDesignerKeys(store: DesignerStore, commands: KeyCommands): (event: KeyboardEvent) => void {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent): void => {
    if (isCovered()) return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const run = (work: () => void): void => {
      event.preventDefault();
      // The shell has a search under `/` too.
      event.stopPropagation();
      work();
    };
    if (command && key === 's') return run(commands.save);
    if (isEditable(event.target)) return;
    if (command && key === 'z') return run(() => (event.shiftKey ? store.redo() : store.undo()));
    if (command && key === 'y') return run(() => store.redo());
    if (command && key === 'p') return run(commands.preview);
    if (command || event.altKey) return;
    if (event.key === '/') return run(commands.search);
    if (event.key === '?') return run(commands.help);
    if (event.key === 'F2' && store.state.selected.length === 1) return run(commands.title);
  });
  const onCopy = useEffectEvent((event: ClipboardEvent): void => {
    const { selected, form } = store.state;
    if (isCovered() || isEditable(event.target) || selected.length === 0 || String(getSelection() ?? '') !== '') return;
    event.preventDefault();
    event.clipboardData?.setData('text/plain', clipboardText(topmost(form.fields, new Set(selected))));
    store.announce(`已复制 ${selected.length} 个组件到剪切板`);
    if (event.type === 'cut') {
      commands.focusItem();
      commands.remove(selected);
    }
  });
  const onPaste = useEffectEvent((event: ClipboardEvent): void => {
    if (isCovered() || isEditable(event.target)) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim() === '') return;
    event.preventDefault();
    try {
      commands.focusItem();
      commands.report(store.insert(pastedFields(text), pastePlace(store)));
    } catch (error) {
      commands.report(error instanceof FormError ? error.message : '剪切板里没有表单组件');
    }
  });
  useEffect(() => {
    const key = (event: globalThis.KeyboardEvent): void => onKey(event);
    const copy = (event: ClipboardEvent): void => onCopy(event);
    const paste = (event: ClipboardEvent): void => onPaste(event);
    addEventListener('keydown', key, true);
    document.addEventListener('copy', copy);
    document.addEventListener('cut', copy);
    document.addEventListener('paste', paste);
    return () => {
      removeEventListener('keydown', key, true);
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', copy);
      document.removeEventListener('paste', paste);
    };
  }, []);
  return (event) => {
    if (!isEditable(event.target)) canvasKey(store, commands, event);
  };
}

/** Keys of the items on the canvas (form-designer §3.4). */
function canvasKey(store: DesignerStore, commands: KeyCommands, event: KeyboardEvent): void {
  const { form, selected } = store.state;
  const { fields } = form;
  const last = selected.at(-1);
  const run = (work: () => void): void => {
    event.preventDefault();
    event.stopPropagation();
    commands.focusItem();
    work();
  };
  const choose = (id: number | undefined): void => run(() => id !== undefined && store.select([id]));
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key.toLowerCase() === 'a') {
    const parent = last === undefined ? null : (placeOf(fields, last)?.parent ?? null);
    return run(() => store.select(childrenOf(fields, parent).map((field) => field.formId)));
  }
  if (command && event.key.toLowerCase() === 'd') return run(() => commands.report(store.duplicate(selected)));
  if (command) return;
  const order = readingOrder(fields);
  const at = order.findIndex((field) => field.formId === last);
  if (event.altKey && last !== undefined) {
    if (event.key === 'ArrowUp') return run(() => commands.report(shiftItem(store, last, -1)));
    if (event.key === 'ArrowDown') return run(() => commands.report(shiftItem(store, last, 1)));
    if (event.key === 'ArrowRight') return run(() => commands.report(enterRow(store, last)));
    if (event.key === 'ArrowLeft') return run(() => commands.report(leaveRow(store, last)));
    return;
  }
  switch (event.key) {
    case 'ArrowDown':
      return choose(order[last === undefined ? 0 : Math.min(at + 1, order.length - 1)]?.formId);
    case 'ArrowUp':
      return choose(order[Math.max(at - 1, 0)]?.formId);
    case 'Home':
      return choose(order[0]?.formId);
    case 'End':
      return choose(order.at(-1)?.formId);
    case 'ArrowLeft':
      return choose(last === undefined ? undefined : parentsOf(fields, last)?.at(-1)?.formId);
    case 'ArrowRight': {
      const field = last === undefined ? undefined : findField(fields, last);
      return choose(field && isRow(field) ? field.children?.[0]?.formId : undefined);
    }
    case 'Escape':
      return run(() => {
        const parent = last === undefined ? undefined : parentsOf(fields, last)?.at(-1);
        store.select(parent ? [parent.formId] : []);
      });
    case 'Delete':
    case 'Backspace':
      return run(() => commands.remove(selected));
    case ' ':
      return choose(last ?? order[0]?.formId);
    case 'Enter': {
      event.preventDefault();
      event.stopPropagation();
      if (last === undefined) return choose(order[0]?.formId);
      return commands.title();
    }
    case 'ContextMenu':
    case 'F10': {
      if (event.key === 'F10' && !event.shiftKey) return;
      event.preventDefault();
      const item = event.currentTarget.querySelector<HTMLElement>(`[data-item="${last}"] > .fd-tools [data-item-menu]`);
      return item?.click();
    }
  }
}
