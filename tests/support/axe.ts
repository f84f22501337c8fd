import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const SHOWN = 4;
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const source = readFileSync(ofBuilder.resolve('axe-core/axe.min.js'), 'utf8');

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;
type Options = Parameters<AxeBuilder['options']>[0];

/** Experimental in axe, and off by default: the name that is spoken contains the text that is seen (WCAG 2.5.3). */
const NAMES_AS_SEEN = { 'label-content-name-mismatch': { enabled: true } };
const ALL: Options = { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] } };
const NO_COLOURS = { 'color-contrast': { enabled: false } };
const COLOURS: Options = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Waits until all transitions have ended: a colour in transition is not the final colour. */
async function still(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const masks = [...document.querySelectorAll('.adm-center-popup-wrap, .adm-mask')];
    return (
      masks.every((part) => getComputedStyle(part).opacity === '1') &&
      document.getAnimations().every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity)
    );
  });
}

/** The scope of axe: everything, what a selector matches, or the parts that `builtOf` found to be new. */
type Within = string | null | typeof NEW_PARTS;
const NEW_PARTS = Symbol('new parts');

/** A page without frames is analysed in place, four times as fast as by the builder, which opens its own page. */
async function analyse(page: Page, within: Within, rules: Options): Promise<Results['violations']> {
  const inside = within === NEW_PARTS ? null : within;
  if (page.frames().length > 1) {
    const builder = new AxeBuilder({ page }).options(rules);
    return (await (inside ? builder.include(inside) : builder).analyze()).violations;
  }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options: Options = { resultTypes: ['violations'], ...rules };
  return page.evaluate(
    ({ selector, fresh, how }) => {
      const { axe, newParts } = window as unknown as {
        axe: { run(where: unknown, how: Options): Promise<Results> };
        newParts: Element[];
      };
      // If a new part was rendered again since it was recorded, everything is analysed.
      const noted = fresh && newParts.every((part) => part.isConnected);
      return axe.run(noted ? { include: newParts } : (selector ?? document), how).then((found) => found.violations);
    },
    { selector: inside, fresh: within === NEW_PARTS, how: options },
  );
}

/** What was checked so far: the styling of parts, and the structure of complete dialogs. */
export interface Seen {
  readonly parts: Set<number>;
  readonly wholes: Set<number>;
}
export const nothingSeen = (): Seen => ({ parts: new Set(), wholes: new Set() });

/**
 * Returns hashes of the styling of each element inside (its classes, states, own colours, and those of all its ancestors), and of the
 * structure of
 * the whole (tags, classes, attribute names, where there is text). Records the parts whose styling is
 * not in `seen`, and returns their number.
 */
const builtOf = (page: Page, inside: string, seen: Seen): Promise<{ parts: number[]; whole: number; fresh: number }> =>
  page.evaluate(
    ({ within, known }) => {
      const mix = (start: number, words: string): number => {
        let made = start;
        for (let at = 0; at < words.length; at += 1) made = Math.imul(made ^ words.charCodeAt(at), 16_777_619);
        return made;
      };
      const before = new Set(known);
      const parts = new Set<number>();
      const fresh: Element[] = [];
      let whole = 0x811c9dc5;
      const add = (node: Element, above: number, inFresh: boolean): void => {
        const classes = [...node.classList].filter((name) => !name.startsWith('css-')).join(' ');
        const colours = (node.getAttribute('style') ?? '').split(';').filter((one) => /color|background|opacity|filter|font/.test(one));
        const states = [...node.attributes].filter(({ name }) =>
          /^(disabled|hidden|aria-(disabled|selected|checked|current|pressed|invalid))$/.test(name),
        );
        const part = mix(above, `${node.tagName} ${classes} ${states.map(({ name, value }) => name + value).join(' ')} ${colours.join()}`);
        const isNew = !before.has(part);
        parts.add(part);
        if (isNew && !inFresh) fresh.push(node);
        const names = [...node.attributes].map(({ name, value }) => (name === 'role' || value === '' ? `${name}=${value}` : name)).join(' ');
        whole = mix(whole, `<${node.tagName} ${classes} ${names} ${colours.join()}`);
        for (const child of node.childNodes)
          if (child instanceof Element) add(child, part, isNew);
          else if (child.textContent?.trim()) whole = mix(whole, '#');
        whole = mix(whole, '>');
      };
      for (const root of document.querySelectorAll(within)) add(root, 0x811c9dc5, false);
      Object.assign(window, { newParts: fresh });
      return { parts: [...parts], whole, fresh: fresh.length };
    },
    { within: inside, known: [...seen.parts] },
  );

/** A colour fault counts if it remains after two frames: a transition can begin after the first look. */
async function analyseColours(page: Page, within: Within, rules: Options): Promise<Results['violations']> {
  await still(page);
  const first = await analyse(page, within, rules);
  if (first.length === 0) return first;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await still(page);
  return analyse(page, within, rules);
}

type Scheme = 'light' | 'dark';

async function turnTo(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  if (await page.locator('html[data-admin]').count()) await page.locator(`html[data-admin="${colorScheme}"]`).waitFor({ state: 'attached' });
}

/**
 * Returns what axe finds in `inside` or in the complete page, with colours in the light and dark theme; `where` starts each line.
 * `names` also compares spoken names with the visible text. Structures
 * that are in `before` are skipped, and colours are checked for newly styled parts only, because they are
 * the slowest check. Leaves the page in the theme that was checked last, because a change renders it again.
 */
export async function faults(page: Page, where: string, inside: string | null = null, before = nothingSeen(), names = false): Promise<string[]> {
  const rules = names ? NAMES_AS_SEEN : {};
  const found: string[] = [];
  const note = (scheme: Scheme, violations: Results['violations']): void => {
    for (const { id, nodes } of violations)
      for (const { target, html, failureSummary } of nodes.slice(0, SHOWN))
        found.push(`${where} ${scheme} ${id} ${target.join(' ')} ${html.slice(0, 160)} ${failureSummary}`);
  };
  const built = await builtOf(page, inside ?? 'body', before);
  if (inside && before.wholes.has(built.whole)) return found;
  before.wholes.add(built.whole);
  for (const part of built.parts) before.parts.add(part);
  const now = (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) ? 'dark' : 'light';
  const framed = page.frames().length > 1;
  await still(page);
  note(now, await analyse(page, inside, { ...ALL, rules: framed ? rules : { ...rules, ...NO_COLOURS } }));
  if (!framed && built.fresh === 0) return found;
  if (!framed) note(now, await analyseColours(page, NEW_PARTS, COLOURS));
  const other = now === 'light' ? 'dark' : 'light';
  await turnTo(page, other);
  note(other, await analyseColours(page, framed ? inside : NEW_PARTS, COLOURS));
  return found;
}
