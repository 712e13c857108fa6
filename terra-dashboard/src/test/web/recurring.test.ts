import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fate, remark, saved, settings, stateOf } from '../../main/web/recurring';
import type { RecurringChoice, RecurringJob } from '../../main/web/types';

const choice = (of: Partial<RecurringChoice>): RecurringChoice =>
  ({ compression: true, usdPerHour: null, usual: false, left: true, runs: 0, meanCost: null, believedCost: null, deviation: null, ...of });
const USUAL = choice({ usual: true, runs: 4, meanCost: 2, believedCost: 2, deviation: 0.1 });
const job = (of: Partial<RecurringJob>): RecurringJob =>
  ({ id: 'ann etl load', user: 'ann', queue: 'etl', name: 'load', running: 0, runs: 4, returned: 0, restarts: 0, exploring: false, observed: false, saved: 0, eta: 0.5, usdPerHour: 6, choices: [USUAL], ...of });

test('what trying has cost is no saving', () => {
  assert.equal(saved(1.5), '$ 1.50 saved');
  assert.equal(saved(-0.25), 'trying has cost $ 0.25');
});

test('a choice says what has become of it', () => {
  assert.equal(fate(USUAL), 'used, usual');
  assert.equal(fate(choice({})), 'not tried');
  assert.equal(fate(choice({ left: false })), 'ruled out untried');
  assert.equal(fate(choice({ left: false, runs: 1 })), 'stopped');
  assert.equal(fate(choice({ left: false, runs: 2, meanCost: 3 })), 'ruled out');
});

test('settings are said in words', () => {
  assert.equal(settings(choice({})), 'the fastest paths');
  assert.equal(settings(choice({ usdPerHour: 0 })), 'the cheapest paths');
  assert.equal(settings(choice({ usdPerHour: 6, compression: false })), 'an hour worth $ 6.00, no compression');
});

test('of a job that is only watched, a saving is said only where other settings have run', () => {
  assert.equal(stateOf(job({ observed: true, exploring: true })), 'observed');
  assert.match(remark(job({ observed: true, choices: [USUAL, choice({})] })), /not known/);
  assert.match(remark(job({ observed: true, choices: [USUAL, choice({ runs: 3, believedCost: 1.5, deviation: 0.1 })] })), /would save \$ 0\.5\./);
  assert.match(remark(job({ observed: true, choices: [USUAL, choice({ runs: 3, believedCost: 2.5, deviation: 0.1 })] })), /would save \$ 0\.00/);
});
