import { lazy, type ComponentType } from 'react';

interface PageEntry {
  readonly path: string;
  /** The `component` of the menu row that leads here; empty for pages no menu names. */
  readonly component: string;
  readonly title: string;
  readonly Page: ComponentType;
}

const page = (load: () => Promise<ComponentType>): ComponentType => lazy(async () => ({ default: await load() })) as ComponentType;

/** Every page of the back office. */
export const PAGES: readonly PageEntry[] = [
  { path: '/admin/index', component: '', title: '首页', Page: page(async () => (await import('./frame/home.page.tsx')).HomePage) },
  {
    path: '/publication/publicationList',
    component: 'publication/publicationList',
    title: '出版物列表',
    Page: page(async () => (await import('./catalog/publication.page.tsx')).PublicationPage),
  },
];
