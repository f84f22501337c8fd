import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';

it('names a device as its user knows it; an iPad that reports itself as a Mac is an iPad', () => {
  expect(deviceName({ userAgent: MAC, maxTouchPoints: 0 })).toBe('Mac');
  expect(deviceName({ userAgent: MAC, maxTouchPoints: 5 })).toBe('iPad');
  expect(deviceName({ userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile Safari/537.36', maxTouchPoints: 5 })).toBe('安卓手机');
  expect(deviceName({ userAgent: 'Mozilla/5.0 (Linux; Android 14; Tab) Safari/537.36', maxTouchPoints: 10 })).toBe('安卓平板');
  expect(deviceName({ userAgent: '?', maxTouchPoints: 0 })).toBe('浏览器');
});
