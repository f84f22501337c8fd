import { APPLE_SCREENS, splashPath, type SplashScheme } from './apple-screens.ts';
import { SITE_NAME } from '../../contract/content/page.ts';

/** An iPad asks for desktop pages by default and then calls itself a Mac. */
const APPLE = /iPhone|iPad|Macintosh.* Version\/[\d.]+ .*Safari\//;
const SCHEMES: readonly SplashScheme[] = ['light', 'dark'];

const STARTUP = APPLE_SCREENS.flatMap(([width, height, ratio]) =>
  SCHEMES.flatMap((scheme) => {
    const screen = `(device-width:${width}px) and (device-height:${height}px) and (-webkit-device-pixel-ratio:${ratio})`;
    const link = (long: number, short: number, way: string): string =>
      `<link rel="apple-touch-startup-image" media="${screen} and (orientation:${way}) and (prefers-color-scheme:${scheme})" href="${splashPath(long * ratio, short * ratio, scheme)}">`;
    // An iPhone starts applications upright.
    return width < 700 ? [link(width, height, 'portrait')] : [link(width, height, 'portrait'), link(height, width, 'landscape')];
  }),
);

const HEAD = [
  '<meta name="apple-mobile-web-app-capable" content="yes">',
  `<meta name="apple-mobile-web-app-title" content="${SITE_NAME}">`,
  '<meta name="apple-mobile-web-app-status-bar-style" content="default">',
  ...STARTUP,
].join('');

/** What Safari needs to start the installed application with a picture; '' for every other browser, which would load these bytes in vain. */
export const appleHead = (userAgent: string): string => (APPLE.test(userAgent) ? HEAD : '');
