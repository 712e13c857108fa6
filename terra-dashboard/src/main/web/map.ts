import { at, curve, f, fit, nearest, pathData, place, useStep, widths, type Curve, type Viewport } from './curves';
import { age, percent, rate } from './format';
import { layout, type Layout, type Point } from './geo';
import type { Selection } from './route';
import type { Agent, Link, Topology } from './types';

const SVG = 'http://www.w3.org/2000/svg';
/** A pointer so near to a link means it. */
const REACH_PIXELS = 9;
const MOST_ZOOM = 24;
/** Between two names. */
const LABEL_GAP = 3;
/** With more links nothing fades, and no name makes way for them. */
const LARGE = 200;

/** What is drawn, besides the WAN itself. */
export interface Scene {
  links: Map<string, Link>;
  agents: Map<string, Agent>;
  selected: Selection | null;
  /** Links that carry what is selected, or none. */
  carrying: Set<string> | null;
  /** Whether what is shown may be no longer true. */
  stale: boolean;
  nowMillis: number;
}

/** Ages stand beside links where there is room for them. */
const MOST_NOTES = 120;
const LEAST_NOTE_WIDTH = 560;

/** Left, top, right, bottom. */
type Box = [number, number, number, number];

function apart(a: Box, b: Box): boolean {
  return a[2] + LABEL_GAP < b[0] || a[0] > b[2] + LABEL_GAP || a[3] < b[1] || a[1] > b[3];
}

/** Where along a link a name near its ends would meet it. */
const NEAR_ENDS = [0.02, 0.05, 0.08, 0.11, 0.15, 0.2, 0.25, 0.75, 0.8, 0.85, 0.89, 0.92, 0.95, 0.98];

interface LinkParts {
  line: SVGPathElement;
  mark: SVGUseElement | null;
  note: SVGTextElement | null;
  drawn: string;
}

/** The WAN as SVG. It keeps its elements and touches only those whose link or site looks different. */
export class WanMap {
  private readonly svg = element('svg', { class: 'wan', 'aria-hidden': 'true' });
  private readonly land = element('path', { class: 'land' });
  private readonly lines = element('g', {});
  private readonly marks = element('g', {});
  private readonly sites = element('g', {});
  private readonly tip = document.createElement('div');
  private topology: Topology | null = null;
  private plan: Layout | null = null;
  private view: Viewport = { scale: 1, left: 0, top: 0 };
  private curves = new Map<string, Curve>();
  private points = new Map<string, Point>();
  private widths = new Map<string, number>();
  private parts = new Map<string, LinkParts>();
  private dots = new Map<string, { group: SVGGElement; drawn: string }>();
  private scene: Scene | null = null;
  private zoom = 1;
  private pan: Point = { x: 0, y: 0 };
  private drag: { x: number; y: number; moved: boolean } | null = null;

  constructor(private readonly host: HTMLElement, private readonly select: (selection: Selection | null) => void) {
    this.svg.append(markers(), this.land, this.lines, this.marks, this.sites);
    this.tip.className = 'tip';
    this.tip.hidden = true;
    this.host.append(this.svg, this.tip);
    this.listen();
    new ResizeObserver(() => this.replace()).observe(this.host);
  }

  /** Draws another WAN. */
  show(topology: Topology): void {
    this.topology = topology;
    this.plan = layout(topology);
    this.widths = widths(topology.links, topology.sites.length);
    this.parts.forEach((part) => [part.line, part.mark, part.note].forEach((node) => node?.remove()));
    this.dots.forEach((dot) => dot.group.remove());
    this.parts = new Map(topology.links.map((link) => [link.id, this.newLink(link.id)]));
    this.dots = new Map(topology.sites.map((site) => [site.id, this.newSite(site.id)]));
    this.svg.classList.toggle('large', topology.links.length > LARGE);
    this.fitAll();
  }

  /** Shows all of it. */
  fitAll(): void {
    this.zoom = 1;
    this.pan = { x: 0, y: 0 };
    this.replace();
  }

  /** Larger or smaller, around the middle or a point of the box. */
  zoomBy(factor: number, around?: Point): void {
    const { width, height } = this.size();
    const centre = around ?? { x: width / 2, y: height / 2 };
    const zoom = Math.max(1, Math.min(MOST_ZOOM, this.zoom * factor));
    const ratio = zoom / this.zoom;
    this.pan = zoom === 1 ? { x: 0, y: 0 }
      : { x: centre.x - (centre.x - this.pan.x) * ratio, y: centre.y - (centre.y - this.pan.y) * ratio };
    this.zoom = zoom;
    this.replace();
  }

  /** Draws what has changed since the scene before. */
  draw(scene: Scene): void {
    this.scene = scene;
    this.svg.classList.toggle('stale', scene.stale);
    this.svg.classList.toggle('focus', scene.carrying !== null || scene.selected?.kind === 'link');
    this.parts.forEach((part, id) => this.drawLink(id, part, scene));
    this.dots.forEach((dot, id) => this.drawSite(id, dot, scene));
  }

