import { Breadcrumb } from 'antd';
import { Link } from 'react-router-dom';
import { breadcrumbTrail } from './breadcrumb-trail.ts';
import type { Crumb } from './menu-routes.ts';

/** Breadcrumbs of the page; while a page reloads, the last trail stays. */
export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  const items = breadcrumbTrail(trail).map(({ title, path, pressable }) => ({
    key: path,
    title: pressable ? <Link to={path}>{title}</Link> : title,
  }));
  return (
    <nav aria-label="面包屑">
      <Breadcrumb items={items} />
    </nav>
  );
}
