import { useEffect, useRef } from 'react';
import { Tabs as AntTabs, type TabsProps } from 'antd';

/**
 * The tabs of the library, whose list of tabs also contains the button 「更多」 when not all tabs have room: a tablist may contain tabs only (ARIA 1.2),
 * so the inner element, which contains nothing else, gets the role.
 */
export function Tabs(props: TabsProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const nav of root.current?.querySelectorAll('.ant-tabs-nav[role="tablist"]') ?? []) {
      nav.removeAttribute('role');
      nav.removeAttribute('aria-orientation');
      nav.querySelector('.ant-tabs-nav-list')?.setAttribute('role', 'tablist');
    }
  });
  return (
    <div ref={root} style={{ display: 'contents' }}>
      <AntTabs {...props} />
    </div>
  );
}
