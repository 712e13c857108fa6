import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, afterEach, before, test } from 'node:test';
import { launch, link, open } from './browser.mjs';
import { Fixture } from './fixture.mjs';
import { five, placeless } from './wans.mjs';
import { World } from './world.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WAIT = { timeout: 10_000 };

let browser;
let fixture;
let page;

before(async () => {
  browser = await launch();
});
after(() => browser.close());
afterEach(async () => {
  const { wrong = [], foreign = [] } = page ?? {};
  await page?.context().close();
  await fixture?.stop();
  page = undefined;
  fixture = undefined;
  assert.deepEqual(wrong, [], 'errors in the page');
  assert.deepEqual(foreign, [], 'requests to other hosts');
});

async function show(world, { hash = '', fixture: options = {}, ...more } = {}) {
  fixture = new Fixture(world, { tickMillis: 250, ...options });
  page = await open(browser, await fixture.start(), { hash, ...more });
  return page;
}

async function text(selector, expected) {
  await page.locator(selector).filter({ hasText: expected }).first().waitFor(WAIT);
}

async function linkClass(from, to, expected) {
  await page.waitForFunction(([index, name]) => document.querySelectorAll('.wan .link')[index]?.classList.contains(name),
    [fixture.world.topology.links.findIndex((l) => l.from === from && l.to === to), expected], WAIT);
}

test('shows the WAN, its figures and what runs, and keeps them up to date', async () => {
  await show(new World(five(), { shuffles: 3 }));
  assert.match(await page.title(), /Terra/);
  await text('.fresh', 'Live');
  await text('.figures', '14');
  assert.equal(await page.locator('.wan .link').count(), 14);
  assert.equal(await page.locator('.wan .site').count(), 5);
  const left = () => page.locator('.figures dd').nth(6).textContent();
  const first = await left();
  await page.waitForFunction((before) => document.querySelectorAll('.figures dd')[6].textContent !== before, first, WAIT);
});

test('a link that is cut turns red within two seconds, shows what moved and what it costs, and is green again afterwards', async () => {
  await show(new World(five(), { shuffles: 5, gigabytes: 200 }), { fixture: { tickMillis: 1000 } });
  await linkClass('NY', 'BA', 'up');
  const start = Date.now();
  fixture.world.cut('NY', 'BA');
  await linkClass('NY', 'BA', 'down');
  assert.ok(Date.now() - start < 2000, `red after ${Date.now() - start} ms`);
  assert.equal(await page.locator('.wan .mark.down').count(), 2);
  await text('.now', 'its tunnel does not answer');
  await page.getByRole('link', { name: 'what moved' }).first().click();
  await text('.panel h2', 'link-down NY::BA');
  const costs = page.getByRole('table', { name: 'What it costs each job' });
  await costs.locator('tbody tr').first().waitFor(WAIT);
  assert.equal(await costs.locator('tbody tr').count(), 5);
  await page.locator('.rates .gone').first().waitFor(WAIT);
  fixture.world.restore('NY', 'BA');
  await linkClass('NY', 'BA', 'up');
  assert.equal(await page.locator('.wan .mark.down').count(), 0);
});

test('a controller that is gone leaves stale data with its age, and is live again when it is back', async () => {
  const world = new World(five());
  await show(world);
  await text('.fresh', 'Live');
  const { port } = fixture;
  await fixture.stop();
  await text('.fresh', /Data is [3-9] s old/);
  await text('[role=alert]', /Stale: this is what the controller said \d+ s ago\..*does not answer|Stale/);
  assert.ok(await page.locator('.wan.stale').count());
  const age = async () => Number(/(\d+) s/.exec(await page.locator('.fresh').textContent())[1]);
  const earlier = await age();
  await page.waitForFunction((before) => Number(/(\d+) s/.exec(document.querySelector('.fresh').textContent)?.[1]) > before, earlier, WAIT);
  await fixture.start(port);
  await text('.fresh', 'Live');
  assert.equal(await page.locator('.wan.stale').count(), 0);
});

