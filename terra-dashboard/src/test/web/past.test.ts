import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentsAt, linksAt, sampleAt, type Past } from '../../main/web/past';
import type { Topology } from '../../main/web/types';

const TOPOLOGY: Topology = {
  name: 't',
  sites: ['A', 'B', 'C'].map((id) => ({ id, city: null, latitude: null, longitude: null, hosts: 1 })),
  links: ['A:B', 'B:A', 'C:A'].map((id) => ({ id, from: id[0]!, to: id[2]!, capacityBytesPerSecond: 100, latencyMillis: 1 })),
};
const PAST: Past = {
  links: ['B:A', 'A:B'],
  samples: [0, 10, 20].map((second, i) => ({ at: new Date(second * 1000).toISOString(), state: ['uu', 'ud', '?u'][i]!, allocatedBytesPerSecond: [50, 80], capacityBytesPerSecond: [50, 100] })),
};

test('the sample of a moment is the last one before it', () => {
  assert.deepEqual([-5, 0, 9.9, 10, 99].map((second) => sampleAt(PAST, second * 1000)?.state), ['uu', 'uu', 'uu', 'ud', '?u']);
  assert.equal(sampleAt({ links: [], samples: [] }, 0), null);
});

test('links are as the sample says, and unknown where it says nothing', () => {
  const links = linksAt(PAST, PAST.samples[1]!, TOPOLOGY);
  assert.deepEqual([...links.values()].map((link) => [link.id, link.state, link.use]), [['A:B', 'down', 0.8], ['B:A', 'degraded', 1], ['C:A', 'unknown', 0]]);
});

test('an agent is there if something is known of a link from its site', () => {
  const links = linksAt(PAST, PAST.samples[2]!, TOPOLOGY);
  assert.deepEqual([...agentsAt(links, TOPOLOGY).values()].map((agent) => agent.state), ['live', 'lost', 'lost']);
});
