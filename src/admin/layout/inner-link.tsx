import { useEffect, useState } from 'react';
import { Button, Result, Spin } from 'antd';
import ExportOutlined from '@ant-design/icons/ExportOutlined';
import { useWindowHeight } from '../ui/use-device.ts';

/** Height above the frame in px: navbar, tabs and the space between. */
export const ABOVE = 94.5;
/** Milliseconds until the spinner is hidden, whether or not the embedded page has loaded. */
const WAITING = 300;

/** An embedded page works as in its own window, but cannot navigate this one. */
const SANDBOX = 'allow-downloads allow-forms allow-modals allow-popups allow-same-origin allow-scripts';

/** Only http(s) addresses and paths of this site may be framed. */
export const canBeFramed = (address: string): boolean => /^https?:\/\//i.test(address) || /^\/(?![/\\])/.test(address);

/** An address from the menu, in an iframe below the navbar. */
export function InnerLink({ address, title }: { address: string; title: string }) {
  const height = useWindowHeight() - ABOVE;
  const [waiting, setWaiting] = useState(true);
  const [refused, setRejected] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(false), WAITING);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const reject = (event: SecurityPolicyViolationEvent): void => {
      if (event.effectiveDirective === 'frame-src' && address.startsWith(event.blockedURI)) setRejected(true);
    };
    document.addEventListener('securitypolicyviolation', reject);
    return () => document.removeEventListener('securitypolicyviolation', reject);
  }, [address]);
  if (refused)
    // The page was loaded before the menu had this entry, and the frame policy (CSP) is fixed at load time.
    return (
      <Result
        status="warning"
        title={<h1 className="no-page-title">「{title}」要重新载入后才能显示</h1>}
        subTitle="这一项菜单是刚刚加上的。重新载入后这里就会显示它；也可以在新窗口打开。"
        extra={
          <>
            <Button type="primary" onClick={() => location.reload()}>
              重新载入
            </Button>
            <Button href={address} target="_blank" rel="noopener noreferrer">
              新窗口打开
            </Button>
          </>
        }
      />
    );
  if (!canBeFramed(address))
    return <Result status="warning" title="这个地址不能打开" subTitle="菜单里的地址要以 http:// 或 https:// 开头，请到菜单管理修改。" />;
  return (
    <section className="inner-link" style={{ height }}>
      <h1 className="unseen">{title}</h1>
      {waiting ? <Spin className="inner-link-wait" aria-label="正在加载页面，请稍候" /> : null}
      <iframe src={address} title={title} width="100%" height="100%" sandbox={SANDBOX} referrerPolicy="strict-origin-when-cross-origin" />
      <Button className="inner-link-out" size="small" icon={<ExportOutlined />} href={address} target="_blank" rel="noopener noreferrer">
        新窗口打开
      </Button>
    </section>
  );
}
