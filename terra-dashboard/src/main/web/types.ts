/** What the controller's REST interface answers, v1. Times are ISO-8601; what is missing is null. */

export interface Site {
  id: string;
  city: string | null;
  latitude: number | null;
  longitude: number | null;
  hosts: number;
  /** Caps of all that leaves and enters it; not there where it has none. */
  egressBytesPerSecond?: number | null;
  ingressBytesPerSecond?: number | null;
}

export interface TopologyLink {
  id: string;
  from: string;
  to: string;
  capacityBytesPerSecond: number;
  latencyMillis: number;
}

export interface Topology {
  name: string;
  sites: Site[];
  links: TopologyLink[];
}

export interface Status {
  wan: string;
  policy: string;
  driver: string;
  startedAt: string;
  uptimeSeconds: number;
  epoch: number;
  rounds: number;
  lastRoundMillis: number | null;
  solver: 'ok' | 'failed';
  agentsLive: number;
  agentsExpected: number;
  handlers: number;
  stockHandlers: number;
  linksUp: number;
  linksDegraded: number;
  linksDown: number;
  linksUnknown: number;
  linksDrained: number;
  shufflesRunning: number;
  shufflesWaiting: number;
  bundlesOpen: number;
  bytesLeft: number;
  plannedBytesPerSecond: number;
  carriedBytesPerSecond: number;
  firstByteWait: Wait;
  lastByteWait: Wait;
  shufflesEnded: number;
  shufflesFailed: number;
  viewers: number;
}

/** How long something was waited for. */
export interface Wait {
  count: number;
  p50Seconds: number | null;
  p99Seconds: number | null;
}

export type LinkState = 'up' | 'degraded' | 'down' | 'unknown';

export interface Link {
  id: string;
  from: string;
  to: string;
  state: LinkState;
  drained: boolean;
  reason: string | null;
  heardAt: string | null;
  nominalBytesPerSecond: number;
  measuredBytesPerSecond: number | null;
  measuredAt: string | null;
  allocatedBytesPerSecond: number;
  use: number;
  carriedBytesPerSecond: number;
  carriedShare: number;
}

export interface Tunnel {
  id: string;
  path: string[];
  from: string;
  to: string;
  state: 'up' | 'down' | 'unknown';
  rttMicros: number | null;
  reason: string | null;
  allocatedBytesPerSecond: number;
  deliveredBytesPerSecond: number;
}

export interface PathRate {
  path: string[];
  bytesPerSecond: number;
}

export interface Bundle {
  id: string;
  shuffle: string;
  from: string;
  to: string;
  state: 'sending' | 'waiting' | 'done' | 'bypassed';
  expectedBytes: number;
  doneBytes: number;
  wireBytes: number;
  leftBytes: number;
  requestedBytes: number;
  bytesPerSecond: number;
  rates: PathRate[];
  expectedFinishAt: string | null;
}

export interface LinkDetail {
  link: Link;
  tunnels: Tunnel[];
  tunnelsTotal: number;
  bundles: Bundle[];
  bundlesTotal: number;
}

export interface Shuffle {
  id: string;
  job: string;
  queue: string | null;
  queueFrom: 'yarn' | 'job' | null;
  user: string | null;
  state: 'running' | 'waiting' | 'idle' | 'failed' | 'ended';
  failure: string | null;
  weight: number;
  priority: number;
  deadlineAt: string | null;
  deadlineProblem: string | null;
  termsFrom: string;
  arrivedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  expectedFinishAt: string | null;
  gammaSeconds: number | null;
  expectedBytes: number;
  doneBytes: number;
  wireBytes: number;
  compressSeconds: number;
  restoreSeconds: number;
  leftBytes: number;
  unplacedBytes: number;
  sameSiteBytes: number;
  bytesPerSecond: number;
  bundles: number;
  bundlesWaiting: number;
  progress: number;
}

export interface ShuffleDetail {
  shuffle: Shuffle;
  bundleList: Bundle[];
}

/** One of the agents that share a site. */
export interface Slice {
  slice: number;
  agent: string;
  state: 'live' | 'lost';
  since: string;
  reason: string | null;
  tunnelsUp: number;
  fetches: number;
  protocol: number;
  queueBytes?: number | null;
  bytesPerSecond?: number | null;
  hot?: boolean;
}

export interface Agent {
  site: string;
  name: string | null;
  state: 'live' | 'lost' | 'expected';
  since: string | null;
  heardAt: string | null;
  reason: string | null;
  drained: boolean;
  siteDrained: boolean;
  tunnels: number;
  tunnelsUp: number;
  handlers: number;
  stockHandlers: number;
  firstByteWait: Wait;
  lastByteWait: Wait;
  slices: Slice[];
}

