import { type ComponentType, createElement } from 'react';
import { Skeleton } from 'antd';
import { loadable } from '../../loading/loadable.ts';

export interface PageEntry {
  readonly path: string;
  /** The `component` of the menu row that leads here; empty for pages no menu names. */
  readonly component: string;
  readonly title: string;
  readonly Page: ComponentType;
}

/** A page that is loaded when it is opened. */
export const page = (load: () => Promise<ComponentType>): ComponentType =>
  loadable(load, createElement(Skeleton, { active: true, paragraph: { rows: 8 } }));
