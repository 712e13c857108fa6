import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open } from './browser.mjs';

// A real controller, with shuffles that run; a process outside of its namespace carries out what is ordered.
const BASE = process.env.TERRA_DASHBOARD;
const WAIT = { timeout: 20_000 };
/** Tunnels that were down are opened again with a growing pause. */
const RECOVERY = { timeout: 90_000 };
const MOST_RED_MILLIS = 2000;

let browser;
let page;
let topology;
let orders;

before(async () => {
  browser = await launch();
  page = await open(browser, BASE);
  await page.locator('.fresh.live').waitFor(WAIT);
  topology = await page.evaluate(async () => (await fetch('/api/v1/topology')).json());
  orders = connect(process.env.TERRA_ORDERS);
});
after(async () => {
  orders?.destroy();
  await browser.close();
});

/** Pictures of what is in view, for people, where they are wanted. */
async function picture(name) {
  const folder = process.env.TERRA_PICTURES;
  if (folder === undefined) {
    return;
  }
  mkdirSync(folder, { recursive: true });
  for (const [suffix, width, height] of [['', 1280, 800], ['-390', 390, 844]]) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}${suffix}.png`), fullPage: width < 500 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Has something done to the testbed; answers with when it was asked for and when it was done. */
async function order(text) {
  const startMillis = Date.now();
  const answer = new Promise((resolve) => orders.once('data', (data) => resolve(data.toString().trim())));
  orders.write(`${text}\n`);
  assert.equal(await answer, 'ok');
  return { startMillis, endMillis: Date.now() };
}

async function go(hash) {
  await page.goto(`${BASE}#/${hash}`);
}

async function text(selector, expected, wait = WAIT) {
  await page.locator(selector).filter({ hasText: expected }).first().waitFor(wait);
}

async function linkIs(from, to, state, wait = WAIT) {
  const index = topology.links.findIndex((link) => link.from === from && link.to === to);
  await page.waitForFunction(([i, name]) => document.querySelectorAll('.wan .link')[i]?.classList.contains(name), [index, state], wait);
}

/** That of the controller's own user: the first line that says anything. */
function adminToken() {
  return readFileSync(join(homedir(), '.terra/admin-token'), 'utf8').split('\n').map((line) => line.trim()).find((line) => line !== '' && !line.startsWith('#')).split(' ').pop();
}

/** The link with most on it, once something is sent. */
async function busiestLink() {
  const end = Date.now() + RECOVERY.timeout;
  while (Date.now() < end) {
    const busiest = await page.evaluate(async () => {
      const links = (await (await fetch('/api/v1/links?limit=1000')).json()).items;
      return links.filter((link) => link.state === 'up').sort((a, b) => b.allocatedBytesPerSecond - a.allocatedBytesPerSecond)[0];
    });
    if (busiest.allocatedBytesPerSecond > 0) {
      return busiest;
    }
    await page.waitForTimeout(500);
  }
  throw new Error('nothing is sent');
}

test('the page of a real controller is there within a second', async () => {
  const millis = [];
  for (let i = 0; i < 5; i++) {
    const context = await browser.newContext();
    const fresh = await context.newPage();
    const start = Date.now();
    await fresh.goto(BASE);
    await fresh.locator('.wan .link.up').first().waitFor({ state: 'attached', ...WAIT });
    millis.push(Date.now() - start);
    await context.close();
  }
  console.log(`# the controller's page loaded in ${millis.join(', ')} ms, beside the testbed on the same cores`);
  assert.ok(Math.min(...millis) <= 1000, `${millis} ms`);
});

test('it shows every link up and the shuffles that run', async () => {
  assert.match(await page.title(), /Terra/);
  assert.equal(await page.locator('.wan .link').count(), topology.links.length);
  assert.equal(await page.locator('.wan .site').count(), topology.sites.length);
  for (const link of topology.links) {
    await linkIs(link.from, link.to, 'up', RECOVERY);
  }
  await go('shuffles');
  await page.getByRole('table', { name: 'Shuffles' }).locator('tbody tr').filter({ hasText: 'running' }).first().waitFor(RECOVERY);
});

