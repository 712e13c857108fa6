// Pictures of the page, to be looked at: look.mjs FOLDER
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { Fixture } from './fixture.mjs';
import { five, large, placeless } from './wans.mjs';
import { World } from './world.mjs';

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

async function shots(name, fixture, views, options = {}) {
  const base = await fixture.start();
  for (const [suffix, width, height, scheme] of [['', 1280, 800, 'light'], ['-390', 390, 844, 'light'], ['-dark', 1280, 800, 'dark']]) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
    page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log(name, suffix, m.text()));
    page.on('pageerror', (e) => console.log(name, suffix, String(e)));
    for (const [view, hash] of Object.entries(views)) {
      await page.goto(`${base}${hash}`);
      await page.reload();
      await page.waitForTimeout(2300);
      await page.screenshot({ path: join(folder, `${name}-${view}${suffix}.png`), fullPage: suffix === '-390' });
    }
    await page.close();
    if (options.only) break;
  }
  await fixture.stop();
}

const world = new World(five(), { shuffles: 5 });
world.advance(1);
await shots('calm', new Fixture(world), { overview: '#/', link: '#/?link=NY-%3EBA', shuffle: '#/?shuffle=q18_sort_edge', links: '#/links', jobs: '#/jobs', agents: '#/agents', rounds: '#/rounds' });
world.degrade('LA->NY', 0.5);
world.advance(2);
world.loseAgent('HK');
world.advance(3);
world.cut('NY', 'BA');
await shots('trouble', new Fixture(world), { overview: '#/', reroute: '#/events?reroute=3', events: '#/events' });
await shots('empty', new Fixture(new World(placeless(), { shuffles: 0, agents: false })), { overview: '#/', jobs: '#/jobs' });
await shots('large', new Fixture(new World(large(500, 1250, 7), { shuffles: 200 })), { overview: '#/' }, { only: true });
await browser.close();
