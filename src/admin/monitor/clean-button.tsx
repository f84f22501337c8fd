import { Button } from 'antd';
import ClearOutlined from '@ant-design/icons/ClearOutlined';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { call } from '../../api/call.ts';
import type { Tools } from '../crud/resource.ts';

interface Props {
  readonly tools: Tools;
  readonly endpoint: Endpoint;
  readonly permission: string;
  /** Name of the log that is cleared: 调度日志. */
  readonly name: string;
  /** An audit log: only rows past their retention period are removed. */
  readonly kept?: boolean;
}

/** Clears a log, or removes its expired rows, after a confirmation that states what is lost. */
export function CleanButton({ tools, endpoint, permission, name, kept = false }: Props) {
  if (!tools.may(permission)) return null;
  if (kept)
    return (
      <Button
        danger
        icon={<ClearOutlined />}
        onClick={() =>
          tools.ask(
            { title: `清理到期的${name}？`, content: '只删除超过保留天数的记录，不能恢复；未到期的不受影响。', verb: '清理', danger: true },
            () => call(endpoint, {}),
            `到期的${name}已清理`,
          )
        }
      >
        清理到期
      </Button>
    );
  return (
    <Button
      danger
      icon={<ClearOutlined />}
      onClick={() =>
        tools.ask(
          {
            title: `清空全部${name}？`,
            content: '所有记录都会删除，不能恢复。需要留底请先导出；只想清理旧的，可以用定时任务“清理日志”。',
            verb: '清空',
            danger: true,
          },
          () => call(endpoint, {}),
          `${name}已清空`,
        )
      }
    >
      清空
    </Button>
  );
}
