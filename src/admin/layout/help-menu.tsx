import { Button } from 'antd';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import { PressMenu, useLeading } from '../ui/press-menu.tsx';

/** Links to the API description for developers and the help page for users. */
export function HelpMenu() {
  const leading = useLeading();
  const items = [leading('help', '/admin/help', '使用帮助'), leading('interface', '/admin/interface', '接口说明')];
  return (
    <PressMenu menu={{ items }}>
      <Button type="text" icon={<QuestionCircleOutlined />} aria-label="帮助与接口说明" title="帮助与接口说明" />
    </PressMenu>
  );
}
