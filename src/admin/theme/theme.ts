import { theme, type MappingAlgorithm, type ThemeConfig } from 'antd';
import type { AdminColours } from './theme-colour.ts';

const SANS = '"PingFang SC","HarmonyOS Sans SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif';

const LIGHT = {
  colorError: '#b4382c',
  colorErrorBg: '#fbeae7',
  colorErrorBorder: '#ecc7c1',
  colorSuccess: '#2e7440',
  colorSuccessBg: '#e8f3ea',
  colorSuccessBorder: '#c5dfca',
  colorWarning: '#8a5a00',
  colorWarningBg: '#fdf3dc',
  colorWarningBorder: '#efdcae',
  colorText: '#1f2329',
  colorTextSecondary: '#5c6370',
  colorTextTertiary: '#5c6370',
  colorTextDescription: '#5c6370',
  colorTextPlaceholder: '#666d79',
  colorTextQuaternary: '#6b717d',
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
  colorError: '#e07b70',
  colorErrorBg: '#35201d',
  colorErrorBorder: '#5b332e',
  colorSuccess: '#6fbf83',
  colorSuccessBg: '#17291b',
  colorSuccessBorder: '#294a31',
  colorWarning: '#e0b04a',
  colorWarningBg: '#2e2510',
  colorWarningBorder: '#54431d',
  colorText: '#e6e6e6',
  colorTextSecondary: '#a6adb8',
  colorTextTertiary: '#a6adb8',
  colorTextDescription: '#a6adb8',
  colorTextPlaceholder: '#8b929d',
  colorTextQuaternary: '#6f7681',
  colorTextDisabled: '#8b929d',
  colorBgLayout: '#0e0e0d',
  colorBgContainer: '#171716',
  colorBgElevated: '#1f1f1e',
  colorFillAlter: '#1d1d1c',
  colorFillSecondary: '#262625',
  colorBorderSecondary: '#2c2b29',
  colorBorder: '#3d3b38',
};

/** antd derives theme colours from a few tokens, differently in dark mode. These tokens keep the given values. */
const exactly =
  (colours: AdminColours, { colorError, colorSuccess, colorWarning }: typeof LIGHT): MappingAlgorithm =>
  (seed, map) => ({
    ...(map ?? theme.defaultAlgorithm(seed)),
    colorPrimary: colours.primary,
    colorLink: colours.link,
    colorInfo: colours.link,
    colorError,
    colorSuccess,
    colorWarning,
  });

/** Without any motion antd leaves some menus open, so the duration is too short to be visible instead. */
const STILL = { motionDurationFast: '0.01s', motionDurationMid: '0.01s', motionDurationSlow: '0.01s' };

/** `Mini` is one step below antd's smallest size, px. */
const MINI_HEIGHT = 22;

/** Returns the antd theme of the admin for the user's colour. */
export function adminTheme(colours: AdminColours, { dark, still, mini }: { dark: boolean; still: boolean; mini: boolean }): ThemeConfig {
  const base = dark ? DARK : LIGHT;
  const side = dark ? '#171716' : '#22272f';
  const menu = { itemHeight: 38, itemBorderRadius: 6, itemMarginInline: 8, iconSize: 15, collapsedIconSize: 16, itemBg: 'transparent' };
  return {
    algorithm: [dark ? theme.darkAlgorithm : theme.defaultAlgorithm, exactly(colours, base)],
    token: {
      ...base,
      ...(still ? STILL : {}),
      colorPrimary: colours.primary,
      colorPrimaryHover: colours.hover,
      colorPrimaryActive: colours.active,
      colorLink: colours.link,
      colorLinkHover: colours.linkHover,
      colorLinkActive: colours.linkHover,
      colorPrimaryText: colours.link,
      colorPrimaryTextHover: colours.linkHover,
      colorInfo: colours.link,
      colorInfoText: colours.link,
      colorInfoBg: colours.tint,
      colorInfoBorder: colours.tintEdge,
      colorPrimaryBg: colours.tint,
      colorPrimaryBorder: colours.tintEdge,
      controlItemBgActive: colours.tint,
      controlOutline: colours.tintEdge,
      fontFamily: SANS,
      fontSize: 14,
      fontSizeSM: 12,
      controlHeight: 32,
      controlHeightSM: mini ? MINI_HEIGHT : 26,
      borderRadius: 6,
      borderRadiusLG: 8,
      borderRadiusSM: 4,
    },
    components: {
      Layout: {
        siderBg: side,
        lightSiderBg: base.colorBgContainer,
        headerHeight: 48,
        headerBg: base.colorBgContainer,
        headerPadding: '0 16px',
        bodyBg: base.colorBgLayout,
      },
      Menu: {
        ...menu,
        darkItemBg: side,
        darkPopupBg: side,
        darkSubMenuItemBg: dark ? '#111110' : '#1c2027',
        darkItemColor: dark ? '#a6adb8' : '#b3bac5',
        darkItemSelectedBg: `${colours.own}2b`,
        darkItemSelectedColor: '#ffffff',
        subMenuItemBg: base.colorFillAlter,
        itemSelectedBg: colours.tint,
        itemSelectedColor: colours.link,
        horizontalItemSelectedColor: colours.link,
        horizontalItemHoverColor: colours.link,
        subMenuItemSelectedColor: colours.link,
        horizontalLineHeight: '46px',
      },
      Alert: { withDescriptionPadding: '12px 16px', withDescriptionIconSize: 18, fontSizeLG: 14 },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', dangerColor: dark ? '#1f1413' : '#ffffff', paddingInlineSM: 9 },
      Card: { headerHeight: 44, headerPadding: 16, bodyPadding: 16 },
      Table: {
        headerBg: base.colorFillAlter,
        headerSplitColor: 'transparent',
        rowSelectedBg: colours.tint,
        cellPaddingBlockMD: 10,
        cellPaddingInlineMD: 8,
        ...(mini ? { cellPaddingBlockSM: 4, cellPaddingInlineSM: 6 } : {}),
      },
      Descriptions: { labelBg: base.colorFillAlter },
      Segmented: { trackBg: base.colorFillSecondary },
      Tabs: { itemSelectedColor: colours.link, itemHoverColor: colours.linkHover, itemActiveColor: colours.linkHover, inkBarColor: colours.link },
      Timeline: { tailColor: base.colorBorder },
    },
  };
}
