import { useState } from 'react';
import { Button, Input } from 'antd';
import { CallError, request } from '../../api/call.ts';
import { pathOf } from '../../api/http-client.ts';

interface Props {
  readonly path: string;
  readonly parameters: readonly { name: string; in: string; required: boolean }[];
}

const TOO_LONG = 100_000;

/** Sends a GET request as the current user and shows the answer. */
export function InterfaceTry({ path, parameters }: Props) {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const [answer, setAnswer] = useState<{ head: string; text: string } | null>(null);
  const [waiting, setWaiting] = useState(false);
  const lacking = parameters.find((one) => one.required && !given[one.name]?.trim());
  const valuesIn = (place: string): Record<string, string> =>
    Object.fromEntries(parameters.filter((one) => one.in === place).map((one) => [one.name, given[one.name] ?? '']));
  const ask = async (): Promise<void> => {
    setWaiting(true);
    const started = performance.now();
    try {
      const response = await request({
        method: 'GET',
        path: pathOf({ path }, valuesIn('path')),
        query: valuesIn('query'),
        responseType: 'blob',
      });
      const blob = response.data as Blob;
      const json = blob.type.includes('json');
      const text = json ? JSON.stringify(JSON.parse(await blob.text()), null, 2) : `文件，${blob.size} 字节`;
      const ms = Math.round(performance.now() - started);
      setAnswer({ head: `HTTP ${response.status} · ${ms} 毫秒`, text: text.length > TOO_LONG ? `${text.slice(0, TOO_LONG)}\n…` : text });
    } catch (error) {
      setAnswer({ head: '没有回答', text: `${error instanceof CallError ? error.message : '回答不是有效的JSON'}，请检查后再试` });
    }
    setWaiting(false);
  };
  return (
    <>
      <h3 className="admin-h3">试一试</h3>
      <form
        className="interface-try"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        {parameters.map((one) => (
          <label key={one.in + one.name}>
            <span className="code">
              {one.name}
              {one.required ? ' *' : ''}
            </span>
            <Input size="small" value={given[one.name] ?? ''} onChange={(event) => setGiven({ ...given, [one.name]: event.target.value })} />
          </label>
        ))}
        <Button size="small" type="primary" htmlType="submit" loading={waiting} disabled={lacking !== undefined}>
          发送
        </Button>
        {lacking ? <span className="soft">请先填写 {lacking.name}</span> : null}
      </form>
      {answer ? (
        <>
          <output className="soft">{answer.head}</output>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <pre className="code interface-json" tabIndex={0}>
            {answer.text}
          </pre>
        </>
      ) : null}
    </>
  );
}
