import { Alert } from 'antd';

const timeOf = (at: number): string => new Date(at).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });

/** Notice above a form that unsaved input was restored. `at`: epoch milliseconds. */
export const DraftFound = ({ at }: { at: number }) => (
  <Alert className="crud-whole" type="info" showIcon title={`已恢复 ${timeOf(at)} 没有保存的内容`} />
);
