// Checks commit subjects: Conventional Commits, at most 72 characters. With a file (the commit-msg hook) it checks the first line; without
// one, the commits of this branch since `main`, or the last commit.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const FORM = /^(feat|fix|perf|refactor|test|docs|build|ci|style|chore|revert)(\([a-z0-9-]+\))?!?: [^\s].*[^.\s]$/;
const LONGEST = 72;

/** Returns why a subject is rejected; null for a valid one. Merge and revert commits by git have their own format. */
export function faultOf(subject) {
  if (/^(Merge|Revert) /.test(subject)) return null;
  if (!FORM.test(subject)) return 'write it as `type(scope): what it does`, for example `fix(reader): keep the page after rotating the phone`';
  return subject.length > LONGEST ? `it has ${subject.length} characters, at most ${LONGEST} are allowed` : null;
}

function subjects(file) {
  if (file) return [readFileSync(file, 'utf8').split('\n')[0]];
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
  const base = git('merge-base', 'HEAD', 'origin/main') || 'HEAD~1';
  return git('log', '--format=%s', `${base}..HEAD`).split('\n').filter(Boolean);
}

if (process.argv[1] === import.meta.filename) {
  const faults = subjects(process.argv[2]).flatMap((subject) => (faultOf(subject) ? [`${subject}\n  ${faultOf(subject)}`] : []));
  for (const fault of faults) console.error(fault);
  process.exit(faults.length === 0 ? 0 : 1);
}
