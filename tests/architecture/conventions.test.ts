import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractCruds, contractEndpoints } from '../support/contract-parts.ts';
import { KNOWN } from './known-exceptions.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const HAN = /\p{Script=Han}/u;

const sources = ['contract', 'server', 'src', 'sw'].flatMap((side) =>
  readdirSync(join(ROOT, side), { recursive: true, encoding: 'utf8' })
    .map((name) => `${side}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.(tsx?|css)$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path)),
);
const lines = new Map(sources.map((path) => [path, readFileSync(join(ROOT, path), 'utf8').split('\n')] as const));

interface Rule {
  readonly name: keyof typeof KNOWN;
  readonly where: RegExp;
  readonly except?: RegExp;
  /** Finds a violation in a line without comments. */
  readonly finds: (line: string) => boolean;
  /** What to write instead, and in which file. */
  readonly instead: string;
}

/** The literal text of a message, without the parts that are filled in. */
const isNotChinese = (text: string): boolean => /[A-Za-z]{2}/.test(text.replaceAll(/\$\{[^}]*\}/g, '')) && !HAN.test(text);
const quoted = (pattern: RegExp) => (line: string) => [...line.matchAll(pattern)].some(({ groups }) => isNotChinese(groups?.['text'] ?? ''));

const RULES: readonly Rule[] = [
  {
    name: 'sql in routes',
    where: /^server\/.*\.routes\.ts$/,
    finds: (line) => /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/.test(line),
    instead: 'write the statement as `export const … = (db: Database | Tx, …) => …` in the .queries.ts beside it and call it through the service',
  },
  {
    name: 'console.log',
    where: /\.tsx?$/,
    except: /^server\/.*\.command\.ts$/,
    finds: (line) => /\bconsole\.(log|info|debug)\(/.test(line),
    instead: 'remove it; the server logs with `request.log` or the logger of server/http/log.ts',
  },
  {
    name: 'raw fetch',
    where: /^src\/.*\.tsx?$/,
    finds: (line) => /(?<![.\w])fetch\(/.test(line),
    instead: 'write `await call(endpoint, { … })` of src/api/call.ts: it has the session, the timeout and the messages',
  },
  {
    name: 'length of a day',
    where: /\.tsx?$/,
    except: /^(contract\/clock\.ts|server\/db\/migrations\/)/,
    finds: (line) => /\b86_?400_?000\b|\b24 \* (3_600_000|60 \* 60)|\b8 \* 3_600_000\b|\b28_?800_?000\b/.test(line),
    instead: 'import DAY_MS or SHANGHAI_MS from contract/clock.ts',
  },
  {
    name: 'query key by hand',
    where: /^src\/(?!api\/).*\.tsx?$/,
    finds: (line) => /queryKey: \[\s*(\w+\.)+key\b/.test(line),
    instead:
      'write `queryOf(endpoint, input)`, `withKey(queryOf(…), …)` or `allOf(endpoint)` of src/api (query-client, with-key, all-of): key and call come from one description',
  },
  {
    name: 'verb of a rejected name',
    where: /\.tsx?$/,
    finds: (line) => /\b(?:function|const) (?:fire|tell)(?:[A-Z]\w*)?\b(?! ?\.)/.test(line),
    instead: 'name it handle<Noun>Event (a request), transition<Noun> (the machine) or notify…, see docs/glossary.md',
  },
  {
    name: 'as never as',
    where: /\.tsx?$/,
    finds: (line) => /\bas never as\b/.test(line),
    instead: 'give the value its type where it is made, or write a type guard',
  },
  {
    name: 'colour outside the theme',
    where: /^src\/.*\.(tsx?|css)$/,
    except: /^src\/(site\/frame\/tokens\.css|admin\/theme\/)/,
    finds: (line) => /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?![\w-])|\b(?:rgb|hsl|oklch)a?\(\s*[\d.]/i.test(line),
    instead: 'write `var(--…)` of src/site/frame/tokens.css, in the back office a token of src/admin/theme/theme.ts',
  },
  {
    name: 'drawer of the library',
    where: /^src\/.*\.tsx$/,
    except: /^src\/admin\/ui\/drawer\.tsx$/,
    finds: (line) => /^import .*\bDrawer\b.* from 'antd'/.test(line),
    instead: 'import Drawer from src/admin/ui/drawer.tsx: the keyboard can scroll it also when nothing in it takes the focus',
  },
  {
    name: 'message that is not Chinese',
    where: /^(server|contract)\/.*\.ts$/,
    finds: quoted(/\b(?:failed|invalid|missing|forbidden|warning|conflict)\((?<quote>['`])(?<text>[^'`]*)\k<quote>/g),
    instead: 'write the message in Chinese; it says what the user can do, for example failed(`岗位不存在，请刷新后重试`)',
  },
  {
    name: 'label that is not Chinese',
    where: /^src\/.*\.tsx$/,
    finds: quoted(/\b(?:label|title|placeholder|aria-label|okText|cancelText|description|tooltip)="(?<text>[^"]*)"/g),
    instead: 'write the label in Chinese; a name that has no Chinese form is stated in known-exceptions.ts',
  },
];

