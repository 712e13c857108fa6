import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total } from '../../main/web/costs';

const row = (usd: number, detourUsd: number) => ({ name: '', bytes: 1, usd, detourUsd, joules: 0, gramsCo2: 0 });

test('a sum says what detours cost, but not of links', () => {
  assert.equal(total([row(2, 0.5), row(3, 1)], 'queue'), '$ 5.00, $ 1.50 of it for detours');
  assert.equal(total([row(2, 0), row(3, 0)], 'link'), '$ 5.00');
  assert.equal(total([], 'day'), '$ 0.00, $ 0.00 of it for detours');
});