test('a link that is cut is red within two seconds, with what moved and what it costs, and green after recovery', async () => {
  await go('');
  const used = await busiestLink();
  const { startMillis, endMillis } = await order(`cut ${used.from} ${used.to}`);
  await linkIs(used.from, used.to, 'down');
  const millis = Date.now() - startMillis;
  console.log(`# ${used.from} - ${used.to} red ${millis} ms after the cut was ordered, which took ${endMillis - startMillis} ms`);
  assert.ok(millis <= MOST_RED_MILLIS, `${millis} ms`);
  await page.getByRole('link', { name: 'what moved' }).first().click();
  await text('.panel h2', /link-down/);
  const costs = page.getByRole('table', { name: 'What it costs each job' }).locator('tbody tr');
  await costs.first().waitFor(WAIT);
  console.log(`# cost: ${(await costs.allTextContents()).join('; ')}`);
  const moved = page.getByRole('table', { name: 'Bundles before and after' });
  await moved.locator('tbody tr').first().waitFor(WAIT);
  await moved.locator('.rates .gone').first().waitFor(WAIT);
  console.log(`# moved: ${(await moved.locator('tbody tr').count())} bundles`);
  await picture('testbed-cut');
  const restored = await order(`restore ${used.from} ${used.to}`);
  await linkIs(used.from, used.to, 'up', RECOVERY);
  await linkIs(used.to, used.from, 'up', RECOVERY);
  console.log(`# green ${Date.now() - restored.startMillis} ms after the restore was ordered`);
  assert.equal(await page.locator('.wan .mark.down').count(), 0);
});

test('a link that is drained in the page carries nothing until it is restored', async () => {
  const used = await busiestLink();
  await go(`links?link=${encodeURIComponent(used.id)}`);
  await page.getByRole('button', { name: 'Show an admin token' }).click();
  await page.locator('dialog').getByLabel('Token').fill(adminToken());
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.getByRole('button', { name: 'Drain' }).click();
  await picture('testbed-drain');
  await page.locator('dialog .action').click();
  await text('.acts [role=status]', 'Done: drain-link');
  await text('.panel .state', 'drained');
  await text('.panel .facts', /Planned\s*0 bit\/s/);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.locator('dialog .action').click();
  await page.locator('.panel .state.drained').waitFor({ state: 'detached', ...WAIT });
});

test('an agent that is killed is shown as lost, and as live when it is back', async () => {
  await go('agents');
  const site = topology.sites[0].id;
  const { startMillis } = await order(`kill-agent ${site}`);
  await text('tr', new RegExp(`^${site}.*lost`));
  console.log(`# agent lost ${Date.now() - startMillis} ms after it was killed`);
  await go('');
  await text('.now', `Agent of ${site}`);
  await page.locator('.wan .site.lost').waitFor({ state: 'attached', ...WAIT });
  await picture('testbed-agent');
  await order(`start-agent ${site}`);
  await page.locator('.wan .site.lost').waitFor({ state: 'detached', ...RECOVERY });
});

test('a controller that is killed leaves stale data with its age, and the page follows the next one', async () => {
  await go('');
  await page.locator('.fresh.live').waitFor(WAIT);
  await order('kill-controller');
  await text('.fresh', /Data is \d+ s old/);
  await text('[role=alert]', /Stale: this is what the controller said \d+ s ago/);
  await page.locator('.wan.stale').waitFor({ state: 'attached', ...WAIT });
  const age = async () => Number(/(\d+) s/.exec(await page.locator('.fresh').textContent())[1]);
  const earlier = await age();
  await page.waitForFunction((before) => Number(/(\d+) s/.exec(document.querySelector('.fresh').textContent)?.[1]) >= before + 2, earlier, WAIT);
  await picture('testbed-stale');
  await order('start-controller');
  await page.locator('.fresh.live').waitFor(RECOVERY);
  await text('.figures', `${topology.sites.length} of ${topology.sites.length}`, RECOVERY);
});

test('nothing went wrong in the page, and it asked nobody else', () => {
  assert.deepEqual(page.wrong, []);
  assert.deepEqual(page.foreign, []);
});
