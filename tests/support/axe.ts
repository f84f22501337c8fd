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

/** How each element within is styled: its classes, its own style and those of everything it lies in, as a number. */
const partsWithin = (page: Page, inside: string): Promise<number[]> =>
  page.evaluate((within) => {
    const parts = new Set<number>();
    const add = (node: Element, above: number): void => {
      const words = `${node.tagName} ${[...node.classList].filter((name) => !name.startsWith('css-')).join(' ')} ${node.getAttribute('style') ?? ''}`;
      let part = above;
      for (let at = 0; at < words.length; at += 1) part = Math.imul(part ^ words.charCodeAt(at), 16_777_619);
      parts.add(part);
      for (const child of node.children) add(child, part);
    };
    for (const root of document.querySelectorAll(within)) add(root, 0x811c9dc5);
    return [...parts];
  }, inside);

/**
 * What axe finds by day and by night, in `inside` or in the whole page; `where` begins each line. With `known`, the
 * parts that were looked at by night so far, the night is left out where everything within is styled as one of them.
 */
export async function faults(page: Page, where: string, inside: string | null = null, known: Set<number> | null = null): Promise<string[]> {
  const found: string[] = [];
  const parts = known && inside ? await partsWithin(page, inside) : [];
  const seen = known !== null && parts.every((part) => known.has(part));
  for (const part of parts) known?.add(part);
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
