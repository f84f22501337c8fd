import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

export type Loadable<Props> = ((props: Props) => ReactNode) & {
  /** It will be drawn soon, maybe: its module is fetched, and what does not come is nobody's trouble yet. */
  ahead(): void;
};

/**
 * A component whose module is fetched when it is first drawn; `waiting` stands until then. A module that does not come is thrown to the
 * boundary around it, and asked for again where it is drawn anew. React's own `lazy` has to wait below a Suspense, which shows what has come no sooner
 * than 300 ms after its fallback.
 */
export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async (): Promise<ComponentType<Props>> => (loaded = await load());
  function Later(props: Props): ReactNode {
    const [{ Part, failure }, settle] = useState<State<Props>>(() => ({ Part: loaded }));
    useEffect(() => {
      // Asked for ahead it may have come since this was drawn.
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
