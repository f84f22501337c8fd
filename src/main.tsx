import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { queryClient, takeFirstData } from './api/query-client.ts';
import { router } from './app/router.ts';
import { afterFirstPaint, keepWhatWasSeen } from './app/start.ts';
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
  // In parts: a page of a book that stands already is turned meanwhile, and a touch is answered before all is drawn.
  startTransition(() => root.render(server));
  afterFirstPaint();
}

// Without a network what was kept is all there is, so it comes first; otherwise it never delays the first picture.
// Not awaited here: its script imports this one, and each would wait for the other for ever.
if (navigator.onLine) draw();
else void keepWhatWasSeen().finally(draw);
