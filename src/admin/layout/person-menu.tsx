import { App, Avatar, Button } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { EXPORTS_PAGE } from '../../../contract/system/export-file.ts';
import { logOut } from '../../session/log-out.ts';
import { leavingQuestion } from '../../sign-out/leaving-question.ts';
import { session } from '../../session/session.store.ts';
import { initialOf } from '../../format/initial.ts';
import { groundOf } from '../ui/avatar-ground.ts';
import { avatarUrl } from '../ui/avatar-url.ts';
import { layout } from '../theme/layout-settings.store.ts';
import { PressMenu, useLeading } from '../ui/press-menu.tsx';

const OWN_PAGE = '/user/profile';

/** The current user, with links to their profile, the layout settings and sign-out. */
export function PersonMenu({ narrow }: { narrow: boolean }) {
  const { now } = useSnapshot(session);
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const leading = useLeading();
  const name = now.state === 'authenticated' ? now.user.nickName || now.user.userName : '';
  const avatar = now.state === 'authenticated' ? now.user.avatar : '';
  const leave = async () => {
    const pressed = document.activeElement;
    const question = await leavingQuestion();
    modal.confirm({
      title: '提示',
      content: <span style={{ whiteSpace: 'pre-line' }}>{question}</span>,
      okText: '确定',
      cancelText: '取消',
      // The library returns the focus to what had it when the dialog opened: by then a page that was loading may have taken it.
      afterClose: () => pressed instanceof HTMLElement && pressed.focus(),
      onOk: async () => {
        await logOut();
        await navigate('/');
      },
    });
  };
  const items = [
    leading('profile', OWN_PAGE, '个人中心'),
    leading('exports', EXPORTS_PAGE, '我的导出'),
    { key: 'layout', label: '布局设置', onClick: () => (layout.showSettings = true) },
    leading('site', '/', '去前台'),
    { type: 'divider' as const },
    { key: 'leave', label: '退出登录', onClick: () => void leave() },
  ];
  return (
    <PressMenu menu={{ items }}>
      <Button type="text" {...(narrow ? { 'aria-label': `${name}的菜单` } : {})} className="admin-person">
        <span aria-hidden>
          <Avatar size={24} style={{ background: groundOf(name) }} {...(avatar ? { src: avatarUrl(avatar) } : {})} alt="">
            {initialOf(name)}
          </Avatar>
        </span>
        {narrow ? null : (
          <>
            <span className="name">{name}</span>
            <span className="unseen">的菜单</span>
            <DownOutlined aria-hidden style={{ fontSize: 10, marginInlineStart: 4 }} />
          </>
        )}
      </Button>
    </PressMenu>
  );
}