  private size(): { width: number; height: number } {
    return { width: Math.max(200, this.host.clientWidth), height: Math.max(160, this.host.clientHeight) };
  }

  private radius(): number {
    const sites = this.topology?.sites.length ?? 0;
    return sites > 150 ? 2 : sites > 60 ? 3.5 : 6;
  }

  private replace(): void {
    const { plan, topology } = this;
    if (plan === null || topology === null || plan.points.size === 0) {
      return;
    }
    const { width, height } = this.size();
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const base = fit(plan, width, height);
    this.view = { scale: base.scale * this.zoom, left: base.left * this.zoom + this.pan.x, top: base.top * this.zoom + this.pan.y };
    this.points = new Map([...plan.points].map(([id, point]) => [id, place(point, this.view)]));
    this.curves = new Map(topology.links.map((link) => [link.id, curve(this.points.get(link.from)!, this.points.get(link.to)!, this.radius())]));
    this.land.setAttribute('d', plan.land.map((ring) => `M${ring.map((p) => place(p, this.view)).map((p) => `${f(p.x)} ${f(p.y)}`).join('L')}Z`).join(''));
    this.parts.forEach((part, id) => {
      part.line.setAttribute('d', pathData(this.curves.get(id)!));
      part.drawn = '';
    });
    this.dots.forEach((dot, id) => dot.group.setAttribute('transform', `translate(${f(this.points.get(id)!.x)} ${f(this.points.get(id)!.y)})`));
    this.placeNames(width);
    if (this.scene !== null) {
      this.draw(this.scene);
    }
  }

  /** Names stand above, below or beside their sites, where there is room and fewest links; others are shown on pointing at them. */
  private placeNames(width: number): void {
    const busy = this.parts.size > LARGE ? [] : [...this.curves.values()].flatMap((c) => NEAR_ENDS.map((t) => at(c, t)));
    const taken: Box[] = [...this.points.values()].map((p) => [p.x - 5, p.y - 5, p.x + 5, p.y + 5]);
    const gap = this.radius() + 5;
    this.dots.forEach(({ group }, id) => {
      const { x, y } = this.points.get(id)!;
      const long = id.length * 7.4;
      const places: [string, number, number, number][] = [
        ['middle', 0, -gap, -long / 2], ['middle', 0, gap + 9, -long / 2], ['start', gap, 4, 0], ['end', -gap, 4, -long]];
      const text = group.querySelector('text')!;
      const boxes = places.map(([, dx, dy, start]): Box => [x + dx + start, y + dy - 11, x + dx + start + long, y + dy + 3]);
      const free = boxes.map((box, i) => ({ box, i, crossed: busy.filter((p) => p.x > box[0] && p.x < box[2] && p.y > box[1] && p.y < box[3]).length }))
        .filter(({ box }) => box[0] > 0 && box[2] < width && taken.every((other) => apart(box, other)))
        .sort((a, b) => a.crossed - b.crossed || a.i - b.i)[0];
      const [anchor, dx, dy] = places[free?.i ?? 0]!;
      if (free !== undefined) {
        taken.push(free.box);
      }
      set(text, { 'text-anchor': anchor, x: String(dx), y: String(dy), class: free === undefined ? 'hidden' : '' });
    });
  }

  private newLink(id: string): LinkParts {
    const line = element('path', { class: 'link', 'stroke-width': f(this.widths.get(id)!) });
    this.lines.append(line);
    return { line, mark: null, note: null, drawn: '' };
  }

  private newSite(id: string): { group: SVGGElement; drawn: string } {
    const group = element('g', { class: 'site' });
    const text = element('text', {});
    text.textContent = id;
    group.append(element('circle', { r: String(this.radius()) }), text);
    this.sites.append(group);
    return { group, drawn: '' };
  }

  private drawLink(id: string, part: LinkParts, scene: Scene): void {
    const link = scene.links.get(id);
    const state = link === undefined ? 'unknown' : link.state;
    const shown = link !== undefined && (link.drained ? 'drained' : state);
    const lit = scene.carrying?.has(id) || (scene.selected?.kind === 'link' && scene.selected.id === id);
    const note = state === 'unknown' && link?.heardAt ? age((scene.nowMillis - Date.parse(link.heardAt)) / 1000) : '';
    const look = `link ${state}${link?.drained ? ' drained' : ''} use${useStep(link?.use ?? 0)}${lit ? ' lit' : ''}`;
    const drawn = `${look}|${note}`;
    if (part.drawn === drawn) {
      return;
    }
    part.drawn = drawn;
    part.line.setAttribute('class', look);
    this.drawMark(id, part, shown === false ? 'unknown' : shown, note);
  }

  private drawMark(id: string, part: LinkParts, state: string, note: string): void {
    part.mark?.remove();
    part.note?.remove();
    part.mark = null;
    part.note = null;
    if (state === 'up' || !this.curves.has(id)) {
      return;
    }
    const middle = at(this.curves.get(id)!, 0.5);
    const scale = this.radius() > 3 ? 1 : 0.6;
    part.mark = element('use', { href: `#mark-${state}`, class: `mark ${state}`, transform: `translate(${f(middle.x)} ${f(middle.y)}) scale(${scale})` });
    this.marks.append(part.mark);
    if (note !== '' && this.parts.size <= MOST_NOTES && this.size().width >= LEAST_NOTE_WIDTH) {
      part.note = element('text', { class: 'note', x: f(middle.x + 10), y: f(middle.y + 4) });
      part.note.textContent = note;
      this.marks.append(part.note);
    }
  }

