import type { Agent, Link, LinkState, Topology, Wait } from './types';

/** How the links were over a stretch of time, as the history answers it. */
export interface Past {
  links: string[];
  samples: Sample[];
}

export interface Sample {
  at: string;
  /** A letter for each link: u up, d down, g degraded, ? unknown. */
  state: string;
  allocatedBytesPerSecond: (number | null)[];
  capacityBytesPerSecond: (number | null)[];
}

const STATES: Record<string, LinkState> = { u: 'up', d: 'down', g: 'degraded' };
const NO_WAIT: Wait = { count: 0, p50Seconds: null, p99Seconds: null };
/** Below this share of its nominal capacity a link is called degraded, as the controller does. */
const DEGRADED_SHARE = 0.75;

/** The letter of a state in a sample. */
export function letter(state: LinkState): string {
  return state === 'up' ? 'u' : state === 'down' ? 'd' : state === 'degraded' ? 'g' : '?';
}

/** The links at one moment of the past. */
export function linksAt(past: Past, sample: Sample, topology: Topology): Map<string, Link> {
  const index = new Map(past.links.map((id, i) => [id, i]));
  return new Map(topology.links.map((link) => {
    const i = index.get(link.id);
    const nominal = link.capacityBytesPerSecond;
    const capacity = (i === undefined ? null : sample.capacityBytesPerSecond[i]) ?? nominal;
    const allocated = (i === undefined ? null : sample.allocatedBytesPerSecond[i]) ?? 0;
    const told = (i === undefined ? undefined : STATES[sample.state.charAt(i)]) ?? 'unknown';
    const state = told === 'up' && capacity < DEGRADED_SHARE * nominal ? 'degraded' : told;
    return [link.id, { id: link.id, from: link.from, to: link.to, state, drained: false, reason: null, heardAt: null, nominalBytesPerSecond: nominal,
      measuredBytesPerSecond: capacity === nominal ? null : capacity, measuredAt: null, allocatedBytesPerSecond: allocated, use: capacity > 0 ? Math.min(1, allocated / capacity) : 0, carriedBytesPerSecond: 0, carriedShare: 0 }];
  }));
}

/** Agents as the links tell: one is there if anything is known of a link that begins at its site. */
export function agentsAt(links: Map<string, Link>, topology: Topology): Map<string, Agent> {
  const heard = new Set([...links.values()].filter((link) => link.state !== 'unknown').map((link) => link.from));
  return new Map(topology.sites.map(({ id }) => [id, { site: id, name: null, state: heard.has(id) ? 'live' : 'lost', since: null, heardAt: null, reason: null, drained: false, siteDrained: false, tunnels: 0, tunnelsUp: 0, handlers: 0, stockHandlers: 0, firstByteWait: NO_WAIT, lastByteWait: NO_WAIT, slices: [] }]));
}

/** The last sample at or before a moment; the first one before all. */
export function sampleAt(past: Past, millis: number): Sample | null {
  let low = 0;
  let high = past.samples.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (Date.parse(past.samples[middle]!.at) <= millis) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return past.samples[low] ?? null;
}
