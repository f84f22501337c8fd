import { useEffect, useRef, useState } from 'react';
import { saveAs } from '../api/receive-file.ts';

/** Shows new recovery codes. This is the only time: the server stores only hashes. */
export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const [notified, setAnnounced] = useState('');
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const text = `书舟恢复码（每个只能用一次）\n${codes.join('\n')}\n`;
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setAnnounced('已复制'),
      () => setAnnounced('没能复制，请手动抄写或下载'),
    );
  return (
    <div className="account-setup">
      <h3 ref={head} tabIndex={-1}>
        请保存恢复码
      </h3>
      <p>手机丢失时，用恢复码代替验证码登录。每个只能用一次，离开这里以后不再显示。</p>
      <ul className="account-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <output className="account-soft">{notified}</output>
      <div className="account-row">
        <button type="button" className="account-button" onClick={copy}>
          复制
        </button>
        <button type="button" className="account-button" onClick={() => saveAs(new Blob([text], { type: 'text/plain' }), '书舟恢复码.txt')}>
          下载
        </button>
        <button type="button" className="account-button account-main" onClick={done}>
          我已保存
        </button>
      </div>
    </div>
  );
}
