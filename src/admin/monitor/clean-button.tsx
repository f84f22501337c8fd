import { Button } from 'antd';
import ClearOutlined from '@ant-design/icons/ClearOutlined';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { call } from '../../api/call.ts';
import type { Tools } from '../crud/resource.ts';

interface Props {
  readonly tools: Tools;
  readonly endpoint: Endpoint;
  readonly permission: string;
  /** What is emptied: 操作日志. */
  readonly name: string;
}

/** Empties a log, after a question that says what is lost. */
export function CleanButton({ tools, endpoint, permission, name }: Props) {
  if (!tools.may(permission)) return null;
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