test('an agent that is gone is shown as lost, its links as unknown with their age', async () => {
  await show(new World(five()));
  await linkClass('HK', 'LA', 'up');
  fixture.world.loseAgent('HK');
  await linkClass('HK', 'LA', 'unknown');
  await text('.now', /Agent of HK.*lost.*heard \d+ s ago/);
  await text('.wan text.note', /\d s/);
  await page.getByRole('link', { name: 'Agents' }).click();
  await text('td', /lost, heard \d+ s ago/);
  await page.getByRole('link', { name: 'Links', exact: true }).click();
  await text('td', /unknown, heard \d+ s ago/);
});

test('a browser whose clock is hours off shows ages and finishes by the controller\'s clock', async () => {
  for (const skewMillis of [-5 * 3_600_000, 5 * 3_600_000]) {
    await show(new World(five(), { shuffles: 3, gigabytes: 60 }), { skewMillis });
    await text('.fresh', 'Live');
    await text('.jobs .figure', /^in \d+ (s|min)/);
    fixture.world.loseAgent('HK');
    await text('.now', /Agent of HK.*lost.*heard \d s ago/);
    if (skewMillis < 0) {
      await page.context().close();
      await fixture.stop();
    }
  }
});

test('handlers are listed, and those that are stock say why', async () => {
  await show(new World(five()));
  await text('.figures', '1 of 10 handlers stock');
  await page.getByRole('link', { name: '1 handler' }).click();
  const handlers = page.getByRole('table', { name: 'Handlers' });
  await handlers.locator('tr').filter({ hasText: /stock path.*mapreduce\.shuffle\.ssl\.enabled is set/ }).waitFor(WAIT);
  await page.getByLabel('Filter handlers').fill('state = terra and service = none');
  await page.waitForFunction(() => document.querySelectorAll('[aria-label="Handlers"] tbody tr').length === 5, null, WAIT);
  fixture.world.loseAgent('HK');
  await page.getByLabel('Filter handlers').fill('reason ~ lost');
  await page.waitForFunction(() => document.querySelectorAll('[aria-label="Handlers"] tbody tr').length === 2, null, WAIT);
});

test('caches show what they hold, what that saves, and whose it is', async () => {
  const world = new World(five());
  world.caches = [{ id: 'HK agent-1', site: 'HK', agent: 'agent-1', usedBytes: 32e6, capacityBytes: 64e6, hits: 110, misses: 10, servedBytes: 12e9, crossedBytes: 1e9, savedBytes: 11e9, diskUsedBytes: 3e9, diskCapacityBytes: 8e9, diskHits: 5,
    queues: [{ queue: 'etl', usedBytes: 30e6, shareBytes: 40e6 }, { queue: '', usedBytes: 2e6, shareBytes: 24e6 }], shuffles: [] }];
  await show(world, { hash: '#/agents' });
  const caches = page.getByRole('table', { name: 'Caches' });
  await caches.locator('tr').filter({ hasText: /HK.*agent-1.*32 MB of 64 MB.*3 GB of 8 GB.*92 %.*12 GB.*11 GB.*etl 30 MB of 40 MB, unknown 2 MB of 24 MB/ }).waitFor(WAIT);
});

