import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { DndContext, MouseSensor, TouchSensor, useSensor, useSensors, type DragStartEvent } from '@dnd-kit/core';
import type { FormField } from '../../../../contract/workflow/form-content.ts';
import { newField } from '../../../../contract/workflow/form-field.ts';
import { paletteEntry } from '../../../../contract/workflow/form-palette.ts';
import { dropTarget, type Box, type DropTarget, type MeasuredContainer } from './drop-target.ts';
import { findField, topmost } from './form-edit.ts';
import { useStore } from './designer.store.ts';
import { fieldName, kindName, placementProblem } from './placement.ts';
import { ComponentIcon } from './component-icon.tsx';

/** What is dragged: a component of the palette, or items of the canvas. */
interface Dragged {
  readonly tagIcon: string | null;
  readonly ids: readonly number[];
  readonly fields: readonly FormField[];
  readonly name: string;
}

/** Distance from the edge of the canvas in which it scrolls, px. */
const EDGE = 60;
const SCROLL_STEP = 14;

const boxOf = (element: Element): Box => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
};

/** Measures the containers below the canvas, with their direct items. */
function measure(scroller: HTMLElement): MeasuredContainer[] {
  return [...scroller.querySelectorAll<HTMLElement>('[data-container]')].map((element) => {
    const parent = element.dataset['container'] === 'root' ? null : Number(element.dataset['container']);
    const list = parent === null ? element.querySelector(':scope > .fd-items') : element;
    return {
      parent,
      depth: Number(element.dataset['level']),
      box: boxOf(element),
      items: [...(list?.querySelectorAll(':scope > [data-item]') ?? [])].map(boxOf),
    };
  });
}

/**
 * Dragging with the pointer. Places are measured at the start and after scrolling only; the position of the pointer moves one element
 * and never renders the canvas.
 */
