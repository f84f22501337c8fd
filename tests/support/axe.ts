import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const SHOWN = 4;
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const source = readFileSync(ofBuilder.resolve('axe-core/axe.min.js'), 'utf8');

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;
type Options = Parameters<AxeBuilder['options']>[0];

const ALL: Options = { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] } };
const ALL_BUT_COLOURS: Options = { ...ALL, rules: { 'color-contrast': { enabled: false } } };
const COLOURS: Options = { runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Nothing fades or slides any more: a colour on its way is not the colour. */
async function still(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const masks = [...document.querySelectorAll('.adm-center-popup-wrap, .adm-mask')];
    return (
      masks.every((part) => getComputedStyle(part).opacity === '1') &&
      document.getAnimations().every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity)
    );
  });
}

/** Where axe looks: everything, what a selector names, or the parts `builtOf` found to be new. */
type Within = string | null | typeof NEW_PARTS;
const NEW_PARTS = Symbol('new parts');

/** A page without frames is asked in place, four times as fast as through the builder, which opens a page of its own. */
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
      // A part that was drawn anew since it was noted is looked at with everything.
      const noted = fresh && newParts.every((part) => part.isConnected);
      return axe.run(noted ? { include: newParts } : (selector ?? document), how).then((found) => found.violations);
    },
    { selector: inside, fresh: within === NEW_PARTS, how: options },
  );
}

/** What was looked at so far: parts as they are styled, and whole dialogs as they are built. */
export interface Seen {
  readonly parts: Set<number>;
  readonly wholes: Set<number>;
}
export const nothingSeen = (): Seen => ({ parts: new Set(), wholes: new Set() });

/**
 * How each element within is styled (its classes, states, colours of its own, and those of everything it lies in), and how
 * the whole is built (tags, classes, which attributes there are, where there are words), as numbers. Notes which parts
 * are styled as none of `seen`; answers how many.
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

type Scheme = 'light' | 'dark';

async function turnTo(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  if (await page.locator('html[data-admin]').count()) await page.locator(`html[data-admin="${colorScheme}"]`).waitFor({ state: 'attached' });
}

/**
 * What axe finds in `inside` or in the whole page, colours by day and by night; `where` begins each line. What is built as
 * something in `before` is passed over, and colours are asked of parts that are styled as none before: colours are what
 * axe takes longest for. Leaves the page by day or by night, whichever was looked at last: to change that draws it anew.
 */
export async function faults(page: Page, where: string, inside: string | null = null, before = nothingSeen()): Promise<string[]> {
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
  note(now, await analyse(page, inside, framed ? ALL : ALL_BUT_COLOURS));
  if (!framed && built.fresh === 0) return found;
  if (!framed) note(now, await analyse(page, NEW_PARTS, COLOURS));
  const other = now === 'light' ? 'dark' : 'light';
  await turnTo(page, other);
  await still(page);
  note(other, await analyse(page, framed ? inside : NEW_PARTS, COLOURS));
  return found;
}