test('costs show what queues, links and days cost, detours beyond the cheapest path, and work at sites', async () => {
  const world = new World(five());
  const row = (name, usd, detourUsd) => ({ name, bytes: 12_340_000_000, usd, detourUsd, joules: 7200, gramsCo2: 0.5 });
  await show(world, { hash: '#/costs' });
  await text('.card', 'Nothing has been sent yet.');
  world.costs = { queue: [row('etl', 12.5, 2), row('', 0.0123, 0)], link: [row('NY:BA', 7, 0)], day: [row('2026-07-01', 1, 0.25), row('2026-07-02', 2, 0)] };
  world.work = { site: [{ name: 'NY', processorSeconds: 3600, usd: 0.04, joules: 19_800, gramsCo2: 2.1 }], day: [{ name: '2026-07-02', processorSeconds: 60, usd: 0.001, joules: 330, gramsCo2: 0.03 }] };
  const shown = (title) => page.getByRole('table', { name: title });
  await shown('Costs by queue').locator('tr').filter({ hasText: /etl.*12\.3 GB.*\$ 2\.00.*\$ 12\.50.*2 Wh.*0\.5 g/ }).waitFor(WAIT);
  await shown('Costs by queue').locator('tr').filter({ hasText: /none.*\$ 0\.012/ }).waitFor(WAIT);
  await text('.card .note', '$ 12.51, $ 2.00 of it for detours');
  await shown('Work at sites').locator('tr').filter({ hasText: /NY.*1 h.*\$ 0\.04.*5\.5 Wh.*2\.1 g/ }).waitFor(WAIT);
  await page.getByLabel('Filter costs by queue').fill('detours > 0');
  await page.waitForFunction(() => document.querySelectorAll('[aria-label="Costs by queue"] tbody tr').length === 1, null, WAIT);
  await page.getByRole('button', { name: 'By day' }).click();
  await shown('Costs by day').locator('tbody tr').first().filter({ hasText: '2026-07-02' }).waitFor(WAIT);
  await shown('Work at sites').locator('tr').filter({ hasText: /2026-07-02.*1 min/ }).waitFor(WAIT);
  await page.getByRole('button', { name: 'By link' }).click();
  await text('.card .note', '$ 7.00');
  await shown('Costs by link').getByRole('link', { name: 'NY:BA' }).click();
  await text('.panel h2', 'NY');
});

/** A job that learns and one that is only watched. */
function recurringJobs() {
  const choice = (usdPerHour, usual, left, runs, meanCost, believedCost) => ({ compression: true, usdPerHour, usual, left, runs, meanCost, believedCost, deviation: believedCost === null ? null : 0.25 });
  const job = (name, observed, saved, choices) => ({ id: `ann etl ${name}`, user: 'ann', queue: 'etl', name, running: 0, runs: 9, returned: 1, restarts: 0, exploring: false, observed, saved, eta: 0.5, usdPerHour: 6, choices });
  return [job('load_#', false, 3.5, [choice(0, false, false, 1, null, null), choice(6, false, true, 5, 1.2, 1.25), choice(null, true, true, 3, 2, 2)]),
    job('watch_#', true, 0, [choice(6, false, true, 0, null, null), choice(null, true, true, 9, 2, 2)])];
}

