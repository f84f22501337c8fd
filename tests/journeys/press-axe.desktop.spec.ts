import { expect, test, type Page } from '../support/journey.ts';
import { faults, nothingSeen } from '../support/axe.ts';
import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { DIALOG, openings, PLACE, settled } from '../support/openings.ts';
import { manuscriptArea } from '../../src/admin/manuscript/manuscript.area.ts';
import { topicArea } from '../../src/admin/topic/topic.area.ts';
import { reviewArea } from '../../src/admin/review/review.area.ts';
import { protocolArea } from '../../src/admin/protocol/protocol.area.ts';
import { compositionArea } from '../../src/admin/composition/composition.area.ts';
import { proofArea } from '../../src/admin/proof/proof.area.ts';
import { templateArea } from '../../src/admin/template/template.area.ts';
import { catalogArea } from '../../src/admin/catalog/catalog.area.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer({ DEMO: '1' });
});
test.afterAll(() => server.close());

const AREAS = { manuscriptArea, topicArea, reviewArea, protocolArea, compositionArea, proofArea, templateArea, catalogArea };
const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
const HOME = '/admin/index';

/** The addresses of the pages of an area; pages of one row are reached from the buttons of their lists. */
const pathsOf = ({ pages }: { readonly pages: Readonly<Record<string, unknown>> }): string[] =>
  Object.keys(pages).map((component) => `/${component.replace(/\/index$/, '')}`);

async function open(page: Page, path: string): Promise<void> {
  await page.goto(server.origin + path);
  await page.locator(`${PLACE} h1`).first().waitFor({ state: 'attached' });
  await settled(page, PLACE);
}

for (const [name, area] of Object.entries(AREAS))
  for (const viewport of WIDTHS)
    test(`52.6 no page of ${name} and nothing that it opens has axe violations at ${viewport.width} px`, async ({ browser }) => {
      test.setTimeout(300_000);
      const page = await adminPage(browser, server, 'admin', HOME, viewport);
      page.setDefaultTimeout(30_000);
      const seen = nothingSeen();
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
