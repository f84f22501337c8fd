import { useSyncExternalStore } from 'react';
import { App, Button } from 'antd';
import FullscreenExitOutlined from '@ant-design/icons/FullscreenExitOutlined';
import FullscreenOutlined from '@ant-design/icons/FullscreenOutlined';

const onChange = (changed: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

export function FullscreenButton() {
  const { message } = App.useApp();
  const full = useSyncExternalStore(onChange, () => document.fullscreenElement !== null);
  const turn = async (): Promise<void> => {
    if (!document.fullscreenEnabled) {
      void message.warning('您的浏览器不支持全屏，请换用新版浏览器或按 F11');
      return;
    }
    await (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => message.warning('浏览器没有允许全屏'));
  };
  const name = full ? '退出全屏' : '全屏';
  return (
    <Button
      type="text"
      icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      aria-label={name}
      title={name}
      onClick={() => void turn()}
    />
  );
}
