import { theme, type ThemeConfig } from 'antd';

const SANS = '"PingFang SC","HarmonyOS Sans SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif';

const LIGHT = {
  colorPrimary: '#1f74cf',
  colorPrimaryHover: '#1868bd',
  colorPrimaryActive: '#135aa6',
  colorLink: '#1868bd',
  colorLinkHover: '#135aa6',
  colorInfo: '#1868bd',
  colorPrimaryBg: '#ecf5ff',
  colorPrimaryBorder: '#d6eaff',
  colorError: '#b4382c',
  colorSuccess: '#2e7440',
  colorWarning: '#8a5a00',
  colorText: '#1f2329',
  colorTextSecondary: '#5c6370',
  colorTextTertiary: '#5c6370',
  colorTextDescription: '#5c6370',
  colorTextPlaceholder: '#666d79',
  colorTextDisabled: '#666d79',
  colorBgLayout: '#f5f4f1',
  colorBgContainer: '#ffffff',
  colorBgElevated: '#ffffff',
  colorFillAlter: '#f7f6f3',
  colorFillSecondary: '#efede9',
  colorBorderSecondary: '#e8e6e1',
  colorBorder: '#d6d3cc',
};

const DARK: typeof LIGHT = {
  colorPrimary: '#2473c8',
  colorPrimaryHover: '#1f68b5',
  colorPrimaryActive: '#1a5899',
  colorLink: '#6cb5ff',
  colorLinkHover: '#9accff',
  colorInfo: '#6cb5ff',
  colorPrimaryBg: '#14263a',
  colorPrimaryBorder: '#1b3857',
  colorError: '#e07b70',
  colorSuccess: '#6fbf83',
  colorWarning: '#e0b04a',
  colorText: '#e6e6e6',
  colorTextSecondary: '#a6adb8',
  colorTextTertiary: '#a6adb8',
  colorTextDescription: '#a6adb8',
  colorTextPlaceholder: '#8b929d',
  colorTextDisabled: '#8b929d',
  colorBgLayout: '#0e0e0d',
  colorBgContainer: '#171716',
  colorBgElevated: '#1f1f1e',
  colorFillAlter: '#1d1d1c',
  colorFillSecondary: '#262625',
  colorBorderSecondary: '#2c2b29',
  colorBorder: '#3d3b38',
};

/** The desk in antd's words; `dark` follows the device. */
export function deskTheme(dark: boolean): ThemeConfig {
  const colours = dark ? DARK : LIGHT;
  const side = dark ? '#171716' : '#22272f';
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...colours,
      fontFamily: SANS,
      fontSize: 14,
      fontSizeSM: 12,
      controlHeight: 32,
      controlHeightSM: 26,
      borderRadius: 6,
      borderRadiusLG: 8,
      borderRadiusSM: 4,
    },
    components: {
      Layout: { siderBg: side, headerHeight: 48, headerBg: colours.colorBgContainer, headerPadding: '0 16px', bodyBg: colours.colorBgLayout },
      Menu: {
        darkItemBg: side,
        darkSubMenuItemBg: dark ? '#111110' : '#1c2027',
        darkItemColor: dark ? '#a6adb8' : '#b3bac5',
        darkItemSelectedBg: 'rgba(64,158,255,.17)',
        darkItemSelectedColor: '#ffffff',
        itemHeight: 38,
        itemBorderRadius: 6,
        itemMarginInline: 8,
      },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Card: { headerHeight: 44, bodyPadding: 16 },
      Table: {
        headerBg: colours.colorFillAlter,
        headerSplitColor: 'transparent',
        rowSelectedBg: colours.colorPrimaryBg,
        cellPaddingBlockMD: 10,
        cellPaddingInlineMD: 8,
      },
      Descriptions: { labelBg: colours.colorFillAlter },
      Tabs: {
        itemSelectedColor: colours.colorLink,
        itemHoverColor: colours.colorLinkHover,
        itemActiveColor: colours.colorLinkHover,
        inkBarColor: colours.colorLink,
      },
      Timeline: { tailColor: colours.colorBorder },
    },
  };
}
