import { expect, test, type Page } from '../support/journey.ts';
import { faults, nothingSeen } from '../support/axe.ts';
import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { DIALOG, openings, PLACE, settled } from '../support/openings.ts';
import type { AreaMenu } from '../../contract/menu.ts';
import { MANUSCRIPT_MENU } from '../../contract/manuscript/manuscript.area.ts';
import { TOPIC_MENU } from '../../contract/topic/topic.area.ts';
import { REVIEW_MENU } from '../../contract/review/review.area.ts';
import { PROTOCOL_MENU } from '../../contract/protocol/protocol.area.ts';
import { COMPOSITION_MENU } from '../../contract/composition/composition.area.ts';
import { PROOF_MENU } from '../../contract/proof/proof.area.ts';
import { TEMPLATE_MENU } from '../../contract/template/template.area.ts';
import { CATALOG_MENU } from '../../contract/catalog/catalog.area.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer({ DEMO: '1' });
});
test.afterAll(() => server.close());

const AREAS: Readonly<Record<string, AreaMenu>> = {
  manuscript: MANUSCRIPT_MENU,
  topic: TOPIC_MENU,
  review: REVIEW_MENU,
  protocol: PROTOCOL_MENU,
  composition: COMPOSITION_MENU,
  proof: PROOF_MENU,
  template: TEMPLATE_MENU,
  catalog: CATALOG_MENU,
};
/** `pages-axe` visits the same pages on a desktop. */
const PHONE = { width: 390, height: 844 };
const HOME = '/admin/index';

/** The addresses of the pages of an area; pages of one row are reached from the buttons of their lists. */
const pathsOf = (menu: AreaMenu): string[] => menu.map(({ directory, path }) => `/${[directory, path].filter(Boolean).join('/')}`);

async function open(page: Page, path: string): Promise<void> {
  await page.goto(server.origin + path);
  await page.locator(`${PLACE} h1`).first().waitFor({ state: 'attached' });
  await settled(page, PLACE);
}

/** Which states were checked, on any page. */
const seen = nothingSeen();

for (const [name, area] of Object.entries(AREAS))
  test(`52.6 no page of ${name} and nothing that it opens has axe violations at 390 px`, async ({ browser }) => {
    test.setTimeout(300_000);
    const page = await adminPage(browser, server, 'admin', HOME, PHONE);
    page.setDefaultTimeout(30_000);
    const found: string[] = [];
    const known = new Set<string>();
    const paths = pathsOf(area);
    for (const path of paths) {
      await open(page, path);
      found.push(...(await faults(page, path, PLACE, seen, true)));
      const { led } = await openings(page, async (what) => {
        found.push(...(await faults(page, `${path} ${what}`, DIALOG, seen, true)));
      });
      for (const there of led) {
        const shape = there.replace(/\d+/g, ':id');
        if (known.has(shape) || !/^\/(press|cms|templateList|publication|author)\b/.test(there)) continue;
        known.add(shape);
        paths.push(there);
      }
    }
    expect(found).toEqual([]);
  });
