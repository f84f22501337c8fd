import { useCallback, useEffect, useRef, useState } from 'react';
import { createModeller, type Modeller } from './create-modeller.ts';
import type { DiagramElement } from './diagram-types.ts';

export interface ModellerState {
  readonly modeller: Modeller | null;
  /** The selected element; the process when nothing or more than one is selected. */
  readonly element: DiagramElement | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Changed since the last `saved`. */
  readonly dirty: boolean;
  /** How often the drawing was changed. */
  readonly changes: number;
  /** Percent. */
  readonly zoom: number;
  /** Increases with every change of the diagram. */
  readonly revision: number;
}

const CLOSED: ModellerState = { modeller: null, element: null, canUndo: false, canRedo: false, dirty: false, changes: 0, zoom: 100, revision: 0 };

/** Owns a diagram editor inside an element and mirrors what the page shows of it. */
export function useModeller(): ModellerState & {
  readonly place: React.RefObject<HTMLDivElement | null>;
  /** Opens a file. Returns what of it is kept but not supported; throws when nothing can be shown, and then the diagram before stays. */
  readonly open: (xml: string, changed?: boolean) => Promise<readonly string[]>;
  /** The drawing is stored as it was after `changes`; a later change is still to be stored. */
  readonly saved: (changes: number) => void;
  /** The file changed without a change of the drawing. */
  readonly touch: () => void;
} {
  const place = useRef<HTMLDivElement | null>(null);
  const [state, setState] = useState<ModellerState>(CLOSED);
  const current = useRef<Modeller | null>(null);

  const open = useCallback(async (xml: string, changed = false): Promise<readonly string[]> => {
    if (!place.current) throw new Error('the canvas is not on the page');
    // The new editor works in an element of its own, so that a file that cannot be read leaves the open diagram as it is.
    const container = document.createElement('div');
    container.style.cssText = 'position:absolute;inset:0';
    place.current.append(container);
    const next = createModeller(container, (created) => {
      const mirror = (changed = false) =>
        setState((before) => {
          if (before.modeller !== next) return before;
          const stack = next.service('commandStack');
          const selected = next.service('selection').get();
          const [only] = selected.length === 1 ? selected : [];
          const element = only?.labelTarget ?? only ?? next.service('canvas').getRootElement();
          return {
            ...before,
            element,
            canUndo: stack.canUndo(),
            canRedo: stack.canRedo(),
            zoom: Math.round(next.service('canvas').zoom() * 100),
            revision: before.revision + 1,
            ...(changed ? { dirty: true, changes: before.changes + 1 } : {}),
          };
        });
      for (const event of ['selection.changed', 'canvas.viewbox.changed', 'import.done']) created.on(event, () => mirror());
      created.on('commandStack.changed', ({ trigger }: { trigger?: string }) => mirror(trigger !== 'clear'));
    });
    try {
      await next.open(xml);
      current.current?.destroy();
      place.current?.replaceChildren(container);
      current.current = next;
      next.service('canvas').zoom('fit-viewport', 'auto');
      setState((before) => ({
        ...CLOSED,
        modeller: next,
        element: next.service('canvas').getRootElement(),
        dirty: changed,
        changes: before.changes + 1,
        zoom: Math.round(next.service('canvas').zoom() * 100),
      }));
      return next.kept();
    } catch (error) {
      next.destroy();
      container.remove();
      throw error;
    }
  }, []);
  useEffect(() => () => current.current?.destroy(), []);
  const saved = useCallback((changes: number) => setState((before) => (before.changes === changes ? { ...before, dirty: false } : before)), []);
  const touch = useCallback(() => setState((before) => ({ ...before, dirty: true, changes: before.changes + 1, revision: before.revision + 1 })), []);
  return { ...state, place, open, saved, touch };
}
