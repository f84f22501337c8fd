/** Dialogs and toasts, loaded when they are first needed. */
const parts = () => import('./mobile-parts.ts');

/** Gives the dialog in `place` a name, and the focus while it is open; Escape answers no. Afterwards the focus returns to where it was. */
async function within<T>(title: string, place: HTMLElement, shown: Promise<T>): Promise<T> {
  const before = document.activeElement;
  const leave = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') return goRound(place, event);
    if (event.key !== 'Escape') return;
    // The layers below stay open.
    event.preventDefault();
    buttons(place)[0]?.click();
  };
  document.addEventListener('keydown', leave);
  enter(title, place, 60);
  try {
    return await shown;
  } finally {
    document.removeEventListener('keydown', leave);
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}

/** Keeps the focus inside the dialog until it is answered. */
function goRound(place: HTMLElement, event: KeyboardEvent): void {
  const all = buttons(place);
  const at = all.findIndex((button) => button === document.activeElement);
  event.preventDefault();
  all.at((at + (event.shiftKey ? -1 : 1)) % all.length)?.focus();
}

/** The no button comes first, the yes button last. */
const buttons = (place: HTMLElement): HTMLElement[] => [...place.querySelectorAll<HTMLElement>('.adm-dialog-button')];

/** The dialog appears a few frames after it is requested. */
function enter(title: string, place: HTMLElement, frames: number): void {
  const button = buttons(place).at(-1);
  if (button) {
    const dialog = button.closest('[role="dialog"]');
    dialog?.setAttribute('aria-label', title);
    dialog?.setAttribute('aria-modal', 'true');
    button.focus();
  } else if (frames > 0) requestAnimationFrame(() => enter(title, place, frames - 1));
}

export async function showAlert(title: string, content: string, confirmText = '知道了'): Promise<void> {
  const loaded = await parts().catch(() => null);
  if (!loaded) return window.alert(`${title}\n${content}`);
  const over = loaded.overlayOffset();
  await within(title, over.getContainer(), loaded.Dialog.alert({ title, content, confirmText, ...over }));
}

/** Resolves to true when the user agrees. `content` says exactly what is lost. */
export async function confirm(title: string, content: string, confirmText = '确定'): Promise<boolean> {
  const loaded = await parts().catch(() => null);
  // Without a network and not loaded before: use the browser's own dialog.
  if (!loaded) return window.confirm(`${title}\n${content}`);
  const over = loaded.overlayOffset();
  return within(title, over.getContainer(), loaded.Dialog.confirm({ title, content, confirmText, cancelText: '取消', ...over }));
}

/** Milliseconds that a toast is shown; longer texts stay longer. */
const SHOWN_MS = 2500;
const EACH_MS = 130;

/** Shows a short message that disappears automatically and is announced to screen readers. */
export async function toast(content: string): Promise<void> {
  announce(content);
  const loaded = await parts().catch(() => null);
  loaded?.Toast.show({ content, position: 'bottom', duration: Math.max(SHOWN_MS, content.length * EACH_MS) });
}

/** Shows what failed, with the message from the server. */
export const toastError = (error: unknown): Promise<void> => toast(error instanceof Error && error.message ? error.message : '操作失败，请稍后再试');

/** Announces a message to screen readers only; the page shows it already. */
export function announce(words: string): void {
  const there = document.getElementById('spoken');
  if (there) return void (there.textContent = words);
  const region = document.createElement('div');
  region.id = 'spoken';
  region.className = 'unseen';
  region.setAttribute('role', 'status');
  document.body.append(region);
  // All screen readers announce only content that is added to an existing live region.
  setTimeout(() => (region.textContent ||= words), 100);
}
