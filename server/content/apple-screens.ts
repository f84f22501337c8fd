/** Screens of iPhones and iPads in use: width and height in points, held upright, and pixels per point. */
export const APPLE_SCREENS: readonly (readonly [width: number, height: number, ratio: 2 | 3])[] = [
  [375, 667, 2],
  [414, 896, 2],
  [375, 812, 3],
  [390, 844, 3],
  [393, 852, 3],
  [402, 874, 3],
  [414, 896, 3],
  [428, 926, 3],
  [430, 932, 3],
  [440, 956, 3],
  [744, 1133, 2],
  [810, 1080, 2],
  [820, 1180, 2],
  [834, 1194, 2],
  [1024, 1366, 2],
];

export type SplashScheme = 'light' | 'dark';

/** Path of the picture that an iPhone or iPad shows while the installed application starts; `width` and `height` are in pixels. */
export const splashPath = (width: number, height: number, scheme: SplashScheme): string => `/splash/${width}x${height}-${scheme}.png`;
