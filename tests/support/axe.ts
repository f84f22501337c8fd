import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SHOWN = 4;
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const source = readFileSync(ofBuilder.resolve('axe-core/axe.min.js'), 'utf8');

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;
type Options = Parameters<AxeBuilder['options']>[0];

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

/** A page without frames is asked in place, four times as fast as through the builder, which opens a page of its own. */
async function analyse(page: Page, inside: string | null, rules: readonly string[] | null): Promise<Results['violations']> {
  if (page.frames().length > 1) {
    let builder = new AxeBuilder({ page });
    if (inside) builder = builder.include(inside);
    return (await (rules ? builder.withRules([...rules]) : builder.withTags(TAGS)).analyze()).violations;
  }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options: Options = { resultTypes: ['violations'], runOnly: rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: TAGS } };
  return page.evaluate(
    ({ within, how }) =>
      (window as unknown as { axe: { run(within: string | Document, how: Options): Promise<Results> } }).axe
        .run(within ?? document, how)
        .then((found) => found.violations),
    { within: inside, how: options },
  );
}

/** What was looked at so far: parts as they are styled, and whole dialogs as they are built. */
export interface Seen {
  readonly parts: Set<number>;
  readonly wholes: Set<number>;
}
export const nothingSeen = (): Seen => ({ parts: new Set(), wholes: new Set() });

/**
 * How each element within is styled (its classes, colours of its own, and those of everything it lies in), and how
 * the whole is built (tags, classes, which attributes there are, where there are words), as numbers.
 */
const builtOf = (page: Page, inside: string): Promise<{ parts: number[]; whole: number }> =>
  page.evaluate((within) => {
    const mix = (start: number, words: string): number => {
      let made = start;
      for (let at = 0; at < words.length; at += 1) made = Math.imul(made ^ words.charCodeAt(at), 16_777_619);
      return made;
    };
    const parts = new Set<number>();
    let whole = 0x811c9dc5;
    const add = (node: Element, above: number): void => {
      const classes = [...node.classList].filter((name) => !name.startsWith('css-')).join(' ');
      const colours = (node.getAttribute('style') ?? '').split(';').filter((one) => /color|background|opacity|filter|font/.test(one));
      const part = mix(above, `${node.tagName} ${classes} ${colours.join()}`);
      parts.add(part);
      const names = [...node.attributes].map(({ name, value }) => (name === 'role' || value === '' ? `${name}=${value}` : name)).join(' ');
      whole = mix(whole, `<${node.tagName} ${classes} ${names} ${colours.join()}`);
      for (const child of node.childNodes)
        if (child instanceof Element) add(child, part);
        else if (child.textContent?.trim()) whole = mix(whole, '#');
      whole = mix(whole, '>');
    };
    for (const root of document.querySelectorAll(within)) add(root, 0x811c9dc5);
    return { parts: [...parts], whole };
  }, inside);

/**
 * What axe finds by day and by night, in `inside` or in the whole page; `where` begins each line. With `before`,
 * what is built as something that was looked at is passed over, and the night is left out where everything within is
 * styled as parts that were.
 */
export async function faults(page: Page, where: string, inside: string | null = null, before: Seen | null = null): Promise<string[]> {
  const found: string[] = [];
  const built = before && inside ? await builtOf(page, inside) : null;
  if (built && before?.wholes.has(built.whole)) return found;
  const seen = built !== null && built.parts.every((part) => before?.parts.has(part));
  if (built) before?.wholes.add(built.whole);
  for (const part of built?.parts ?? []) before?.parts.add(part);
  for (const colorScheme of seen ? (['light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (await page.locator('html[data-desk]').count()) await page.locator(`html[data-desk="${colorScheme}"]`).waitFor({ state: 'attached' });
    await still(page);
    // The night changes colours and nothing else.
    const rules = colorScheme === 'dark' ? ['color-contrast'] : null;
    for (const { id, nodes } of await analyse(page, inside, rules))
      found.push(
        ...nodes
          .slice(0, SHOWN)
          .map(({ target, html, failureSummary }) => `${where} ${colorScheme} ${id} ${target.join(' ')} ${html.slice(0, 160)} ${failureSummary}`),
      );
  }
  if (!seen) await page.emulateMedia({ colorScheme: 'light' });
  return found;
}