const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*)/.test(line);

test.each(RULES.map((rule) => [rule.name, rule] as const))('#47.7 %s', (name, { where, except, finds, instead }) => {
  const known: Readonly<Record<string, number>> = KNOWN[name];
  const checked = sources.filter((path) => where.test(path) && !except?.test(path));
  expect(checked.length).toBeGreaterThan(10);
  const wrong = checked.flatMap((path) => {
    const found = (lines.get(path) ?? []).flatMap((line, index) => (!isComment(line) && finds(line) ? [{ at: index + 1, line: line.trim() }] : []));
    const allowed = known[path] ?? 0;
    if (found.length > allowed) return found.map(({ at, line }) => `${path}:${at}: ${line.slice(0, 100)} — ${instead}`);
    return found.length < allowed
      ? [
          `tests/architecture/known-exceptions.ts: '${name}' of ${path} is now ${found.length}: ${found.length === 0 ? 'remove the line' : `write '${path}': ${found.length},`}`,
        ]
      : [];
  });
  const gone = Object.keys(known).filter((path) => !checked.includes(path));
  expect([...wrong, ...gone.map((path) => `tests/architecture/known-exceptions.ts: remove ${path} from '${name}'; the file is gone`)]).toEqual([]);
});

/** Labels that are names of standards. */
const STANDARD_NAMES = /^(ISSN|CN|ISBN|DOI|URL|OAI-PMH(（POST）)?)$/;

test('#47.7 labels of fields and summaries of endpoints are Chinese', () => {
  const labels = contractCruds().flatMap(({ file, crud }) =>
    Object.entries(crud.meta).flatMap(([name, meta]) => [
      { file, name, text: meta.label },
      ...Object.entries(meta.columns ?? {}).map(([column, one]) => ({ file, name: column, text: one.label })),
    ]),
  );
  const summaries = contractEndpoints().map(({ file, endpoint }) => ({ file, name: endpoint.key, text: endpoint.summary }));
  expect(labels.length).toBeGreaterThan(500);
  expect(summaries.length).toBeGreaterThan(500);
  const wrong = [...labels, ...summaries]
    .filter(({ text }) => !HAN.test(text) && !STANDARD_NAMES.test(text))
    .map(({ file, name, text }) => `${file}: ${name} is labelled '${text}'; write the Chinese name that users see`);
  expect(wrong).toEqual([]);
});

test('#47.7 the changelog has the version of the package, with its date', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})$/gm)].map(([, number]) => number);
  expect(released[0]).toBe(version);
  expect(changelog).toContain('## Unreleased\n');
});

test('#47.4 a statement over several tables is in the queries of its area, not in a service', () => {
  const services = [...lines].filter(([path]) => path.endsWith('.service.ts'));
  expect(services.length).toBeGreaterThan(200);
  const joined = services.flatMap(([path, text]) =>
    text.flatMap((line, index) =>
      /\.(inner|left|right|full)Join\(/.test(line) ? [`${path}:${index + 1}: move the statement to a .queries.ts`] : [],
    ),
  );
  expect(joined).toEqual([]);
});

/** Casts of product code that no compiler checks. The number only goes down. */
const MOST_CASTS = 45;

test('#47.6 few values of the product change their type without a check', () => {
  const casts = [...lines].flatMap(([path, text]) =>
    /^server\/(seed|db\/migrations)\//.test(path)
      ? []
      : text.flatMap((line, index) => (!isComment(line) && /\bas (never|unknown as)\b/.test(line) ? [`${path}:${index + 1}`] : [])),
  );
  expect(casts.length, `give the value its type where it is made, or write a type guard:\n${casts.join('\n')}`).toBeLessThanOrEqual(MOST_CASTS);
});
