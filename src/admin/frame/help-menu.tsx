import { Button } from 'antd';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import { Link } from 'react-router-dom';
import { PressMenu } from './press-menu.tsx';

/** Where the product explains itself: its source of truth for programs, and its words for people. */
export function HelpMenu() {
  const items = [
    { key: 'help', label: <Link to="/admin/help">使用帮助</Link> },
    { key: 'interface', label: <Link to="/admin/interface">接口说明</Link> },
  ];
  return (
    <PressMenu menu={{ items }}>
      <Button type="text" icon={<QuestionCircleOutlined />} aria-label="帮助与接口说明" title="帮助与接口说明" />
    </PressMenu>
  );
}
