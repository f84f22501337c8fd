import { expect, test } from 'vitest';
import { deviceOf } from './user-agent.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Edge 131',
    'Windows 10',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1', 'Safari 17', 'iOS 17.5'],
  ['Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.49', '微信 8', 'Android 14'],
  ['curl/8', '未知', '未知'],
])('%s', (agent, browser, os) => {
  expect(deviceOf(agent)).toEqual({ browser, os });
});
