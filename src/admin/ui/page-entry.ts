import { type ComponentType, createElement } from 'react';
import { Skeleton } from 'antd';
import { loadable } from '../../loading/loadable.ts';

/** What an area adds to the back office. `src/admin/areas.ts` lists all areas. */
export interface AdminArea {
  /** The pages of menu rows, by the `component` of the row. */
  readonly pages: Readonly<Record<string, ComponentType>>;
  readonly subPages?: readonly SubPage[];
}

/** A page that a menu row opens; `path` and `title` are those of the default menu. */
export interface PageEntry {
  readonly path: string;
  readonly component: string;
  readonly title: string;
  readonly Page: ComponentType;
}

/** A page without a menu row, opened from another page. */
export interface SubPage {
  readonly path: string;
  readonly title: string;
  readonly permission?: string;
  /** The menu entry to highlight. */
  readonly activeMenu?: string;
  /** The name of the numeric path parameter. */
  readonly numeric?: string;
  /** Null for a path of compatible clients that this version has no page for. */
  readonly Page: ComponentType | null;
}

/** A lazily loaded page. */
export const page = (load: () => Promise<ComponentType>): ComponentType =>
  loadable(load, createElement(Skeleton, { active: true, paragraph: { rows: 8 } }));
