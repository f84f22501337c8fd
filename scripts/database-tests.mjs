// Finds the test files that work with a database: the run on PostgreSQL needs only these.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const DATABASE = join('tests', 'support', 'test-database.ts');
/** Preparing books does not depend on the engine, and backups are of SQLite. */
const ONE_ENGINE = ['epub', 'backup'].map((folder) => join('server', folder));

/** Returns the paths of the test files below `server` whose imports lead to the test database, relative to `root`. */
export function databaseTests(root) {
  const known = new Map([[DATABASE, true]]);
  const leadsThere = (file) => {
    const found = known.get(file);
    if (found !== undefined) return found;
    known.set(file, false);
    const source = readFileSync(join(root, file), 'utf8');
    const imports = [...source.matchAll(/^(?:import|export)\s+(?!type\b)[^'"]*?['"](\.[^'"]+\.ts)['"]/gm)];
    const answer = imports.map(([, path]) => join(dirname(file), path)).some((path) => existsSync(join(root, path)) && leadsThere(path));
    known.set(file, answer);
    return answer;
  };
  // The system's Node starts the tests: it may be older than the one of the product.
  return readdirSync(join(root, 'server'), { recursive: true })
    .map((file) => join('server', file))
    .filter((file) => file.endsWith('.test.ts') && !ONE_ENGINE.some((folder) => file.startsWith(folder)) && leadsThere(file))
    .toSorted();
}
