import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

/**
 * A component whose module is fetched when it is first drawn; `waiting` stands until then. A module that does not come is thrown to the
 * boundary around it, and asked for again where it is drawn anew. React's own `lazy` has to wait below a Suspense, which shows what has come no sooner
 * than 300 ms after its fallback.
 */
export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>, waiting: ReactNode = null): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  return function Loadable(props: Props): ReactNode {
    const [now, settle] = useState<{ readonly failure?: { readonly reason: unknown } }>({});
    useEffect(() => {
      if (Loaded) return;
      let gone = false;
      load()
        .then((component) => (Loaded = component))
        .then(
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
  };
}
