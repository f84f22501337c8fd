import type { ComponentType } from 'react';

/** The lazy screens of an area by the path pattern of their page in `contract/<area>/<area>.site.ts`. */
export type SiteScreens = Readonly<Record<string, () => Promise<ComponentType>>>;
