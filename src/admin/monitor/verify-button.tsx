import { useState } from 'react';
import { App, Button } from 'antd';
import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined';
import type { verifyLogininfor } from '../../../contract/monitor/logininfor.ts';
import type { verifyOperlog } from '../../../contract/monitor/operlog.ts';
import { call } from '../../api/call.ts';
import type { Tools } from '../crud/resource.ts';
import { errorMessage } from '../ui/error-message.ts';

interface Props {
  readonly tools: Tools;
  readonly endpoint: typeof verifyOperlog | typeof verifyLogininfor;
  readonly permission: string;
}

/** Requests verification of the log's hash chain and shows the result. */
export function VerifyButton({ tools, endpoint, permission }: Props) {
  const { modal, message } = App.useApp();
  const [running, setRunning] = useState(false);
  if (!tools.may(permission)) return null;
  const verify = async () => {
    setRunning(true);
    try {
      const { ok, checked, unchained, headSeq, headHash, broken } = await call(endpoint, {});
      const before = unchained > 0 ? `另有 ${unchained} 条是启用校验以前的记录，不在校验之内。` : '';
      if (ok) modal.success({ title: '没有被改动', content: `校验了 ${checked} 条。${before}链尾第 ${headSeq} 条：${headHash || '—'}` });
      else
        modal.error({
          title: '日志被改动',
          content: `在第 ${broken?.seq} 条断开（编号 ${broken?.id ?? '缺失'}）：${broken?.why}。请保留现场并联系技术人员。`,
        });
    } catch (error) {
      message.error(errorMessage(error));
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button icon={<SafetyCertificateOutlined />} loading={running} onClick={() => void verify()}>
      校验
    </Button>
  );
}
