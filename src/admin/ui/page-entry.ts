import { type ComponentType, createElement } from 'react';
import { Skeleton } from 'antd';
import { loadable } from '../../loading/loadable.ts';

export interface PageEntry {
  readonly path: string;
  /** The `component` value of the menu row that opens this page; empty for pages without a menu row. */
  readonly component: string;
  readonly title: string;
  readonly Page: ComponentType;
}

/** A lazily loaded page. */
export const page = (load: () => Promise<ComponentType>): ComponentType =>
  loadable(load, createElement(Skeleton, { active: true, paragraph: { rows: 8 } }));
