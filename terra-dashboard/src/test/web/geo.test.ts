import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, curve, fit, nearest, place, useStep, widths } from '../../main/web/curves';
import { centralMeridian, equalEarth, layout } from '../../main/web/geo';
import type { Topology } from '../../main/web/types';

function topology(sites: [string, number | null, number | null][], pairs: [string, string][]): Topology {
  return {
    name: 't',
    sites: sites.map(([id, latitude, longitude]) => ({ id, city: null, latitude, longitude, hosts: 1 })),
    links: pairs.flatMap(([a, b]) => [[a, b], [b, a]]).map(([from, to]) => ({ id: `${from}:${to}`, from: from!, to: to!, capacityBytesPerSecond: 1e9, latencyMillis: 1 })),
  };
}

const PACIFIC = topology([['HK', 22, 114], ['LA', 34, -118], ['NY', 41, -74], ['BA', 41, 2]], [['HK', 'LA'], ['HK', 'NY'], ['LA', 'NY'], ['NY', 'BA']]);

test('Equal Earth: the globe is 2.05 times as wide as high, areas of bands are kept', () => {
  const width = 2 * equalEarth(180, 0).x;
  const height = -2 * equalEarth(0, 90).y;
  assert.ok(Math.abs(width / height - 2.05458) < 1e-4);
  const band = (low: number, high: number) => {
    let area = 0;
    for (let i = 0; i < 1000; i++) {
      const a = low + ((high - low) * i) / 1000;
      const b = low + ((high - low) * (i + 1)) / 1000;
      area += (equalEarth(180, (a + b) / 2).x * 2) * (equalEarth(0, a).y - equalEarth(0, b).y);
    }
    return area;
  };
  const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180);
  assert.ok(Math.abs(band(0, 30) / band(60, 90) - sine(30) / (1 - sine(60))) < 1e-3);
});

test('links over the Pacific put the Pacific in the middle', () => {
  const centre = centralMeridian(PACIFIC);
  assert.ok(centre < -90 && centre > -160, String(centre));
  const { points, onMap, land } = layout(PACIFIC);
  assert.ok(onMap && land.length > 50);
  assert.ok(points.get('HK')!.x < points.get('LA')!.x && points.get('LA')!.x < points.get('BA')!.x);
});

test('the continents stay within the map, wherever it is cut', () => {
  const edge = equalEarth(180, 0).x;
  for (const longitude of [-170, -60, 10, 100, 179]) {
    const around = topology([['A', 0, longitude], ['B', 10, longitude > 0 ? longitude - 20 : longitude + 20]], [['A', 'B']]);
    assert.ok(layout(around).land.flat().every((p) => Math.abs(p.x) <= edge + 1e-9));
  }
});

test('sites without places are laid out by their links, the same every time and apart from each other', () => {
  const ring = topology(Array.from({ length: 12 }, (_, i) => [`s${i}`, null, null]), Array.from({ length: 12 }, (_, i) => [`s${i}`, `s${(i + 1) % 12}`]));
  const first = layout(ring);
  assert.equal(first.onMap, false);
  assert.deepEqual([...first.points], [...layout(ring).points]);
  const points = [...first.points.values()];
  const gaps = points.flatMap((a, i) => points.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
  assert.ok(Math.min(...gaps) > 0.2, String(Math.min(...gaps)));
});

test('500 sites without places are laid out within seconds', { timeout: 5000 }, () => {
  const many = topology(Array.from({ length: 500 }, (_, i) => [`s${i}`, null, null]), Array.from({ length: 1250 }, (_, i) => [`s${i % 500}`, `s${(i * 7 + 1) % 500}`]));
  assert.ok([...layout(many).points.values()].every((p) => Number.isFinite(p.x) && Number.isFinite(p.y)));
});

test('all sites are within the box, with room', () => {
  for (const [width, height] of [[1200, 500], [360, 320]] as const) {
    const plan = layout(PACIFIC);
    const view = fit(plan, width, height);
    for (const point of plan.points.values()) {
      const p = place(point, view);
      assert.ok(p.x > 10 && p.x < width - 10 && p.y > 10 && p.y < height - 10);
    }
  }
});

test('the two directions of a link are apart, and the nearer one is found', () => {
  const there = curve({ x: 0, y: 0 }, { x: 100, y: 0 }, 6);
  const back = curve({ x: 100, y: 0 }, { x: 0, y: 0 }, 6);
  assert.ok(at(there, 0.5).y > 2 && at(back, 0.5).y < -2);
  const curves = new Map([['there', there], ['back', back]]);
  assert.equal(nearest(curves, { x: 50, y: 5 }, 9), 'there');
  assert.equal(nearest(curves, { x: 50, y: -5 }, 9), 'back');
  assert.equal(nearest(curves, { x: 50, y: 60 }, 9), null);
});

test('wider is more capacity; more use is another step', () => {
  const links = [1, 10, 100].map((gbit) => ({ id: String(gbit), from: 'A', to: 'B', capacityBytesPerSecond: gbit * 125e6, latencyMillis: 1 }));
  const wide = widths(links, 3);
  assert.ok(wide.get('1')! < wide.get('10')! && wide.get('10')! < wide.get('100')!);
  assert.ok(widths(links, 500).get('100')! < wide.get('100')!);
  assert.deepEqual([0, 0.2, 0.5, 0.8, 1].map(useStep), [0, 1, 2, 3, 4]);
});
