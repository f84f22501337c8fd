// Draws the icons, the shortcut icons and the start pictures of the installed product from its logo: node scripts/draw-icons.mjs
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { APPLE_SCREENS, splashPath } from '../server/content/apple-screens.ts';

const site = join(import.meta.dirname, '../public');
const folder = join(site, 'icons');
const strokes = readFileSync(join(import.meta.dirname, '../src/site/frame/icon.tsx'), 'utf8');
const mark = /<path d="([^"]+)"/.exec(readFileSync(join(folder, 'mark.svg'), 'utf8'))?.[1];
const GROUND = '#15464d';
const WATER = '#103c42';
const SAIL = '#fbf4e2';

/** `share` is the fraction of the side length that the logo takes; a maskable icon keeps it inside the safe circle of 80 %. */
function picture(size, share, radius) {
  const side = 24 * share;
  const at = (24 - side) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="${size}" height="${size}">
    <clipPath id="c"><rect width="24" height="24" rx="${radius}"/></clipPath>
    <g clip-path="url(#c)"><path d="M0 0h24v24H0z" fill="${GROUND}"/><path d="M0 ${at + side * 0.7}h24V24H0z" fill="${WATER}"/>
    <path transform="translate(${at} ${at - 0.2}) scale(${share})" fill="${SAIL}" d="${mark}"/></g></svg>`;
}

for (const [name, size, share, radius] of [
  ['icon-192', 192, 0.7, 5],
  ['icon-512', 512, 0.7, 5],
  ['maskable-192', 192, 0.54, 0],
  ['maskable-512', 512, 0.54, 0],
  // An iPhone rounds the corners itself, and paints transparent pixels black.
  ['apple-180', 180, 0.64, 0],
]) {
  await sharp(Buffer.from(picture(size, share, radius)), { density: 300 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, `${name}.png`));
}

/** A line icon of the site on the ground of the logo. */
function shortcut(stroke) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="192" height="192"><circle cx="12" cy="12" r="12" fill="${GROUND}"/>
    <path transform="translate(5.28 5.28) scale(.56)" d="${stroke}" fill="none" stroke="${SAIL}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}

for (const [name, icon] of [
  ['shelf', 'shelf'],
  ['search', 'search'],
  ['download', 'download'],
  ['continue', null],
]) {
  // An open book with the place marked: no icon of the site means "continue".
  const stroke = icon
    ? new RegExp(`\\b${icon}: '([^']+)'`).exec(strokes)?.[1]
    : 'M12 6.5C9.5 5 6.5 4.8 3.5 5.5v13c3-.7 6-.5 8.5 1 2.5-1.5 5.5-1.7 8.5-1v-13c-3-.7-6-.5-8.5 1zM12 6.5v13M15.5 5.4v6l1.5-1.2 1.5 1.2v-6';
  if (!stroke) throw new Error(`no icon ${icon}`);
  for (const size of [96, 192])
    await sharp(Buffer.from(shortcut(stroke)), { density: 300 })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toFile(join(folder, `shortcut-${name}-${size}.png`));
}

const SPLASH = { light: { ground: '#faf8f3', mark: '#00797a' }, dark: { ground: '#1b1a18', mark: '#4cc5c6' } };
mkdirSync(join(site, 'splash'), { recursive: true });
for (const [width, height, ratio] of APPLE_SCREENS)
  for (const [scheme, { ground, mark: colour }] of Object.entries(SPLASH))
    for (const [across, down] of width < 700
      ? [[width, height]]
      : [
          [width, height],
          [height, width],
        ]) {
      // The mark is a little above the middle, where the eye expects it.
      const side = Math.round(Math.min(across, down) * 0.26 * ratio);
      const [wide, high] = [across * ratio, down * ratio];
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}"><path d="M0 0h${wide}v${high}H0z" fill="${ground}"/>
        <path transform="translate(${(wide - side) / 2} ${high * 0.46 - side / 2}) scale(${side / 24})" fill="${colour}" d="${mark}"/></svg>`;
      await sharp(Buffer.from(svg))
        .png({ compressionLevel: 9, palette: true, colours: 16 })
        .toFile(join(site, splashPath(wide, high, scheme)));
    }
