import { InterfacePage } from '../layout/interface.page.tsx';
import { ABOVE } from '../layout/inner-link.tsx';
import { useWindowHeight } from '../ui/use-device.ts';

/** The interface in the place of an embedded page; being of this house it needs no frame of its own, and no token leaves. */
export function SwaggerPage() {
  return (
    <div className="inner-link inner-link-own" style={{ height: useWindowHeight() - ABOVE }}>
      <InterfacePage />
    </div>
  );
}
