// Pictures of the page, to be looked at: look.mjs FOLDER [calm|trouble|empty|large]
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

const only = process.argv[3];
const sets = {
  async calm() {
    const world = new World(five(), { shuffles: 5 });
    world.advance(1);
    await shots('calm', new Fixture(world), { overview: '#/', link: '#/links?link=NY%3ABA', shuffle: '#/?shuffle=q18_sort_edge', links: '#/links', tunnels: '#/tunnels', events: '#/events', jobs: '#/jobs', agents: '#/agents', rounds: '#/rounds' });
  },
  async trouble() {
    const world = new World(five(), { shuffles: 5, startMillis: Date.now() - 400_000, gigabytes: 150 });
    for (let second = 0; second < 400; second++) {
      world.advance(1);
      if (second === 60) world.cut('LA', 'FL');
      if (second === 150) world.restore('LA', 'FL');
      if (second === 300) world.degrade('LA:NY', 0.5);
      if (second === 380) world.loseAgent('HK');
      if (second === 390) world.cut('NY', 'BA');
    }
    await shots('trouble', new Fixture(world), { overview: '#/', reroute: '#/events?reroute=5', events: '#/events' });
  },
  async empty() {
    await shots('empty', new Fixture(new World(placeless(), { shuffles: 0, agents: false }), { history: false }), { overview: '#/', jobs: '#/jobs' });
  },
  async large() {
    await shots('large', new Fixture(new World(large(500, 1250, 7), { shuffles: 200 })), { overview: '#/' }, { only: true });
  },
};
for (const [name, take] of Object.entries(sets)) {
  if (only === undefined || only === name) {
    await take();
  }
}
await browser.close();
