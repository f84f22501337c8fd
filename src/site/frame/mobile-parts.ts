import { createRoot } from 'react-dom/client';
import { unstableSetRender } from 'antd-mobile/es/utils/unstable-render';
import './mobile-parts.css';

// antd-mobile shows nothing on React 19 until it has a function that creates a root.
unstableSetRender((node, container) => {
  const root = createRoot(container);
  root.render(node);
  return async () => root.unmount();
});

export { default as Dialog } from 'antd-mobile/es/components/dialog';
export { default as Toast } from 'antd-mobile/es/components/toast';
export { overlayOffset } from './overlay-offset.ts';
