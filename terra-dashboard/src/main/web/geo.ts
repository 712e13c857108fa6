import outline from './outline.json';
import type { Topology } from './types';

/** Where sites are drawn; y grows downwards. */
export interface Layout {
  points: Map<string, Point>;
  /** The continents in the same plane, or none where sites are laid out by their links. */
  land: Ring[];
  onMap: boolean;
}

export interface Point {
  x: number;
  y: number;
}

export type Ring = Point[];

/** Of the Equal Earth projection (Savric, Patterson, Jenny 2018). */
const A1 = 1.340264;
const A2 = -0.081106;
const A3 = 0.000893;
const A4 = 0.003796;
const ROOT3 = Math.sqrt(3);

/** From where to where the map has land, degrees of latitude. */
const NORTHERNMOST = 84;
const SOUTHERNMOST = -57;

/** Longitude and latitude, degrees, to the plane; 0, 0 stays where it is. */
export function equalEarth(longitude: number, latitude: number): Point {
  const theta = Math.asin((ROOT3 / 2) * Math.sin((latitude * Math.PI) / 180));
  const t2 = theta * theta;
  const t6 = t2 * t2 * t2;
  const lambda = (longitude * Math.PI) / 180;
  return {
    x: (2 * ROOT3 * lambda * Math.cos(theta)) / (3 * (9 * A4 * t6 * t2 + 7 * A3 * t6 + 3 * A2 * t2 + A1)),
    y: -theta * (A4 * t6 * t2 + A3 * t6 + A2 * t2 + A1),
  };
}

/** The map's upper and lower end. */
export function mapEnds(): { top: number; bottom: number } {
  return { top: equalEarth(0, NORTHERNMOST).y, bottom: equalEarth(0, SOUTHERNMOST).y };
}

/** The layout of a WAN: a map if every site says where it is, else one that follows from the links alone. */
export function layout(topology: Topology): Layout {
  const onMap = topology.sites.length > 0 && topology.sites.every((site) => site.latitude !== null && site.longitude !== null);
  if (!onMap) {
    return { points: byLinks(topology), land: [], onMap };
  }
  const centre = centralMeridian(topology);
  const points = new Map(topology.sites.map((site) => [site.id, equalEarth(turned(site.longitude!, centre), site.latitude!)]));
  return { points, land: land(centre), onMap };
}

function turned(longitude: number, centre: number): number {
  return ((((longitude - centre + 180) % 360) + 360) % 360) - 180;
}

/** The meridian in the middle of the map: such that links cross as few degrees as possible. */
export function centralMeridian(topology: Topology): number {
  const at = new Map(topology.sites.map((site) => [site.id, site.longitude ?? 0]));
  const sorted = [...new Set(at.values())].sort((a, b) => a - b);
  const cuts = sorted.map((longitude, i) => (longitude + (i + 1 < sorted.length ? sorted[i + 1]! : sorted[0]! + 360)) / 2);
  // The widest gap comes first, so that it wins where links cross equally many.
  const width = (i: number) => (i + 1 < sorted.length ? sorted[i + 1]! : sorted[0]! + 360) - sorted[i]!;
  const order = cuts.map((_, i) => i).sort((a, b) => width(b) - width(a) || a - b);
  let best = 0;
  let least = Infinity;
  for (const i of order) {
    const centre = turned(cuts[i]! + 180, 0);
    const crossed = topology.links.reduce((sum, link) => sum + Math.abs(turned(at.get(link.from) ?? 0, centre) - turned(at.get(link.to) ?? 0, centre)), 0);
    if (crossed < least - 1e-6) {
      least = crossed;
      best = centre;
    }
  }
  return best;
}

/** The continents with a meridian in the middle, cut where the map ends. */
function land(centre: number): Ring[] {
  const rings: Ring[] = [];
  for (const coded of outline as number[][]) {
    const ring = decode(coded);
    for (const shift of [-720, -360, 0, 360, 720]) {
      const cut = clip(clip(ring.map((p) => ({ x: p.x - centre + shift, y: p.y })), -180, 1), 180, -1);
      if (cut.length > 2) {
        rings.push(cut.map((p) => equalEarth(p.x, p.y)));
      }
    }
  }
  return rings;
}

function decode(coded: number[]): Ring {
  const ring: Ring = [];
  let x = 0;
  let y = 0;
  for (let i = 0; i + 1 < coded.length; i += 2) {
    x += coded[i]!;
    y += coded[i + 1]!;
    ring.push({ x: x / 10, y: y / 10 });
  }
  return ring;
}