export interface Handler {
  id: string;
  site: string;
  host: string;
  ip: string;
  service: string | null;
  version: string | null;
  state: 'terra' | 'stock';
  reason: string | null;
  since: string;
  redirectedFetches: number;
  relayedBytes: number;
  stockBytes: number;
  bypassedBytes: number;
  localBytes: number;
  fallbacks: number;
}

/** The cache of an agent. */
export interface CacheRow {
  id: string;
  site: string;
  agent: string;
  usedBytes: number;
  capacityBytes: number;
  hits: number;
  misses: number;
  servedBytes: number;
  crossedBytes: number;
  savedBytes: number;
  diskUsedBytes: number;
  diskCapacityBytes: number;
  diskHits: number;
  queues: { queue: string; usedBytes: number; shareBytes: number }[];
  shuffles: { shuffle: string; savedBytes: number }[];
}

/** What the bytes of a queue, link or day cost. */
export interface CostRow {
  name: string;
  bytes: number;
  usd: number;
  detourUsd: number;
  joules: number;
  gramsCo2: number;
}

/** What the work of a site's agents cost. */
export interface WorkRow {
  name: string;
  processorSeconds: number;
  usd: number;
  joules: number;
  gramsCo2: number;
}

/** A job that recurs. */
export interface RecurringJob {
  id: string;
  user: string;
  queue: string;
  name: string;
  running: number;
  runs: number;
  returned: number;
  restarts: number;
  exploring: boolean;
  observed: boolean;
  saved: number;
  eta: number;
  usdPerHour: number;
  choices: RecurringChoice[];
}

/** Settings that its runs may have. */
export interface RecurringChoice {
  compression: boolean;
  usdPerHour: number | null;
  usual: boolean;
  left: boolean;
  runs: number;
  meanCost: number | null;
  believedCost: number | null;
  deviation: number | null;
}

/** A latency class with a promise, between two sites. */
export interface ClassRow {
  id: string;
  from: string;
  to: string;
  latencyClass: 'interactive' | 'normal';
  state: 'kept' | 'missed' | 'unknown';
  since: string;
  percentile: number;
  bytes: number;
  limitMillis: number;
  measuredMillis: number | null;
  admittedShare: number;
  admitted: number;
  downgraded: number;
  byTunnels: number;
  measured: number;
  kept: number;
}

export type Severity = 'info' | 'warning' | 'error';

export interface TerraEvent {
  number: number;
  at: string;
  kind: string;
  severity: Severity;
  target: string;
  detail: string;
}

export interface Round {
  number: number;
  at: string;
  epoch: number;
  millis: number;
  solver: 'ok' | 'failed';
  stands: boolean;
  shuffles: number;
  bundles: number;
  reroute: number | null;
}

export interface ShuffleCost {
  shuffle: string;
  job: string;
  secondsBefore: number | null;
  secondsAfter: number | null;
}

export interface MovedBundle {
  shuffle: string;
  from: string;
  to: string;
  before: PathRate[];
  after: PathRate[];
}

export interface Reroute {
  number: number;
  at: string;
  cause: string;
  target: string;
  event: number | null;
  detail: string;
  bundlesMoved: number;
  shuffles: ShuffleCost[];
}

export interface RerouteDetail extends Reroute {
  bundles: MovedBundle[];
}

export interface Page<T> {
  items: T[];
  total: number;
}

export interface Snapshot {
  session: string;
  version: number;
  at: string;
  status: Status;
  links: Link[];
  agents: Agent[];
  shuffles: Shuffle[];
  events: TerraEvent[];
  reroutes: Reroute[];
}

export interface Change extends Snapshot {
  gone: string[];
}

/** The shuffles of one group, seen as one thing. */
export interface Job {
  id: string;
  queue: string | null;
  queueFrom: 'yarn' | 'job' | null;
  user: string | null;
  state: Shuffle['state'];
  shuffles: number;
  /** Its shuffle, where it has but one. */
  only: string | null;
  arrivedAt: string;
  expectedFinishAt: string | null;
  leftBytes: number;
  doneBytes: number;
  wireBytes: number;
  compressSeconds: number;
  restoreSeconds: number;
  expectedBytes: number;
  bytesPerSecond: number;
  progress: number;
  priority: number;
  weight: number;
  deadlineAt: string | null;
}

/** What runs at the controller. */
export interface Versions {
  terra: string;
}

/** Whom the controller takes this page for. */
export interface WhoAmI {
  name: string;
  role: 'none' | 'read' | 'admin';
}

/** Something that an operator had the controller do. */
export interface Action {
  id: string;
  at: string;
  kind: string;
  target: string;
  by: string;
  reason: string | null;
  inForce: boolean;
  undo: { method: string; path: string } | null;
  epoch: number;
  tookMillis: number | null;
}
