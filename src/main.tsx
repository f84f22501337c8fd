import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { queryClient, takeFirstData } from './api/query-client.ts';
import { router } from './app/router.ts';
import { afterFirstPaint, cacheLoadedFiles } from './app/start.ts';
import './site/frame/ground.css';
import './site/frame/latin.css';

takeFirstData();
function draw(): void {
  const root = createRoot(document.getElementById('root') as HTMLElement);
  const server = (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
  // In slices: meanwhile a visible book page can be turned, and touches are answered before everything is rendered.
  startTransition(() => root.render(server));
  afterFirstPaint();
}

// Offline, stored data is all there is, so it is loaded first; otherwise it never delays the first paint. Not awaited here: its script
// imports this one, so both would wait for each other for ever.
if (navigator.onLine) draw();
else void cacheLoadedFiles().finally(draw);
