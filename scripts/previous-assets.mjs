// Keeps the assets of the release before: an open tab or an installed app goes on asking for them until it is updated.
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The names of the assets that belong to a release itself, not to the one before it. */
const OWN = '.assets.json';

const assetsOf = (folder) => (existsSync(join(folder, 'assets')) ? readdirSync(join(folder, 'assets')) : []);

function ownAssets(folder) {
  const list = join(folder, OWN);
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : assetsOf(folder);
}

/** Copies the own assets of the release in `before` into the release in `next`; those of still older releases end here. */
export function keepPreviousAssets(before, next) {
  const own = assetsOf(next);
  writeFileSync(join(next, OWN), JSON.stringify(own));
  const known = new Set(own);
  for (const name of ownAssets(before)) {
    const file = join(before, 'assets', name);
    if (!known.has(name) && existsSync(file)) copyFileSync(file, join(next, 'assets', name));
  }
}
