import type { Agent, CacheRow, Change, Job, Link, Reroute, Shuffle, Snapshot, Status, TerraEvent, Topology } from './types';

/** Newest events that are kept; the history has the older ones. */
const MOST_EVENTS = 2000;
const MOST_REROUTES = 200;
/** Without a word for so long what is shown is called stale. */
export const STALE_SECONDS = 3;

/** Whether the controller is heard. */
export type Connection =
  | { kind: 'connecting' }
  | { kind: 'live' }
  | { kind: 'lost'; problem: string }
  /** Refused: a token was shown, and is not known. */
  | { kind: 'unauthorized'; refused: boolean };

/** Everything the page knows of a controller. Rows that have not changed stay the same objects. */
export interface Model {
  topology: Topology | null;
  session: string | null;
  version: number;
  /** When what is shown was true, by the controller's clock. */
  at: string | null;
  status: Status | null;
  links: Map<string, Link>;
  agents: Map<string, Agent>;
  shuffles: Map<string, Shuffle>;
  /** Oldest first. */
  events: TerraEvent[];
  /** Oldest first. */
  reroutes: Reroute[];
}

export const EMPTY: Model = {
  topology: null,
  session: null,
  version: 0,
  at: null,
  status: null,
  links: new Map(),
  agents: new Map(),
  shuffles: new Map(),
  events: [],
  reroutes: [],
};

/** All of it anew. */
export function withSnapshot(model: Model, snapshot: Snapshot): Model {
  return {
    topology: model.topology,
    session: snapshot.session,
    version: snapshot.version,
    at: snapshot.at,
    status: snapshot.status,
    links: byId(snapshot.links, (link) => link.id),
    agents: byId(snapshot.agents, (agent) => agent.site),
    shuffles: byId(snapshot.shuffles, (shuffle) => shuffle.id),
    events: snapshot.events,
    reroutes: snapshot.reroutes,
  };
}

/** With the rows that have changed. */
export function withChange(model: Model, change: Change): Model {
  return {
    ...model,
    version: change.version,
    at: change.at,
    status: change.status,
    links: merged(model.links, change.links, (link) => link.id, []),
    agents: merged(model.agents, change.agents, (agent) => agent.site, []),
    shuffles: merged(model.shuffles, change.shuffles, (shuffle) => shuffle.id, change.gone),
    events: appended(model.events, change.events, MOST_EVENTS),
    reroutes: appended(model.reroutes, change.reroutes, MOST_REROUTES),
  };
}

function byId<T>(rows: T[], id: (row: T) => string): Map<string, T> {
  return new Map(rows.map((row) => [id(row), row]));
}

function merged<T>(rows: Map<string, T>, changed: T[], id: (row: T) => string, gone: string[]): Map<string, T> {
  if (changed.length === 0 && gone.length === 0) {
    return rows;
  }
  const result = new Map(rows);
  changed.forEach((row) => result.set(id(row), row));
  gone.forEach((key) => result.delete(key));
  return result;
}

function appended<T extends { number: number }>(rows: T[], more: T[], most: number): T[] {
  const last = rows[rows.length - 1]?.number ?? 0;
  const fresh = more.filter((row) => row.number > last);
  return fresh.length === 0 ? rows : [...rows, ...fresh].slice(-most);
}

const STATE_ORDER: Shuffle['state'][] = ['waiting', 'running', 'idle', 'failed', 'ended'];

/** Whether nothing more comes of a shuffle or a job. */
export function isOver(state: Shuffle['state']): boolean {
  return state === 'ended' || state === 'failed';
}

/** What the cache of an agent has saved of some shuffles. */
export interface Spared {
  site: string;
  agent: string;
  bytes: number;
}

/** What caches have saved of some shuffles, by agent, the largest first; agents say it only of those that are not over, 64 at most. */
export function sparedByCaches(caches: CacheRow[], shuffles: string[]): Spared[] {
  const wanted = new Set(shuffles);
  return caches.map((cache) => ({ site: cache.site, agent: cache.agent, bytes: cache.shuffles.filter((row) => wanted.has(row.shuffle)).reduce((sum, row) => sum + row.savedBytes, 0) }))
    .filter((spared) => spared.bytes > 0).sort((a, b) => b.bytes - a.bytes);
}

/** Shuffles put together by their jobs; a job waits if any of its shuffles does. */
export function jobsOf(shuffles: Iterable<Shuffle>): Job[] {
  const groups = new Map<string, Shuffle[]>();
  for (const shuffle of shuffles) {
    const group = groups.get(shuffle.job);
    if (group === undefined) {
      groups.set(shuffle.job, [shuffle]);
    } else {
      group.push(shuffle);
    }
  }
  return [...groups].map(([id, members]) => jobOf(id, members));
}

function jobOf(id: string, shuffles: Shuffle[]): Job {
  const first = shuffles[0]!;
  const sum = (figure: (shuffle: Shuffle) => number) => shuffles.reduce((total, shuffle) => total + figure(shuffle), 0);
  const open = shuffles.filter((shuffle) => shuffle.leftBytes > 0);
  const expectedBytes = sum((shuffle) => shuffle.expectedBytes);
  const doneBytes = sum((shuffle) => shuffle.doneBytes);
  return {
    id,
    queue: first.queue,
    queueFrom: first.queueFrom,
    user: first.user,
    state: STATE_ORDER.find((state) => shuffles.some((shuffle) => shuffle.state === state)) ?? 'idle',
    shuffles: shuffles.length,
    only: shuffles.length === 1 ? first.id : null,
    arrivedAt: shuffles.map((shuffle) => shuffle.arrivedAt).reduce((a, b) => (a < b ? a : b)),
    expectedFinishAt: open.some((shuffle) => shuffle.expectedFinishAt === null)
      ? null
      : open.map((shuffle) => shuffle.expectedFinishAt).reduce((a, b) => (a !== null && b !== null && a > b ? a : b), null),
    leftBytes: sum((shuffle) => shuffle.leftBytes),
    doneBytes,
    wireBytes: sum((shuffle) => shuffle.wireBytes),
    compressSeconds: sum((shuffle) => shuffle.compressSeconds),
    restoreSeconds: sum((shuffle) => shuffle.restoreSeconds),
    expectedBytes,
    bytesPerSecond: sum((shuffle) => shuffle.bytesPerSecond),
    progress: expectedBytes > 0 ? Math.min(1, doneBytes / expectedBytes) : 0,
    priority: Math.max(...shuffles.map((shuffle) => shuffle.priority)),
    weight: Math.max(...shuffles.map((shuffle) => shuffle.weight)),
    deadlineAt: shuffles.map((shuffle) => shuffle.deadlineAt).reduce((a, b) => (a === null || (b !== null && b < a) ? b : a), null),
  };
}
