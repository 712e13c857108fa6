import { letter, type Past, type Sample } from './past';
import type { Model } from './model';

/** So many seconds are kept in the page: ten minutes. */
export const SECONDS_KEPT = 600;
/** In a larger WAN only links that were looked at are recorded. */
const LINKS_RECORDED = 300;

/** Figures over the last minutes, one a second, oldest first. */
export interface Series {
  /** Seconds since 1970. */
  times: number[];
  values: (number | null)[];
}

/** Keeps what the stream said over the last minutes, so that a chart has a past when it is opened. */
export class Recorder {
  private readonly times: number[] = [];
  private readonly links = new Map<string, (number | null)[]>();
  private readonly carries = new Map<string, (number | null)[]>();
  private samples: Sample[] = [];
  private order: string[] = [];

  /** Takes down one moment. */
  record(model: Model): void {
    const at = model.at === null ? 0 : Math.floor(Date.parse(model.at) / 1000);
    if (model.status === null || at <= (this.times[this.times.length - 1] ?? 0)) {
      return;
    }
    if (model.links.size <= LINKS_RECORDED) {
      model.links.forEach((_, id) => this.watch(id));
      this.sample(model, model.at!);
    }
    this.times.push(at);
    this.links.forEach((values, id) => values.push(model.links.get(id)?.allocatedBytesPerSecond ?? null));
    this.carries.forEach((values, id) => values.push(model.links.get(id)?.carriedBytesPerSecond ?? null));
    if (this.times.length > SECONDS_KEPT) {
      this.times.shift();
      this.links.forEach((values) => values.shift());
      this.carries.forEach((values) => values.shift());
    }
  }

  private sample(model: Model, at: string): void {
    const links = [...model.links.values()];
    const order = links.map((link) => link.id);
    if (order.join() !== this.order.join()) {
      this.order = order;
      this.samples = [];
    }
    this.samples.push({
      at,
      state: links.map((link) => letter(link.state)).join(''),
      allocatedBytesPerSecond: links.map((link) => link.allocatedBytesPerSecond),
      capacityBytesPerSecond: links.map((link) => link.measuredBytesPerSecond ?? link.nominalBytesPerSecond),
    });
    if (this.samples.length > SECONDS_KEPT) {
      this.samples.shift();
    }
  }

  /** Records a link from now on. */
  watch(link: string): void {
    if (!this.links.has(link)) {
      this.links.set(link, new Array<null>(this.times.length).fill(null));
      this.carries.set(link, new Array<null>(this.times.length).fill(null));
    }
  }

  /** What was allocated of a link, bytes a second. */
  link(id: string): Series {
    return { times: this.times, values: this.links.get(id) ?? [] };
  }

  /** What tunnels brought over a link, bytes a second. */
  carried(id: string): Series {
    return { times: this.times, values: this.carries.get(id) ?? [] };
  }

  /** How the links were since the page was opened, ten minutes at most. */
  past(): Past {
    return { links: this.order, samples: this.samples };
  }
}
