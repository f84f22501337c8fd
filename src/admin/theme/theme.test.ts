import { theme } from 'antd';
import { expect, test } from 'vitest';
import { contrast, DEFAULT_COLOUR, adminColours } from './theme-colour.ts';
import { adminTheme } from './theme.ts';

const GROUNDS = {
  day: { colorSuccessBg: '#e8f3ea', colorWarningBg: '#fdf3dc', colorErrorBg: '#fbeae7' },
  night: { colorSuccessBg: '#17291b', colorWarningBg: '#2e2510', colorErrorBg: '#35201d' },
};

test.each(['day', 'night'] as const)('by %s uses the background of its status colours for alerts, with readable text and icons', (when) => {
  const dark = when === 'night';
  const token = theme.getDesignToken(adminTheme(adminColours(DEFAULT_COLOUR, dark), { dark, still: false, mini: false }));
  expect(token).toMatchObject(GROUNDS[when]);
  expect(token.colorSuccess).toBe(dark ? '#6fbf83' : '#2e7440');
  expect(token.colorWarning).toBe(dark ? '#e0b04a' : '#8a5a00');
  for (const kind of ['Success', 'Warning', 'Error', 'Info'] as const)
    for (const words of [token.colorText, token[`color${kind}`]]) expect(contrast(words, token[`color${kind}Bg`]), kind).toBeGreaterThanOrEqual(4.5);
});
