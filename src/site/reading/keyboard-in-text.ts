/** Milliseconds after which the focus is checked: hiding takes a moment. */
const LOOKS_MS = [50, 400];

/**
 * When a focused control is removed or hidden, moves the focus to the text, from which every other control is one step away. Returns a
 * stop function.
 */
export function keyboardInText(main: HTMLElement): () => void {
  let held: HTMLElement | null = null;
  const looks = new Set<number>();
  const hold = ({ target }: Event): void => {
    held = target instanceof HTMLElement && target.localName !== 'iframe' && main.contains(target) ? target : null;
  };
  /** A press outside all controls removes the focus on purpose. */
  const press = ({ target }: Event): void => {
    if (!(target instanceof Element) || !target.closest('button, a, input, label, textarea')) held = null;
  };
  const look = (): void => {
    if (!held || (document.activeElement ?? document.body) !== document.body) return;
    held = null;
    main.querySelector<HTMLElement>('iframe[data-shown]')?.focus({ preventScroll: true });
  };
  const soon = (): void => {
    if (!held) return;
    for (const one of looks) clearTimeout(one);
    looks.clear();
    for (const after of LOOKS_MS) looks.add(window.setTimeout(look, after));
  };
  const changes = new MutationObserver(soon);
  changes.observe(main, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'data-shown', 'data-chrome'] });
  document.addEventListener('focusin', hold);
  document.addEventListener('focusout', soon);
  document.addEventListener('pointerdown', press);
  return () => {
    for (const one of looks) clearTimeout(one);
    changes.disconnect();
    document.removeEventListener('focusin', hold);
    document.removeEventListener('focusout', soon);
    document.removeEventListener('pointerdown', press);
  };
}
