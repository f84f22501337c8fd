/** The focused position: the control, its row, and its action in the row (`data-does`). */
interface Held {
  readonly control: HTMLElement;
  readonly around: HTMLElement | null;
  readonly row: string;
  readonly does: string | undefined;
}

const buttonsIn = (part: Element | null | undefined): HTMLElement[] => [...(part?.querySelectorAll<HTMLElement>('button:enabled') ?? [])];
const rowsIn = (place: HTMLElement): Map<string, HTMLElement> =>
  new Map([...place.querySelectorAll<HTMLElement>('[data-row]')].map((row) => [row.dataset['row'] ?? '', row]));

/**
 * Keeps the focus when rows (`data-row` with a unique key) move, change or disappear: it stays on its row and action,
 * else moves to the next or previous row, and without any row to the heading. For the `ref` of the element that contains the rows while
 * they can change.
 */
export function trapFocus(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return undefined;
  let held: Held | null = null;
  let order: string[] = [];
  const hold = ({ target }: Event): void => {
    held = null;
    const row = target instanceof HTMLElement && place.contains(target) ? target.closest<HTMLElement>('[data-row]') : null;
    if (!row || !(target instanceof HTMLElement)) return;
    held = { control: target, around: target.parentElement, row: row.dataset['row'] ?? '', does: target.dataset['does'] };
    order = [...rowsIn(place).keys()];
  };
  /** A press outside all controls removes the focus on purpose. */
  const press = ({ target }: Event): void => {
    if (!(target instanceof Element) || !target.closest('button, a, input, label')) held = null;
  };
  const look = (): void => {
    const rows = rowsIn(place);
    const { activeElement: now } = document;
    if (held && (!now || now === document.body || now.matches(':disabled'))) go(controlOf(held, order, rows) ?? headingOf(place));
    order = [...rows.keys()];
  };
  const changes = new MutationObserver(look);
  changes.observe(place, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', hold);
  document.addEventListener('pointerdown', press);
  return () => {
    changes.disconnect();
    document.removeEventListener('focusin', hold);
    document.removeEventListener('pointerdown', press);
  };
}

function controlOf({ control, around, row, does }: Held, order: readonly string[], rows: ReadonlyMap<string, HTMLElement>): HTMLElement | undefined {
  const same = (inside: HTMLElement | undefined): HTMLElement | undefined =>
    [...(inside?.querySelectorAll<HTMLElement>('[data-does]') ?? [])].find((one) => one.dataset['does'] === does && !one.matches(':disabled'));
  const here = rows.get(row);
  if (here?.contains(control) && !control.matches(':disabled')) return control;
  if (here) return same(here) ?? buttonsIn(here.contains(around) ? around : null).at(-1) ?? buttonsIn(here).at(-1);
  const at = order.indexOf(row);
  const still = (key: string): boolean => rows.has(key);
  const left = order.slice(at + 1).find(still) ?? order.slice(0, at).findLast(still);
  const beside = left === undefined ? undefined : rows.get(left);
  return same(beside) ?? buttonsIn(beside).at(-1);
}

function headingOf(place: HTMLElement): HTMLElement | undefined {
  const heading = (place.closest('dialog') ?? place).querySelector<HTMLElement>('h1, h2');
  if (heading) heading.tabIndex = -1;
  return heading ?? undefined;
}

/** For keyboard users the focused control is scrolled into view; for touch users the page does not move. */
function go(control: HTMLElement | undefined): void {
  control?.focus({ preventScroll: true });
  if (control?.matches(':focus-visible')) control.scrollIntoView({ block: 'nearest' });
}
