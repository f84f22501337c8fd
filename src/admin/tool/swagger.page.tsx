import { InterfacePage } from '../layout/interface.page.tsx';
import { ABOVE } from '../layout/inner-link.tsx';
import { useWindowHeight } from '../ui/use-device.ts';

/** The API description, instead of an embedded page. It is part of this client, so it needs no iframe and no token leaves it. */
export function SwaggerPage() {
  return (
    <div className="inner-link inner-link-own" style={{ height: useWindowHeight() - ABOVE }}>
      <InterfacePage />
    </div>
  );
}