export function DragArea({
  scroller,
  report,
  children,
}: {
  scroller: RefObject<HTMLDivElement | null>;
  report: (problem: string) => void;
  children: ReactNode;
}) {
  const store = useStore();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
  );
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [target, setTarget] = useState<DropTarget | null>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const current = useRef<{ target: DropTarget | null; stop: () => void }>({ target: null, stop: () => undefined });

  const aim = (next: DropTarget | null): void => {
    const before = current.current.target;
    current.current.target = next;
    const same =
      before?.parent === next?.parent &&
      before?.index === next?.index &&
      before?.line.top === next?.line.top &&
      (before === null) === (next === null);
    if (!same) setTarget(next);
  };

  const start = ({ active, activatorEvent }: DragStartEvent): void => {
    const at = activatorEvent.target instanceof Element ? activatorEvent.target : null;
    const what = active.id === 'palette' ? entryAt(at) : itemsAt(at);
    const pane = scroller.current;
    if (!what || !pane) return;
    setDragged(what);
    const problem = (parent: number | null): string | null => placementProblem(store.state.form.fields, parent, what.fields);
    let containers = measure(pane);
    let pointer: { x: number; y: number } | null = null;
    let frame = 0;
    const tick = (): void => {
      frame = requestAnimationFrame(tick);
      if (!pointer) return;
      const { x, y } = pointer;
      const box = pane.getBoundingClientRect();
      if (x >= box.left && x <= box.right) {
        const step = y < box.top + EDGE ? -SCROLL_STEP : y > box.bottom - EDGE ? SCROLL_STEP : 0;
        const before = pane.scrollTop;
        if (step !== 0) pane.scrollTop += step;
        if (pane.scrollTop !== before) containers = measure(pane);
        aim(dropTarget(containers, x, y, problem));
      } else aim(null);
    };
    const move = (x: number, y: number): void => {
      pointer = { x, y };
      if (overlay.current) overlay.current.style.transform = `translate(${x + 12}px, ${y + 8}px)`;
    };
    const onMouse = (event: globalThis.MouseEvent): void => move(event.clientX, event.clientY);
    const onTouch = (event: globalThis.TouchEvent): void => {
      const [touch] = event.touches;
      if (touch) move(touch.clientX, touch.clientY);
    };
    const onScroll = (): void => void (containers = measure(pane));
    addEventListener('mousemove', onMouse, true);
    addEventListener('touchmove', onTouch, { capture: true, passive: true });
    pane.addEventListener('scroll', onScroll, { passive: true });
    frame = requestAnimationFrame(tick);
    current.current = {
      target: null,
      stop: () => {
        cancelAnimationFrame(frame);
        removeEventListener('mousemove', onMouse, true);
        removeEventListener('touchmove', onTouch, true);
        pane.removeEventListener('scroll', onScroll);
        if (pointer) aim(inPane(pane, pointer) ? dropTarget(containers, pointer.x, pointer.y, problem) : null);
      },
    };
  };

  const entryAt = (at: Element | null): Dragged | null => {
    const entry = paletteEntry(at?.closest<HTMLElement>('[data-entry]')?.dataset['entry'] ?? '');
    if (!entry) return null;
    const field = newField(entry, { formId: -1, config: store.state.form.config, now: 0 });
    return { tagIcon: entry.tagIcon, ids: [], fields: [field], name: entry.name };
  };

  const itemsAt = (at: Element | null): Dragged | null => {
    const id = Number(at?.closest<HTMLElement>('[data-item]')?.dataset['item']);
    const { form, selected } = store.state;
    const field = findField(form.fields, id);
    if (!field) return null;
    const ids = selected.includes(id) ? selected : [id];
    const fields = topmost(form.fields, new Set(ids));
    return { tagIcon: null, ids, fields, name: fields.length > 1 ? `${fields.length} 个组件` : field.label || kindName(field) };
  };

  const end = (drop: boolean): void => {
    current.current.stop();
    const { target: place } = current.current;
    current.current = { target: null, stop: () => undefined };
    if (drop && dragged && place) {
      const problem = place.problem ?? (dragged.tagIcon ? store.add(dragged.tagIcon, place) : store.move(dragged.ids, place));
      if (problem) report(problem);
    }
    setDragged(null);
    setTarget(null);
  };

  return (
    <DndContext
      sensors={sensors}
      autoScroll={false}
      accessibility={NO_DRAG_KEYS}
      onDragStart={start}
      onDragEnd={() => end(true)}
      onDragCancel={() => end(false)}
    >
      {children}
      {dragged ? (
        <div ref={overlay} className="fd-dragged" aria-hidden>
          <span>
            <ComponentIcon name={dragged.tagIcon ?? dragged.fields[0]?.tagIcon ?? ''} /> {dragged.name}
          </span>
          {target?.problem ? <em>{target.problem}</em> : null}
        </div>
      ) : null}
      {dragged && target && !target.problem ? <DropLine target={target} name={dragged.name} container={target.parent} /> : null}
    </DndContext>
  );
}

/** The keyboard has its own commands, so dnd-kit's instructions would be wrong. */
const NO_DRAG_KEYS = {
  screenReaderInstructions: { draggable: '' },
  announcements: { onDragStart: () => undefined, onDragOver: () => undefined, onDragEnd: () => undefined, onDragCancel: () => undefined },
};

const inPane = (pane: HTMLElement, { x, y }: { x: number; y: number }): boolean => {
  const box = pane.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
};

function DropLine({ target, name, container }: { target: DropTarget; name: string; container: number | null }) {
  const store = useStore();
  const row = container === null ? null : findField(store.state.form.fields, container);
  const { left, top, width, height } = target.line;
  return (
    <div className="fd-drop-line" style={{ left, top, width, height }} aria-hidden>
      <span>
        松开放在这里：{name}
        {row ? `（${fieldName(row)}）` : ''}
      </span>
    </div>
  );
}
