import { Button } from 'antd';
import { useOpenRow } from '../crud/use-open-row.ts';
import { ReconItems } from './recon-items.tsx';
import './recon.css';

/** What was moved into the suspense account or waits for its second person; the address opens one of them. */
export function SuspenseList() {
  const { id, close } = useOpenRow();
  return (
    <div className="recon-suspense">
      {id ? <Button onClick={close}>显示全部</Button> : null}
      <ReconItems key={id} {...(id ? { reconItemId: id } : {})} shown="suspense" empty="没有待查款" />
    </div>
  );
}
