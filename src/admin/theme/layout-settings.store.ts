import { proxy } from 'valtio/vanilla';
import { DEFAULT_COLOUR, hexOf } from './theme-colour.ts';

/** Layout settings of a user. `dark` null follows the device. */
export interface LayoutSettings {
  theme: string;
  sideTheme: 'theme-dark' | 'theme-light';
  topNav: boolean;
  tagsView: boolean;
  fixedHeader: boolean;
  sidebarLogo: boolean;
  dynamicTitle: boolean;
  dark: boolean | null;
}

export const SETTINGS_KEY = 'layout-setting';
export const DEFAULT_SETTINGS: Readonly<LayoutSettings> = {
  theme: DEFAULT_COLOUR,
  sideTheme: 'theme-dark',
  topNav: false,
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: true,
  dynamicTitle: true,
  dark: null,
};

/** Parses saved settings value by value; an invalid value keeps its default. */
export function settingsFrom(text: string | null): LayoutSettings {
  let saved: Partial<Record<keyof LayoutSettings, unknown>> = {};
  try {
    saved = (JSON.parse(text ?? '{}') as typeof saved | null) ?? {};
  } catch {
    // Somebody else's text under our key.
  }
  const flag = (key: 'topNav' | 'tagsView' | 'fixedHeader' | 'sidebarLogo' | 'dynamicTitle'): boolean =>
    typeof saved[key] === 'boolean' ? saved[key] : DEFAULT_SETTINGS[key];
  return {
    theme: hexOf(saved.theme) ?? DEFAULT_SETTINGS.theme,
    sideTheme: saved.sideTheme === 'theme-light' ? 'theme-light' : 'theme-dark',
    topNav: flag('topNav'),
    tagsView: flag('tagsView'),
    fixedHeader: flag('fixedHeader'),
    sidebarLogo: flag('sidebarLogo'),
    dynamicTitle: flag('dynamicTitle'),
    dark: typeof saved.dark === 'boolean' ? saved.dark : null,
  };
}

/** `showSettings`: the drawer is open. */
export const layout = proxy({ ...settingsFrom(localStorage.getItem(SETTINGS_KEY)), showSettings: false });

export function saveSettings(): void {
  const { showSettings: _open, ...kept } = layout;
  localStorage.setItem(SETTINGS_KEY, JSON.stringify(kept));
}

export function resetSettings(): void {
  localStorage.removeItem(SETTINGS_KEY);
  location.reload();
}