/** The part of a polygon on one side of a meridian (Sutherland, Hodgman 1974). */
function clip(ring: Ring, meridian: number, side: 1 | -1): Ring {
  const inside = (p: Point) => (p.x - meridian) * side >= 0;
  if (ring.every(inside)) {
    return ring;
  }
  const result: Ring = [];
  ring.forEach((point, i) => {
    const before = ring[(i + ring.length - 1) % ring.length]!;
    if (inside(point) !== inside(before)) {
      const share = (meridian - before.x) / (point.x - before.x);
      result.push({ x: meridian, y: before.y + (point.y - before.y) * share });
    }
    if (inside(point)) {
      result.push(point);
    }
  });
  return result;
}

/** So many pairs of sites are pushed apart in all: a second of a slow machine at the most. */
const MOST_PAIRS = 12e6;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * A layout by links alone (Fruchterman, Reingold 1991), the same every time: sites start on a spiral, in the order in which links
 * reach them from the best connected one.
 */
function byLinks(topology: Topology): Map<string, Point> {
  const order = breadthFirst(topology);
  const index = new Map(order.map((id, i) => [id, i]));
  const n = order.length;
  const x = Float64Array.from(order, (_, i) => Math.sqrt(i + 0.5) * Math.cos(i * GOLDEN_ANGLE));
  const y = Float64Array.from(order, (_, i) => Math.sqrt(i + 0.5) * Math.sin(i * GOLDEN_ANGLE));
  const pairs = uniquePairs(topology).map(([a, b]) => [index.get(a)!, index.get(b)!] as const);
  const steps = Math.max(30, Math.min(300, Math.floor(MOST_PAIRS / Math.max(1, n * n))));
  for (let step = 0; step < steps; step++) {
    relax(x, y, pairs, 1.2 * (1 - step / steps) + 0.01);
  }
  return new Map(order.map((id, i) => [id, { x: x[i]! * 1.6, y: y[i]! }]));
}

function relax(x: Float64Array, y: Float64Array, pairs: (readonly [number, number])[], most: number): void {
  const n = x.length;
  const dx = new Float64Array(n);
  const dy = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const ex = x[i]! - x[j]!;
      const ey = y[i]! - y[j]!;
      const force = 1.8 / (ex * ex + ey * ey + 1e-6);
      dx[i]! += ex * force;
      dy[i]! += ey * force;
      dx[j]! -= ex * force;
      dy[j]! -= ey * force;
    }
  }
  for (const [a, b] of pairs) {
    const ex = x[a]! - x[b]!;
    const ey = y[a]! - y[b]!;
    const force = 0.35 * Math.sqrt(ex * ex + ey * ey);
    dx[a]! -= ex * force;
    dy[a]! -= ey * force;
    dx[b]! += ex * force;
    dy[b]! += ey * force;
  }
  for (let i = 0; i < n; i++) {
    const length = Math.hypot(dx[i]!, dy[i]!) || 1;
    const step = Math.min(length, most) / length;
    x[i]! += dx[i]! * step;
    y[i]! += dy[i]! * step;
  }
}

function uniquePairs(topology: Topology): [string, string][] {
  const seen = new Map<string, [string, string]>();
  for (const link of topology.links) {
    const pair: [string, string] = link.from < link.to ? [link.from, link.to] : [link.to, link.from];
    seen.set(pair.join(' '), pair);
  }
  return [...seen.values()];
}

function breadthFirst(topology: Topology): string[] {
  const neighbours = new Map<string, string[]>(topology.sites.map((site) => [site.id, []]));
  for (const [a, b] of uniquePairs(topology)) {
    neighbours.get(a)?.push(b);
    neighbours.get(b)?.push(a);
  }
  const byDegree = [...neighbours.keys()].sort((a, b) => neighbours.get(b)!.length - neighbours.get(a)!.length || (a < b ? -1 : 1));
  const order = new Set<string>();
  for (const start of byDegree) {
    const queue = order.has(start) ? [] : [start];
    for (let i = 0; i < queue.length; i++) {
      order.add(queue[i]!);
      neighbours.get(queue[i]!)!.filter((next) => !order.has(next) && !queue.includes(next)).forEach((next) => queue.push(next));
    }
  }
  return [...order];
}
