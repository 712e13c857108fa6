import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';
import { Fixture } from './fixture.mjs';
import { longestTasks } from './trace.mjs';
import { large } from './wans.mjs';
import { World } from './world.mjs';

const SITES = 500;
const LINKS = 1250;
const SHUFFLES = 1000;
const WAIT = { timeout: 30_000 };
const WATCHED_SECONDS = 10;

let browser;
let fixture;
let base;
let topology;

// A real controller of that size where there is one, else a server that speaks like one.
before(async () => {
  browser = await launch();
  if (process.env.TERRA_DASHBOARD !== undefined) {
    base = process.env.TERRA_DASHBOARD;
    topology = await (await fetch(`${base}api/v1/topology`)).json();
    return;
  }
  fixture = new Fixture(new World(large(SITES, LINKS, 7), { shuffles: SHUFFLES, gigabytes: 40_000 }));
  base = await fixture.start();
  topology = fixture.world.topology;
});
after(async () => {
  await browser.close();
  await fixture?.stop();
});

test('500 sites, 1,250 links and 1,000 shuffles are painted within three seconds', async () => {
  const page = await open(browser, base);
  const painted = await page.evaluate(() => new Promise((resolve) => {
    const look = () => (document.querySelectorAll('.wan .link.up').length === 2500 ? requestAnimationFrame(() => resolve(performance.now())) : requestAnimationFrame(look));
    look();
  }));
  console.log(`# all links painted after ${Math.round(painted)} ms`);
  assert.ok(painted <= 3000, `${painted} ms`);
  await page.context().close();
});

for (const [name, hash] of [['the map', '#/'], ['a link\'s details', '#/links?link=s000-%3E'], ['the shuffles', '#/shuffles'], ['the jobs', '#/jobs']]) {
  test(`with ${name} in view no task of the page's thread takes more than 200 ms`, async () => {
    const target = hash.replace('s000-%3E', encodeURIComponent(topology.links[0].id));
    const page = await open(browser, base, { hash: target });
    await page.locator('.fresh.live').waitFor(WAIT);
    await page.locator(hash === '#/' ? '.wan .link.up' : 'tbody tr').first().waitFor({ state: 'attached', ...WAIT });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
    const seen = await page.evaluate((seconds) => new Promise((resolve) => {
      const values = new Set();
      const timer = setInterval(() => values.add(document.querySelector('main').dataset.version), 100);
      setTimeout(() => {
        clearInterval(timer);
        resolve(values.size);
      }, seconds * 1000);
    }), WATCHED_SECONDS);
    const longest = longestTasks(await browser.stopTracing(), 3);
    console.log(`# ${name}: ${seen} updates in ${WATCHED_SECONDS} s, longest tasks ${longest.map((millis) => millis.toFixed(0)).join(', ')} ms`);
    assert.ok(seen >= WATCHED_SECONDS - 3, `${seen} updates`);
    assert.ok(longest[0] <= 200, `${longest[0]} ms`);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
}
