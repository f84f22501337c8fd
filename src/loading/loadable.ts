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
  let Loaded: ComponentType<Props> | null = null;
  const fetchPart = async (): Promise<void> => void (Loaded = await load());
  function Later(props: Props): ReactNode {
    const [now, settle] = useState<{ readonly failure?: { readonly reason: unknown } }>({});
    useEffect(() => {
      if (Loaded) return;
      let gone = false;
      fetchPart().then(
        () => gone || settle({}),
        (reason: unknown) => gone || settle({ failure: { reason } }),
      );
      return () => {
        gone = true;
      };
    }, []);
    if (Loaded) return createElement(Loaded, props);
    if (now.failure) throw now.failure.reason;
    return waiting;
  }
  return Object.assign(Later, { ahead: () => void fetchPart().catch(() => undefined) });
}
