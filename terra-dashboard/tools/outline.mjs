// Makes src/main/web/outline.json, the outline of the continents: rings of [longitude, latitude] in tenths of a degree, the first point
// as it is and each other one as the difference to the one before. Antarctica, where no sites are, is left out.
// Once, by hand: npm install --no-save world-atlas@2.0.2 topojson-client@3.1.0 && node tools/outline.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { feature } from 'topojson-client';

const SOUTHERNMOST_DEGREES = -59;
const world = JSON.parse(readFileSync('node_modules/world-atlas/land-110m.json', 'utf8'));
const land = feature(world, world.objects.land);
const rings = land.features
  .flatMap((f) => (f.geometry.type === 'MultiPolygon' ? f.geometry.coordinates : [f.geometry.coordinates]))
  .flat()
  .filter((ring) => Math.max(...ring.map(([, latitude]) => latitude)) > SOUTHERNMOST_DEGREES)
  .map((ring) => ring.map((point) => point.map((degrees) => Math.round(degrees * 10))))
  .map((ring) => ring.filter(([x, y], i) => i === 0 || x !== ring[i - 1][0] || y !== ring[i - 1][1]));
// A ring that crosses the 180th meridian goes on beyond it.
const across = (dx) => (dx > 1800 ? dx - 3600 : dx < -1800 ? dx + 3600 : dx);
const deltas = rings.map((ring) => ring.flatMap(([x, y], i) => (i === 0 ? [x, y] : [across(x - ring[i - 1][0]), y - ring[i - 1][1]])));
writeFileSync('src/main/web/outline.json', `${JSON.stringify(deltas)}\n`);
