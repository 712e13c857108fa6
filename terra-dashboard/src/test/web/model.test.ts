import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY, jobsOf, sparedByCaches, withChange, withSnapshot } from '../../main/web/model';
import { Recorder, SECONDS_KEPT } from '../../main/web/recorder';
import type { CacheRow, Change, Link, Shuffle, Snapshot, Status, TerraEvent } from '../../main/web/types';

function link(id: string, state: Link['state'], allocatedBytesPerSecond = 0): Link {
  const [from = '', to = ''] = id.split(':');
  return { id, from, to, state, drained: false, reason: null, heardAt: null, nominalBytesPerSecond: 1e9, measuredBytesPerSecond: null, measuredAt: null, allocatedBytesPerSecond, use: 0, carriedBytesPerSecond: 0, carriedShare: 0 };
}

function shuffle(id: string, job: string, more: Partial<Shuffle> = {}): Shuffle {
  return { id, job, queue: 'etl', queueFrom: 'yarn', user: 'ada', state: 'running', failure: null, weight: 1, priority: 0, deadlineAt: null, deadlineProblem: null, termsFrom: 'ordinary', arrivedAt: '2026-01-01T00:00:00.000Z', startedAt: null, finishedAt: null,
    expectedFinishAt: '2026-01-01T00:01:00.000Z', gammaSeconds: 1, expectedBytes: 100, doneBytes: 40, wireBytes: 10, compressSeconds: 0.5, restoreSeconds: 0.1, leftBytes: 60, unplacedBytes: 0, sameSiteBytes: 0, bytesPerSecond: 5, bundles: 2, bundlesWaiting: 0, progress: 0.4, ...more };
}

function event(number: number): TerraEvent {
  return { number, at: '2026-01-01T00:00:00.000Z', kind: 'link-down', severity: 'warning', target: 'A::B', detail: '' };
}

const STATUS = { plannedBytesPerSecond: 7 } as Status;

function snapshot(more: Partial<Snapshot> = {}): Snapshot {
  return { session: 's', version: 1, at: '2026-01-01T00:00:00.000Z', status: STATUS, links: [link('A:B', 'up'), link('B:A', 'up')], agents: [], shuffles: [shuffle('x', 'j')], events: [event(1)], reroutes: [], ...more };
}

function change(more: Partial<Change>): Change {
  return { ...snapshot({ links: [], shuffles: [], events: [] }), version: 2, gone: [], ...more };
}

test('a change replaces the rows that it has and keeps the others as they are', () => {
  const before = withSnapshot(EMPTY, snapshot());
  const after = withChange(before, change({ links: [link('A:B', 'down')] }));
  assert.equal(after.links.get('A:B')?.state, 'down');
  assert.equal(after.links.get('B:A'), before.links.get('B:A'));
  assert.equal(after.shuffles, before.shuffles);
  assert.equal(after.events, before.events);
});

test('what caches have saved of some shuffles is the sum of each cache, the largest first', () => {
  const cache = (agent: string, shuffles: CacheRow['shuffles']) => ({ site: 'HK', agent, shuffles }) as CacheRow;
  const caches = [cache('one', [{ shuffle: 'x', savedBytes: 5 }, { shuffle: 'other', savedBytes: 90 }]), cache('two', [{ shuffle: 'x', savedBytes: 3 }, { shuffle: 'y', savedBytes: 4 }]), cache('three', [])];
  assert.deepEqual(sparedByCaches(caches, ['x', 'y']), [{ site: 'HK', agent: 'two', bytes: 7 }, { site: 'HK', agent: 'one', bytes: 5 }]);
  assert.deepEqual(sparedByCaches(caches, ['gone']), []);
});

test('shuffles that are gone are no longer listed', () => {
  const after = withChange(withSnapshot(EMPTY, snapshot()), change({ gone: ['x'], shuffles: [shuffle('y', 'j')] }));
  assert.deepEqual([...after.shuffles.keys()], ['y']);
});

test('an event that comes twice is there once', () => {
  const after = withChange(withSnapshot(EMPTY, snapshot()), change({ events: [event(1), event(2)] }));
  assert.deepEqual(after.events.map((e) => e.number), [1, 2]);
});

test('a snapshot of another session leaves nothing of the one before', () => {
  const after = withSnapshot(withSnapshot(EMPTY, snapshot()), snapshot({ session: 't', shuffles: [], links: [link('A:B', 'up')] }));
  assert.deepEqual([after.session, after.links.size, after.shuffles.size], ['t', 1, 0]);
});

test('a job is all its shuffles', () => {
  const [job] = jobsOf([shuffle('x', 'j'), shuffle('y', 'j', { state: 'waiting', expectedFinishAt: null, leftBytes: 100, doneBytes: 0, priority: 3 })]);
  assert.deepEqual([job!.state, job!.expectedFinishAt, job!.leftBytes, job!.progress, job!.priority, job!.shuffles], ['waiting', null, 160, 0.2, 3, 2]);
  assert.deepEqual([job!.wireBytes, job!.compressSeconds, job!.restoreSeconds], [20, 1, 0.2]);
});

test('a job is done when its last shuffle is', () => {
  const [job] = jobsOf([shuffle('x', 'j'), shuffle('y', 'j', { expectedFinishAt: '2026-01-01T00:09:00.000Z' }), shuffle('z', 'j', { state: 'ended', leftBytes: 0, expectedFinishAt: null })]);
  assert.equal(job!.expectedFinishAt, '2026-01-01T00:09:00.000Z');
});

test('the recorder keeps one figure a second, and no more than it may', () => {
  const recorder = new Recorder();
  for (let second = 0; second < SECONDS_KEPT + 5; second++) {
    const at = new Date(second * 1000 + 1_000_000).toISOString();
    recorder.record(withSnapshot(EMPTY, snapshot({ at, links: [link('A:B', 'up', second)] })));
    recorder.record(withSnapshot(EMPTY, snapshot({ at, links: [link('A:B', 'up', -1)] })));
  }
  const { times, values } = recorder.link('A:B');
  assert.equal(times.length, SECONDS_KEPT);
  assert.deepEqual([values.length, values[0], values[values.length - 1]], [SECONDS_KEPT, 5, SECONDS_KEPT + 4]);
  assert.deepEqual([recorder.past().samples.length, recorder.past().samples[0]!.allocatedBytesPerSecond], [SECONDS_KEPT, [5]]);
});

test('a link that is watched later has no figures from before', () => {
  const recorder = new Recorder();
  for (let second = 0; second < 3; second++) {
    const many = Array.from({ length: 400 }, (_, i) => link(`A:${i}`, 'up', second));
    recorder.record(withSnapshot(EMPTY, snapshot({ at: new Date(1_000_000 + second * 1000).toISOString(), links: many })));
    recorder.watch('A:7');
  }
  assert.deepEqual(recorder.link('A:7').values, [null, 1, 2]);
});
