import { useEffect, useMemo } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import 'dayjs/locale/zh-cn';
import { useSnapshot } from 'valtio/react';
import { loadable } from '../../loading/loadable.ts';
import { answerAlerts } from '../../session/alert.ts';
import { Admin } from './admin.tsx';
import { adminQueryClient } from './admin-query-client.ts';
import { layout } from '../theme/layout-settings.store.ts';
import { sidebar, type Size } from './sidebar.store.ts';
import { adminColours, type AdminColours } from '../theme/theme-colour.ts';
import { adminTheme } from '../theme/theme.ts';
import { useDark, useStill } from '../ui/use-device.ts';
import './admin.css';
import './navbar.css';
import './tags-view.css';
import './settings-drawer.css';

const SettingsDrawer = loadable(async () => (await import('./settings-drawer.tsx')).SettingsDrawer);

const SIZE_OF: Readonly<Record<Size, 'large' | 'middle' | 'small'>> = { default: 'large', medium: 'middle', small: 'small', mini: 'small' };

/** The back office: its theme, dialog texts and layout. */
export function AdminFrame() {
  const dark = useDark();
  const still = useStill();
  const { theme, showSettings } = useSnapshot(layout);
  const { size } = useSnapshot(sidebar);
  const colours = useMemo(() => adminColours(theme, dark), [theme, dark]);
  const look = useMemo(() => adminTheme(colours, { dark, still, mini: size === 'mini' }), [colours, dark, still, size]);
  useRootColours(colours, dark);
  return (
    <ConfigProvider
      locale={zhCN}
      theme={look}
      componentSize={SIZE_OF[size]}
      button={{ autoInsertSpace: false }}
      alert={{ variant: 'filled' }}
      wave={{ disabled: still }}
    >
      <App className={dark ? 'admin dark' : 'admin'}>
        <QueryClientProvider client={adminQueryClient}>
          <Alerts />
          <Admin />
          {showSettings ? <SettingsDrawer /> : null}
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}

/** Dialogs, drawers and menus are children of the body, so their colours are set on the root while the admin is open. */
function useRootColours(colours: AdminColours, dark: boolean): void {
  useEffect(() => {
    const { dataset, style } = document.documentElement;
    dataset['admin'] = dark ? 'dark' : 'light';
    const own = { '--admin': colours.own, '--admin-strong': colours.primary, '--admin-text': colours.link, '--admin-tint': colours.tint };
    const all = Object.entries({ ...own, '--admin-edge': colours.tintEdge });
    for (const [name, value] of all) style.setProperty(name, value);
    return () => {
      delete dataset['admin'];
      for (const [name] of all) style.removeProperty(name);
    };
  }, [colours, dark]);
}

/** Shows the application's alerts in the admin dialog while the admin is open. */
function Alerts() {
  const { modal } = App.useApp();
  useEffect(
    () =>
      answerAlerts(
        (title, content, okText) =>
          new Promise((resolve) => {
            modal.warning({ title, content, okText, keyboard: false, onOk: () => resolve() });
          }),
      ),
    [modal],
  );
  return null;
}
