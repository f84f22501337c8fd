import { createBrowserRouter } from 'react-router-dom';
import { addSiteRoutes, routes } from './routes.tsx';

export const router = createBrowserRouter(routes, { patchRoutesOnNavigation: addSiteRoutes });