test('recurring jobs show what is believed of each choice, what was stopped and what was saved', async () => {
  const world = new World(five());
  world.recurring = recurringJobs();
  await show(world, { hash: '#/costs' });
  const rows = (title) => page.getByRole('table', { name: title }).locator('tbody tr');
  await rows('Recurring jobs').first().filter({ hasText: /load_#.*etl.*ann.*learning.*9.*1.*0.*\$ 3\.50/ }).waitFor(WAIT);
  await text('.card .note', '$ 3.50 saved');
  await rows('Choices of load_#').filter({ hasText: /the cheapest paths.*stopped.*1.*–.*–/ }).waitFor(WAIT);
  await rows('Choices of load_#').first().filter({ hasText: /an hour worth \$ 6\.00.*used.*5.*\$ 1\.20.*\$ 1\.25 ± \$ 0\.25/ }).waitFor(WAIT);
  const bar = (row) => rows('Choices of load_#').nth(row).locator('rect.part').evaluate((part) => [part.getAttribute('x'), part.getAttribute('width')]);
  assert.deepEqual(await bar(0), ['44.4', '22.2'], '1 to 1.5 of 2.25');
  assert.deepEqual(await bar(1), ['77.8', '22.2'], '1.75 to 2.25 of 2.25');
  await page.getByRole('button', { name: 'watch_#' }).click();
  await text('.card .note', 'what they would save is not known');
});

test('latency classes show which promises are kept, since when, and what is admitted', async () => {
  const world = new World(five());
  const row = (from, to, state, share) => ({ id: `${from}:${to} interactive`, from, to, latencyClass: 'interactive', state, since: world.iso(), percentile: 99.9, bytes: 65_536,
    limitMillis: 40, measuredMillis: state === 'unknown' ? null : 31.5, admittedShare: share, admitted: 970, downgraded: 30, byTunnels: 5, measured: 970, kept: 969 });
  await show(world, { hash: '#/classes' });
  await text('.empty', 'No fetch of a class with a target');
  world.classes = [row('NY', 'BA', 'kept', 1), row('NY', 'LA', 'missed', 0.62), row('LA', 'NY', 'unknown', 1)];
  const classes = page.getByRole('table', { name: 'Latency classes' });
  await classes.locator('tr').filter({ hasText: /NY.*LA.*missed.*p99.9 of 65.5 kB < 40 ms.*31.5 ms.*62 %.*970.*30/ }).waitFor(WAIT);
  await page.getByLabel('Filter latency classes').fill('state = missed or share > 99 % and measured < 1');
  await page.waitForFunction(() => document.querySelectorAll('[aria-label="Latency classes"] tbody tr').length === 2, null, WAIT);
  await classes.getByRole('link', { name: 'link NY to BA' }).click();
  await text('.panel h2', 'NY:BA');
});

test('a link with less than its capacity is degraded, with measured and nominal apart', async () => {
  await show(new World(five()));
  fixture.world.degrade('LA:NY', 0.5);
  await linkClass('LA', 'NY', 'degraded');
  await page.goto(`${page.url().split('#')[0]}#/links?link=LA%3ANY`);
  await text('.panel .facts', /Nominal\s*10 Gbit\/s\s*Measured\s*5 Gbit\/s/);
  await text('.panel', 'Tunnels over it');
});

test('a click on a link opens its details, one on nothing closes them', async () => {
  await show(new World(five(), { shuffles: 5 }));
  await text('.fresh', 'Live');
  const middle = await link(page, 'FL', 'BA', fixture.world.topology).evaluate((path) => {
    const p = path.getPointAtLength(path.getTotalLength() / 2);
    const box = path.ownerSVGElement.getBoundingClientRect();
    return { x: box.left + p.x, y: box.top + p.y };
  });
  await page.mouse.click(middle.x, middle.y);
  await text('.panel h2', 'FL:BA');
  await text('.panel', 'Shuffles on it');
  await page.mouse.click(150, 250);
  await page.locator('.panel').waitFor({ state: 'detached', ...WAIT });
});

/** Shows the token of an administrator in a panel that is open. */
async function becomeAdmin(token = 'admin-admin-admin-admin') {
  await page.getByRole('button', { name: 'Show an admin token' }).click();
  await page.locator('dialog').getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Show it' }).click();
}

test('who may not act can look, and an administrator drains a link after a confirmation, and takes it back', async () => {
  await show(new World(five(), { shuffles: 3 }), { hash: '#/links?link=NY%3ABA' });
  await text('.acts', 'You may look, not act.');
  assert.equal(await page.getByRole('button', { name: 'Drain' }).count(), 0);
  await becomeAdmin('wrong-wrong-wrong-wrong');
  await text('dialog [role=alert]', 'this token is not known');
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached', ...WAIT });
  await becomeAdmin();
  await page.getByRole('button', { name: 'Drain' }).click();
  await text('dialog h2', 'Drain NY::BA?');
  await text('dialog', 'Plans nothing over NY::BA, in both directions.');
  await page.locator('dialog').getByRole('button', { name: 'Drain NY::BA', exact: true }).waitFor(WAIT);
  await page.getByRole('button', { name: 'Leave it' }).click();
  assert.deepEqual(fixture.asked, [], 'nothing is done without a confirmation');
  await page.getByRole('button', { name: 'Drain' }).click();
  await page.getByLabel('Why, for the record').fill('maintenance');
  await page.locator('dialog .action').click();
  await text('.acts [role=status]', 'Done: drain-link NY::BA. Agents were told');
  assert.deepEqual(fixture.asked, [{ method: 'POST', path: 'links/NY::BA/drain', body: { reason: 'maintenance' } }]);
  await text('.panel .state.drained', 'drained');
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await text('li', /drain-link NY::BA by ops: maintenance/);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.locator('dialog .action').click();
  await text('.empty', 'everything is as the configuration says');
  await text('[aria-label="Operators’ actions that have ended"] li', /drain-link NY::BA by ops: maintenance/);
  assert.equal(fixture.asked.at(-1).path, 'actions/a1');
});

test('a token that is not known any more leaves a page that may look', async () => {
  await show(new World(five(), { shuffles: 3 }), { hash: '#/links?link=NY%3ABA' });
  await becomeAdmin();
  await page.getByRole('button', { name: 'Drain' }).click();
  fixture.admin = 'another-another-another';
  await page.locator('dialog .action').click();
  await text('dialog [role=alert]', 'this token is not known');
  await page.keyboard.press('Escape');
  await text('.acts', 'You may look, not act.');
  fixture.viewers.forEach((viewer) => viewer.destroy());
  await text('.fresh', 'Live');
  assert.equal(await page.locator('h1', { hasText: 'wants a token' }).count(), 0);
  await becomeAdmin('another-another-another');
  await page.getByRole('button', { name: 'Drain' }).waitFor(WAIT);
});

test('no filter breaks the page, whatever is typed', async () => {
  await show(new World(five(), { shuffles: 3 }), { hash: '#/links' });
  const filter = page.getByLabel('Filter links');
  for (const [typed, said] of [['__proto__ = 1', 'there is no field'], ['constructor > 0', 'there is no field'], ['('.repeat(20_000), 'too many brackets'],
    ['not '.repeat(20_000), 'too many brackets'], ['use > "', 'is not understood'], ['use ><= 3', 'expected a value']]) {
    await filter.fill(typed);
    await text('.filter [role=alert]', said);
  }
  await filter.fill('<img src=x onerror=alert(1)>');
  await filter.fill('use >= 0');
  await page.getByRole('table', { name: 'Links' }).locator('tbody tr').nth(13).waitFor(WAIT);
  assert.deepEqual(page.wrong, []);
});

test('the terms of a shuffle are changed by an administrator, and what is refused is said', async () => {
  await show(new World(five(), { shuffles: 3 }), { hash: '#/shuffles?shuffle=q18_sort_edge' });
  await becomeAdmin();
  await page.getByRole('button', { name: 'Change its terms' }).click();
  await page.locator('dialog .action').click();
  await text('dialog [role=alert]', 'Fill in one of them.');
  await page.getByLabel('Priority').fill('1000');
  await page.locator('dialog .action').click();
  await text('dialog [role=alert]', 'Priority: expected -100 to 100, got 1000');
  await page.getByLabel('Priority').fill('60');
  await page.locator('dialog .action').click();
  await text('dialog [role=alert]', 'this fixture knows 50 at most');
  await page.getByLabel('Priority').fill('5');
  await page.locator('dialog .action').click();
  await text('.panel .facts', '1, 5 (operator)');
  await page.getByRole('button', { name: 'Take its terms back' }).waitFor(WAIT);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.evaluate(AXE);
  assert.deepEqual(await audit(), []);
});

test('a shuffle shows its bundles, paths, rates, finish and what limits it', async () => {
  await show(new World(five(), { shuffles: 3 }), { hash: '#/shuffles?shuffle=q18_sort_edge' });
  await text('.panel h2', 'q18_sort_edge');
  await text('.panel .facts', 'Done in');
  await text('.panel', 'What limits it');
  await text('.panel', /% of the limit/);
  const rows = page.getByRole('table', { name: 'Bundles of the shuffle' }).locator('tbody tr');
  await rows.first().waitFor(WAIT);
  assert.equal(await rows.count(), 4);
  await text('.panel .rates', /:.*bit\/s/);
});

test('tables filter by expressions, say what is wrong with one, and sort', async () => {
  await show(new World(five(), { shuffles: 5 }), { hash: '#/links' });
  fixture.world.cut('NY', 'BA');
  const rows = page.getByRole('table', { name: 'Links' }).locator('tbody tr');
  await rows.first().waitFor(WAIT);
  const filter = page.getByLabel('Filter links');
  await filter.fill('state = down');
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2, null, WAIT);
  await filter.fill('speed > 3');
  await text('[role=alert]', 'there is no field "speed"');
  await filter.fill('use > 2');
  await text('.empty', 'No row matches');
  await page.getByRole('button', { name: 'Clear it' }).click();
  await page.getByRole('button', { name: 'Nominal' }).click();
  const first = await rows.first().textContent();
  await page.getByRole('button', { name: 'Nominal' }).click();
  assert.equal(await page.locator('th[aria-sort=ascending]').count(), 1);
  assert.notEqual(await rows.first().textContent(), first);
});

test('everything can be reached by keyboard', async () => {
  await show(new World(five(), { shuffles: 3 }));
  await text('.fresh', 'Live');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'To the content');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  await page.getByRole('link', { name: 'Shuffles', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'etl_nightly_join' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 'panel-title', null, WAIT);
  await page.keyboard.press('Escape');
  await page.locator('.panel').waitFor({ state: 'detached', ...WAIT });
});

test('the slider shows the WAN as it was', async () => {
  const world = new World(five(), { shuffles: 3, gigabytes: 500, startMillis: Date.now() - 300_000 });
  for (let second = 0; second < 300; second++) {
    world.advance(1);
    if (second === 100) world.cut('LA', 'FL');
    if (second === 200) world.restore('LA', 'FL');
  }
  await show(world);
  await linkClass('LA', 'FL', 'up');
  await text('.timeline', '10 min');
  await page.locator('.strip .outage').first().waitFor(WAIT);
  await page.getByLabel('Moment that is shown').fill('225');
  await linkClass('LA', 'FL', 'down');
  await text('.timeline [role=status]', 'As it was at');
  await page.getByRole('button', { name: 'Back to now' }).click();
  await linkClass('LA', 'FL', 'up');
});

test('an empty page says why and what to type', async () => {
  await show(new World(placeless(), { shuffles: 0, agents: false }), { fixture: { history: false } });
  await text('.now', 'No agent has been seen yet');
  await text('.now', './terra agent --config FILE');
  await text('.legend', 'no coordinates in the topology');
  await text('.timeline', 'the controller keeps no history');
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await text('.empty', 'since no agent has joined');
});

test('without a controller the page says so, and shows it once it is there', async () => {
  await show(new World(five()));
  const { port } = fixture;
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.reload();
  await text('h1', 'No answer from the controller');
  await text('main', './terra controller --topology FILE');
  await page.unroute('**/api/v1/**');
  await text('.fresh', 'Live');
  assert.equal(fixture.port, port);
});

test('a controller that wants a token gets it', async () => {
  await show(new World(five()), { fixture: { token: 'secret-secret-secret' } });
  await text('h1', 'This controller wants a token');
  await page.getByLabel('Token').fill('wrong');
  await page.getByRole('button', { name: 'Look' }).click();
  await text('[role=alert]', 'does not know that token');
  await text('h1', 'This controller wants a token');
  await page.getByLabel('Token').fill('secret-secret-secret');
  await page.getByRole('button', { name: 'Look' }).click();
  await text('.fresh', 'Live');
});

for (const [width, scheme] of [[1280, 'light'], [390, 'dark'], [1280, 'dark']]) {
  test(`axe finds no serious violation at ${width} pixels, ${scheme}`, async () => {
    const world = new World(five(), { shuffles: 5, gigabytes: 200 });
    world.advance(1);
    world.cut('NY', 'BA');
    world.loseAgent('HK');
    world.recurring = recurringJobs();
    await show(world, { width, colorScheme: scheme });
    await page.evaluate(AXE);
    for (const hash of ['#/', '#/links?link=NY%3ABA', '#/shuffles?shuffle=q18_sort_edge', '#/jobs?job=job_1000', '#/agents?site=HK', '#/events?reroute=1', '#/tunnels', '#/classes', '#/costs', '#/rounds']) {
      await page.goto(`${page.url().split('#')[0]}${hash}`);
      await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined);
      const found = await audit();
      assert.deepEqual(found, [], hash);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${hash} is wider than the window`);
    }
  });
}

test('at 390 pixels a table says that it has more columns, until they are in sight', async () => {
  await show(new World(five(), { shuffles: 3 }), { width: 390, hash: '#/links' });
  await text('.beside', 'more columns →');
  assert.ok(await page.locator('.scroller.more-right').count());
  const region = page.locator('.scroll');
  await region.evaluate((box) => { box.scrollLeft = box.scrollWidth; });
  await text('.beside', /^← more columns$/);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.locator('.beside').waitFor({ state: 'detached', ...WAIT });
});

test('deadlines, what links carry, tunnels and the version are shown, and names lead to what they name', async () => {
  const world = new World(five(), { shuffles: 3 });
  world.advance(1);
  const [first] = world.shuffles.values();
  world.deadlines.set(first.id, new Date(world.nowMillis + 600_000).toISOString());
  await show(world, { hash: '#/jobs' });
  await text('.version', '0.2.0-TEST');
  const jobs = page.getByRole('table', { name: 'Jobs' });
  await jobs.locator('td', { hasText: /in (9|10) min/ }).first().waitFor(WAIT);
  await jobs.getByRole('link', { name: first.id, exact: true }).first().click();
  await text('.panel h2', first.id);
  await text('.panel .facts', /Deadline.*in (9|10) min/);
  await page.locator('.panel .kicker a').click();
  await text('.panel h2', first.job);
  await page.getByRole('link', { name: 'Tunnels', exact: true }).click();
  const tunnels = page.getByRole('table', { name: 'Tunnels' });
  await tunnels.locator('tbody td', { hasText: 'bit/s' }).first().waitFor(WAIT);
  await tunnels.getByRole('link', { name: /^link NY to/ }).first().click();
  await text('.panel h2', /^NY:/);
  await text('.panel .facts', /Carries/);
  world.cut('NY', 'BA');
  await page.goto(`${page.url().split('#')[0]}#/events`);
  await page.getByRole('table', { name: 'Events' }).getByRole('link', { name: 'NY::BA' }).first().click();
  await text('.panel h2', 'NY:BA');
});

async function audit() {
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.failureSummary}`).join('; ')}`);
}

test('the page loads within a second and has less than a megabyte', async () => {
  await show(new World(five()));
  const loads = [];
  for (let i = 0; i < 3; i++) {
    loads.push(await load());
  }
  const millis = loads.map((one) => one.millis).sort((a, b) => a - b)[1];
  const { bytes } = loads[0];
  console.log(`# loaded in ${millis} ms, ${bytes} bytes`);
  assert.ok(millis <= 1000, `${millis} ms`);
  assert.ok(bytes > 100_000 && bytes < 1_000_000, `${bytes} bytes`);
});

/** One load by a browser that has nothing of the page yet. */
async function load() {
  const context = await browser.newContext();
  const fresh = await context.newPage();
  const bodies = [];
  fresh.on('response', (response) => response.url().includes('/api/') || bodies.push(response.body()));
  const start = Date.now();
  await fresh.goto(`http://127.0.0.1:${fixture.port}/`);
  await fresh.locator('.wan .link').first().waitFor({ state: 'attached', ...WAIT });
  const millis = Date.now() - start;
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + body.length, 0);
  await context.close();
  return { millis, bytes };
}
