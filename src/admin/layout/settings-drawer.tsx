import { useState, type ReactNode } from 'react';
import { App, Button, ColorPicker, Divider, Switch } from 'antd';
import CheckOutlined from '@ant-design/icons/CheckOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import SaveOutlined from '@ant-design/icons/SaveOutlined';
import { useSnapshot } from 'valtio/react';
import { layout, resetSettings, saveSettings } from '../theme/layout-settings.store.ts';
import { DEFAULT_COLOUR } from '../theme/theme-colour.ts';
import { Drawer } from '../ui/drawer.tsx';
import { useDark } from '../ui/use-device.ts';

/** Px. */
const WIDTH = 320;
const SIDES = [
  { key: 'theme-dark', name: '深色' },
  { key: 'theme-light', name: '浅色' },
] as const;
/** Seal red is not offered: it means only late, rejected or destructive. */
const COLOURS = [
  { name: '蓝', hex: DEFAULT_COLOUR },
  { name: '青', hex: '#009899' },
  { name: '石青', hex: '#3f5b7c' },
  { name: '紫', hex: '#6f4a9b' },
  { name: '绿', hex: '#2e7440' },
  { name: '赭', hex: '#8a6a1e' },
];
const SWITCHES = [
  { key: 'topNav', name: '顶部导航', note: '' },
  { key: 'tagsView', name: '标签页', note: '' },
  { key: 'fixedHeader', name: '固定顶栏', note: '' },
  { key: 'sidebarLogo', name: '侧栏标志', note: '' },
  { key: 'dynamicTitle', name: '动态标题', note: '浏览器标题跟随页面' },
] as const;

function Line({ id, name, note, children }: { id: string; name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="setting-line">
      <div>
        <label htmlFor={id}>{name}</label>
        {note ? <small>{note}</small> : null}
      </div>
      {children}
    </div>
  );
}

/** Layout settings of the admin: a change is visible at once and is stored with 保存. */
export function SettingsDrawer() {
  const { message } = App.useApp();
  const { theme, sideTheme, showSettings, dark, ...rest } = useSnapshot(layout);
  const [saved, setSaved] = useState(false);
  const night = useDark();
  const leave = () => {
    layout.showSettings = false;
  };
  const save = () => {
    saveSettings();
    setSaved(true);
    void message.success('布局设置已保存在这台设备上');
  };
  return (
    <Drawer
      title="布局设置"
      open={showSettings}
      onClose={leave}
      size={WIDTH}
      closable={{ placement: 'end' }}
      afterOpenChange={() => setSaved(false)}
      footer={
        <div className="setting-foot">
          <Button icon={<ReloadOutlined />} onClick={resetSettings}>
            重置
          </Button>
          <Button type="primary" icon={<SaveOutlined />} onClick={save}>
            {saved ? '已保存' : '保存'}
          </Button>
        </div>
      }
    >
      <h3 className="setting-head" id="setting-side">
        侧栏
      </h3>
      <div role="radiogroup" aria-labelledby="setting-side" className="setting-sides">
        {SIDES.map(({ key, name }) => (
          <label key={key} className={sideTheme === key ? 'on' : ''}>
            <input type="radio" name="setting-side" checked={sideTheme === key} onChange={() => (layout.sideTheme = key)} />
            <span className={`picture ${key}`} aria-hidden="true">
              {sideTheme === key ? <CheckOutlined /> : null}
            </span>
            {name}
          </label>
        ))}
      </div>
      <h3 className="setting-head" id="setting-colour">
        主题色
      </h3>
      <div role="radiogroup" aria-labelledby="setting-colour" className="setting-colours">
        {COLOURS.map(({ name, hex }) => (
          <label key={hex} style={{ background: hex }} title={name} className={theme.toLowerCase() === hex.toLowerCase() ? 'on' : ''}>
            <input
              type="radio"
              name="setting-colour"
              aria-label={`${name} ${hex}`}
              checked={theme.toLowerCase() === hex.toLowerCase()}
              onChange={() => (layout.theme = hex)}
            />
            {theme.toLowerCase() === hex.toLowerCase() ? <CheckOutlined /> : null}
          </label>
        ))}
      </div>
      <div className="setting-own">
        <ColorPicker
          value={theme}
          disabledAlpha
          format="hex"
          size="small"
          onChangeComplete={(colour) => (layout.theme = colour.toHexString().slice(0, 7))}
        >
          <button type="button" className="setting-pick" aria-label={`自选主题色，现在是 ${theme}`}>
            <i style={{ background: theme }} />
            <span className="code">{theme}</span>
          </button>
        </ColorPicker>
        <span className="setting-sample" aria-hidden="true">
          <b>按钮</b>
          <em>链接</em>
        </span>
      </div>
      <p className="setting-note">按钮和文字自动取更深的一级，对比度不低于 4.5</p>
      <Divider style={{ margin: '12px 0' }} />
      <Line
        id="setting-dark"
        name="深色界面"
        note={
          dark === null ? (
            `跟随系统：${night ? '开' : '关'}`
          ) : (
            <button type="button" className="setting-link" onClick={() => (layout.dark = null)}>
              改为跟随系统
            </button>
          )
        }
      >
        <Switch id="setting-dark" checked={night} onChange={(on) => (layout.dark = on)} />
      </Line>
      {SWITCHES.map(({ key, name, note }) => (
        <Line key={key} id={`setting-${key}`} name={name} note={note}>
          <Switch id={`setting-${key}`} checked={rest[key]} onChange={(on) => (layout[key] = on)} />
        </Line>
      ))}
    </Drawer>
  );
}
