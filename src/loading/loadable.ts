import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

export type Loadable<Props> = ((props: Props) => ReactNode) & {
  /** Preloads the module because it may soon be needed; a failure is ignored here. */
  ahead(): void;
};

/**
 * A component whose module is loaded when it is first rendered; `waiting` is shown until then. A failed load is thrown to the
 * error boundary, and repeated when it is rendered again. React's own `lazy` needs a Suspense, which shows the loaded component
 * no sooner than 300 ms after its fallback.
 */
export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async (): Promise<ComponentType<Props>> => (loaded = await load());
  function Later(props: Props): ReactNode {
    const [{ Part, failure }, settle] = useState<State<Props>>(() => ({ Part: loaded }));
    useEffect(() => {
      // The preload may have finished since the render.
      if (Part) return;
      let gone = false;
      fetchPart().then(
        (component) => gone || settle({ Part: component }),
        (reason: unknown) => gone || settle({ Part: null, failure: { reason } }),
      );
      return () => {
        gone = true;
      };
    }, [Part]);
    if (failure) throw failure.reason;
    return Part ? createElement(Part, props) : waiting;
  }
  return Object.assign(Later, { ahead: () => void fetchPart().catch(() => undefined) });
}

interface State<Props> {
  readonly Part: ComponentType<Props> | null;
  readonly failure?: { readonly reason: unknown };
}
