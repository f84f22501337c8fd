// Draws the icons of the installed product from its logo: node scripts/draw-icons.mjs
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '../public/icons');
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
