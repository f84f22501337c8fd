const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['微信', /MicroMessenger\/([\d.]+)/],
  ['Edge', /Edg(?:e|A|iOS)?\/([\d.]+)/],
  ['QQ浏览器', /M?QQBrowser\/([\d.]+)/],
  ['UC浏览器', /UC(?:Browser|WEB)\/([\d.]+)/],
  ['华为浏览器', /HuaweiBrowser\/([\d.]+)/],
  ['三星浏览器', /SamsungBrowser\/([\d.]+)/],
  ['Opera', /(?:OPR|Opera)\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Chrome|CriOS|HeadlessChrome)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
];
const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android ?([\d.]*)/],
  ['iOS', /(?:iPhone|CPU) OS ([\d_]+)/],
  ['Windows 10', /Windows NT 10/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X ([\d_.]*)/],
  ['Linux', /Linux|X11/],
];

const found = (list: typeof BROWSERS, agent: string, parts: number): string => {
  for (const [name, pattern] of list) {
    const match = pattern.exec(agent);
    if (match) return [name, match[1]?.replaceAll('_', '.').split('.').slice(0, parts).join('.')].filter(Boolean).join(' ');
  }
  return '未知';
};

/** Returns browser and system from a user agent, so that users recognise their own devices. */
export const deviceOf = (agent: string): { browser: string; os: string } => ({ browser: found(BROWSERS, agent, 1), os: found(SYSTEMS, agent, 2) });
