/** A row that is about to leave gives the keyboard to the row after it, or before it: to what stands last there. */
export function focusBeside(pressed: HTMLElement): void {
  const row = pressed.closest('li');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  [...(beside?.querySelectorAll('button') ?? [])].at(-1)?.focus({ preventScroll: true });
}
