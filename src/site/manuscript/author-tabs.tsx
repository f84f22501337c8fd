import { NavLink } from 'react-router-dom';
import { NavBar } from '../frame/nav-bar.tsx';
import './author.css';

const TABS = [
  ['/authorBackground/default', '概览'],
  ['/authorBackground/online', '在线创作'],
  ['/authorBackground/publish', '出版进度'],
  ['/authorBackground/order', '订单'],
  ['/authorBackground/revenue', '收益'],
  ['/authorBackground/professorCenter', '教授中心'],
] as const;

/** Heading and sections of the author's area. */
export function AuthorTabs({ title }: { title: string }) {
  return (
    <>
      <NavBar title={title} otherwise="/personalCenter/default" />
      <nav className="author-tabs" aria-label="作者后台">
        {TABS.map(([path, name]) => (
          <NavLink key={path} to={path}>
            {name}
          </NavLink>
        ))}
      </nav>
    </>
  );
}
