const KINDS: readonly [RegExp, string][] = [
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android.*Mobile/, '安卓手机'],
  [/Android/, '安卓平板'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows 电脑'],
  [/Linux/, 'Linux 电脑'],
];

/** Returns the name of this device for 「在另一台设备上读到」. */
export function deviceName({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator): string {
  // An iPad reports itself as a Mac, but no Mac has a touch screen.
  if (maxTouchPoints > 1 && userAgent.includes('Macintosh')) return 'iPad';
  return KINDS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '浏览器';
}
