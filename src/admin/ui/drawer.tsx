import { useEffect, useState, type ComponentProps } from 'react';
import { Drawer as AntDrawer } from 'antd';

/** Whether the keyboard can reach something inside: then the browser scrolls to it, and the area needs no focus of its own. */
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

/** Lets the keyboard scroll the body while it is higher than its place and nothing in it takes the focus (WCAG 2.1.1). */
function watch(body: Element): () => void {
  const check = (): void => {
    const wanted = body.scrollHeight > body.clientHeight && !body.querySelector(FOCUSABLE);
    if (wanted === body.hasAttribute('tabindex')) return;
    if (wanted) body.setAttribute('tabindex', '0');
    else body.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(check);
  const content = new MutationObserver(check);
  sizes.observe(body);
  content.observe(body, { childList: true, subtree: true });
  check();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}

/** A panel at the edge of the window, whose content can be scrolled with the keyboard. All drawers of the admin shell are this one. */
export function Drawer(props: ComponentProps<typeof AntDrawer>) {
  const [panel, setPanel] = useState<HTMLDivElement | null>(null);
  useEffect(() => {
    const body = panel?.querySelector('.ant-drawer-body');
    return body ? watch(body) : undefined;
  }, [panel]);
  return <AntDrawer {...props} panelRef={setPanel} />;
}
