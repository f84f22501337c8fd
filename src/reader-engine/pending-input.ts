import { type InputTarget, MOST_PENDING, type PendingInput } from './page-input.ts';

type Late = 'link' | 'forward' | 'back' | 'first' | 'last' | 'asked';

/** Passes input on to `target`, from `open` on; what comes earlier, and `asked`, waits for it. */
export function pendingInput(target: Pick<InputTarget, Late>, asked: readonly PendingInput[]) {
  let waiting: PendingInput[] | null = [...asked];
  const act = (input: PendingInput): void => {
    if (!waiting) input(target);
    else if (waiting.length < MOST_PENDING) waiting.push(input);
  };
  return {
    act,
    handlers: {
      link: (address, link) => act((to) => to.link(address, link)),
      forward: () => act((to) => to.forward()),
      back: () => act((to) => to.back()),
      asked: (key) => act((to) => to.asked?.(key)),
      first: () => act((to) => to.first()),
      last: () => act((to) => to.last()),
    } satisfies Pick<InputTarget, Late>,
    open(before: () => void): void {
      const early = waiting ?? [];
      waiting = null;
      if (early.length > 0) before();
      for (const input of early) input(target);
    },
  };
}
