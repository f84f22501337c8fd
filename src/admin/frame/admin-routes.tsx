import { Suspense, type ReactNode } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { Skeleton } from 'antd';
import { AdminFrame } from './admin-frame.tsx';
import { NoPage } from './no-page.tsx';
import { PAGES } from '../pages.ts';

const waiting = (page: ReactNode) => <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{page}</Suspense>;

/** The back office under its own frame: static pages, the pages of the menu, and a clear page for a missing one. */
export const adminRoutes: RouteObject[] = [
  {
    element: <AdminFrame />,
    children: [
      { path: '/admin', element: <Navigate to="/admin/index" replace /> },
      { path: '/index', element: <Navigate to="/admin/index" replace /> },
      ...PAGES.map(({ path, Page }) => ({ path, element: waiting(<Page />) })),
      { path: '*', element: <NoPage /> },
    ],
  },
];