  private drawSite(id: string, dot: { group: SVGGElement; drawn: string }, scene: Scene): void {
    const agent = scene.agents.get(id);
    const chosen = scene.selected?.kind === 'site' && scene.selected.id === id;
    const look = `site ${agent?.state ?? 'expected'}${agent?.drained || agent?.siteDrained ? ' drained' : ''}${chosen ? ' lit' : ''}`;
    if (dot.drawn !== look) {
      dot.drawn = look;
      dot.group.setAttribute('class', look);
    }
  }

  private listen(): void {
    this.svg.addEventListener('pointerdown', (e) => {
      this.drag = { x: e.clientX, y: e.clientY, moved: false };
    });
    this.svg.addEventListener('pointermove', (e) => this.moved(e));
    this.svg.addEventListener('pointerleave', () => {
      this.tip.hidden = true;
      this.drag = null;
    });
    this.svg.addEventListener('pointerup', (e) => {
      if (this.drag !== null && !this.drag.moved) {
        this.select(this.under(this.local(e)));
      }
      this.drag = null;
    });
    this.svg.addEventListener('wheel', (e) => {
      if (e.ctrlKey || e.metaKey) {
        e.preventDefault();
        this.zoomBy(e.deltaY < 0 ? 1.25 : 0.8, this.local(e));
      }
    }, { passive: false });
  }

  private moved(e: PointerEvent): void {
    const { drag } = this;
    if (drag !== null && e.buttons === 1 && this.zoom > 1) {
      const moved = Math.hypot(e.clientX - drag.x, e.clientY - drag.y);
      if (drag.moved || moved > 4) {
        this.pan = { x: this.pan.x + e.clientX - drag.x, y: this.pan.y + e.clientY - drag.y };
        this.drag = { x: e.clientX, y: e.clientY, moved: true };
        requestAnimationFrame(() => this.replace());
      }
      return;
    }
    this.point(this.local(e));
  }

  private local(e: MouseEvent): Point {
    const box = this.host.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  private under(point: Point): Selection | null {
    const reach = this.radius() + 4;
    for (const [id, p] of this.points) {
      if (Math.hypot(p.x - point.x, p.y - point.y) <= reach) {
        return { kind: 'site', id };
      }
    }
    const link = nearest(this.curves, point, REACH_PIXELS);
    return link === null ? null : { kind: 'link', id: link };
  }

  private point(point: Point): void {
    const found = this.under(point);
    this.svg.classList.toggle('over', found !== null);
    this.tip.hidden = found === null;
    if (found !== null) {
      this.tip.textContent = this.describe(found);
      const { width } = this.size();
      this.tip.style.left = `${Math.min(point.x + 14, width - 220)}px`;
      this.tip.style.top = `${point.y + 16}px`;
    }
  }

  private describe(found: Selection): string {
    if (found.kind === 'site') {
      const site = this.topology?.sites.find((s) => s.id === found.id);
      const agent = this.scene?.agents.get(found.id);
      return `${found.id}${site?.city ? ` · ${site.city}` : ''} · agent ${agent?.state ?? 'expected'}${agent?.drained ? ', drained' : ''}${agent?.siteDrained ? ', relays nothing' : ''}`;
    }
    const link = this.scene?.links.get(found.id);
    const name = found.id;
    return link === undefined ? name : `${name} · ${link.drained ? 'drained, ' : ''}${link.state} · ${percent(link.use)} of ${rate(link.measuredBytesPerSecond ?? link.nominalBytesPerSecond)}`;
  }
}

function element<K extends keyof SVGElementTagNameMap>(name: K, attributes: Record<string, string>): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, name);
  set(made, attributes);
  return made;
}

function set(target: Element, attributes: Record<string, string>): void {
  Object.entries(attributes).forEach(([name, value]) => target.setAttribute(name, value));
}

/** A shape for each state, so that colour is never the only sign. */
function markers(): SVGDefsElement {
  const defs = element('defs', {});
  const shapes: Record<string, string> = {
    down: 'M-3.2-3.2 3.2 3.2M3.2-3.2-3.2 3.2',
    degraded: 'M-4-2.2 0 3.4 4-2.2Z',
    unknown: 'M-2.2-1.8a2.2 2.2 0 1 1 3 2.1Q0 .8 0 1.6M0 3.6v.2',
    drained: 'M-3.4 0H3.4',
  };
  for (const [state, d] of Object.entries(shapes)) {
    const mark = element('g', { id: `mark-${state}` });
    mark.append(element('circle', { r: '7', class: 'mark-back' }), element('path', { d, class: 'mark-shape' }));
    defs.append(mark);
  }
  return defs;
}
