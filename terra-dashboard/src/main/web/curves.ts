import { mapEnds, type Layout, type Point } from './geo';
import type { TopologyLink } from './types';

/** How the plane of a layout is shown in a box of pixels. */
export interface Viewport {
  scale: number;
  left: number;
  top: number;
}

/** One direction of a link: it bends to its right, so that both directions are seen. */
export interface Curve {
  from: Point;
  control: Point;
  to: Point;
}

/** A WAN of one city would fill the box with nothing: so much of the plane is always shown, 1 being a 57th of the globe's girth. */
const LEAST_SPAN = 0.16;
const SAMPLES = 12;

/** All sites in a box, with a margin for their names. */
export function fit(layout: Layout, width: number, height: number): Viewport {
  const points = [...layout.points.values()];
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const margin = Math.min(72, width * 0.09);
  const spanX = Math.max(right - left, LEAST_SPAN);
  const spanY = Math.max(bottom - top, LEAST_SPAN / 2);
  const scale = Math.min((width - 2 * margin) / spanX, (height - 1.6 * margin) / spanY);
  const middle = height / 2 - ((top + bottom) / 2) * scale;
  const free = { least: margin - top * scale, most: height - margin - bottom * scale };
  return { scale, left: width / 2 - ((left + right) / 2) * scale, top: layout.onMap ? shiftOntoMap(middle, scale, height, free) : middle };
}

/** Where the map is higher than the box, none of the box is beyond the map's ends, as far as the sites stay in it. */
function shiftOntoMap(middle: number, scale: number, height: number, free: { least: number; most: number }): number {
  const ends = mapEnds();
  const highest = -ends.top * scale;
  const lowest = height - ends.bottom * scale;
  const wanted = highest < lowest ? (highest + lowest) / 2 : Math.max(lowest, Math.min(highest, middle));
  return free.least > free.most ? middle : Math.max(free.least, Math.min(free.most, wanted));
}

export function place(point: Point, view: Viewport): Point {
  return { x: point.x * view.scale + view.left, y: point.y * view.scale + view.top };
}

/** The curve of a link between two placed sites, from rim to rim. */
export function curve(a: Point, b: Point, radius: number): Curve {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(30, radius * 0.65 + length * 0.06);
  const control = { x: (a.x + b.x) / 2 - (dy / length) * bend, y: (a.y + b.y) / 2 + (dx / length) * bend };
  return { from: towards(a, control, radius), control, to: towards(b, control, radius) };
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const share = Math.min(0.4, distance / length);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

export function at(c: Curve, t: number): Point {
  const s = 1 - t;
  return {
    x: s * s * c.from.x + 2 * s * t * c.control.x + t * t * c.to.x,
    y: s * s * c.from.y + 2 * s * t * c.control.y + t * t * c.to.y,
  };
}

export function pathData(c: Curve): string {
  return `M${f(c.from.x)} ${f(c.from.y)}Q${f(c.control.x)} ${f(c.control.y)} ${f(c.to.x)} ${f(c.to.y)}`;
}

export function f(value: number): string {
  return value.toFixed(1);
}

/** The nearest of some curves to a point, if it is at most so far away. */
export function nearest(curves: Map<string, Curve>, point: Point, most: number): string | null {
  let best: string | null = null;
  let least = most;
  for (const [id, c] of curves) {
    const distance = distanceTo(c, point, least);
    if (distance < least) {
      least = distance;
      best = id;
    }
  }
  return best;
}

function distanceTo(c: Curve, point: Point, enough: number): number {
  const outside = Math.max(
    Math.min(c.from.x, c.to.x, c.control.x) - point.x, point.x - Math.max(c.from.x, c.to.x, c.control.x),
    Math.min(c.from.y, c.to.y, c.control.y) - point.y, point.y - Math.max(c.from.y, c.to.y, c.control.y));
  if (outside > enough) {
    return Infinity;
  }
  let least = Infinity;
  let before = c.from;
  for (let i = 1; i <= SAMPLES; i++) {
    const next = at(c, i / SAMPLES);
    least = Math.min(least, toSegment(point, before, next));
    before = next;
  }
  return least;
}

function toSegment(p: Point, a: Point, b: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const t = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/** Widths of links in pixels, by the logarithms of their capacities; in a large WAN all are thin. */
export function widths(links: TopologyLink[], sites: number): Map<string, number> {
  const logs = links.map((link) => Math.log(link.capacityBytesPerSecond));
  const least = Math.min(...logs);
  const most = Math.max(...logs);
  const factor = sites > 150 ? 0.4 : sites > 60 ? 0.6 : 1;
  return new Map(links.map((link, i) => [link.id, factor * (most - least < 1e-9 ? 4.5 : 2.5 + (4.5 * (logs[i]! - least)) / (most - least))]));
}

/** Which of 5 steps of colour a use is drawn in. */
export function useStep(use: number): number {
  return use < 0.01 ? 0 : use < 0.35 ? 1 : use < 0.65 ? 2 : use < 0.9 ? 3 : 4;
}
