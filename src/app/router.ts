import { createBrowserRouter } from 'react-router-dom';
import { backOfficeRoutes, routes } from './routes.tsx';

let patched = false;

export const router = createBrowserRouter(routes, {
  async patchRoutesOnNavigation({ path, patch }) {
    if (patched) return;
    const desk = await backOfficeRoutes(path);
    if (!desk || patched) return;
    patched = true;
    patch(null, desk);
  },
});
