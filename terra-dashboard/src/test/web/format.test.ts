import assert from 'node:assert/strict';
import { test } from 'node:test';
import { age, bytes, count, duration, energy, grams, millis, percent, rate, secondsUntil, usd } from '../../main/web/format';

test('sizes have three digits', () => {
  assert.deepEqual([0, 1, 999, 1000, 12_340, 999_600, 1.5e9, 2e15].map(bytes), ['0 B', '1 B', '999 B', '1 kB', '12.3 kB', '1 MB', '1.5 GB', '2 PB']);
});
test('rates are in bits', () => assert.deepEqual([0, 625e6, null].map(rate), ['0 bit/s', '5 Gbit/s', '–']));
test('lengths of time have two parts', () => {
  assert.deepEqual([0, 0.44, 9.96, 59.4, 60, 200, 3600, 7500, 90_000].map(duration), ['0 s', '0.4 s', '10 s', '59 s', '1 min', '3 min 20 s', '1 h', '2 h 5 min', '1 d 1 h']);
  assert.equal(duration(null), '–');
});
test('ages are whole seconds', () => assert.deepEqual([-1, 3.9, 61].map(age), ['0 s', '3 s', '1 min 1 s']));
test('shares, milliseconds, counts', () => {
  assert.equal(percent(0.846), '85 %');
  assert.equal(millis(1.234), '1.23 ms');
  assert.deepEqual([count(1, 'link'), count(2500, 'link')], ['1 link', '2,500 links']);
});
test('what is past is due', () => {
  assert.equal(secondsUntil('2026-01-01T00:00:10.000Z', Date.parse('2026-01-01T00:00:00Z')), 10);
  assert.equal(secondsUntil('2026-01-01T00:00:00.000Z', Date.parse('2026-01-01T00:01:00Z')), 0);
  assert.equal(secondsUntil(null, 0), null);
});
test('money has cents, or two digits where it is less than a dollar', () => {
  assert.deepEqual([0, 1234.567, 1, 0.999, 0.05, 0.0123, 0.000_012_3].map(usd), ['$ 0.00', '$ 1234.57', '$ 1.00', '$ 1.00', '$ 0.05', '$ 0.012', '$ 0.000012']);
});
test('energy is in watt hours, carbon dioxide in grams', () => {
  assert.equal(energy(3.6e6), '1 kWh');
  assert.equal(grams(1500), '1.5 kg');
});
