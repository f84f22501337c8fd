import { Button } from 'antd';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import { PressMenu, useLeading } from '../ui/press-menu.tsx';

/** Where the product explains itself: its source of truth for programs, and its words for people. */
export function HelpMenu() {
  const leading = useLeading();
  const items = [leading('help', '/admin/help', '使用帮助'), leading('interface', '/admin/interface', '接口说明')];
  return (
    <PressMenu menu={{ items }}>
      <Button type="text" icon={<QuestionCircleOutlined />} aria-label="帮助与接口说明" title="帮助与接口说明" />
    </PressMenu>
  );
}
