import { paths, random } from './wans.mjs';

const EFFICIENCY = 0.94;

/** A WAN with agents and shuffles that move on as time passes: what a controller would tell of it. */
export class World {
  constructor(topology, { shuffles = 3, agents = true, seed = 1, startMillis = Date.now(), gigabytes = topology.sites.length > 50 ? 400 : 20 } = {}) {
    this.topology = topology;
    this.session = `s${seed}`;
    this.version = 1;
    this.startMillis = startMillis;
    this.nowMillis = startMillis;
    this.next = random(seed);
    this.gigabytes = gigabytes;
    this.rounds = [];
    this.events = [];
    this.samples = [];
    this.reroutes = [];
    /** Caches of agents. */
    this.caches = [];
    /** Latency classes with a promise. */
    this.classes = [];
    /** What bytes cost, and what the work of agents does, by what they are summed up by. */
    this.costs = { queue: [], link: [], day: [] };
    this.work = { site: [], day: [] };
    /** Jobs that recur. */
    this.recurring = [];
    this.down = new Set();
    this.drained = new Set();
    this.terms = new Map();
    /** When a shuffle is to be done, by its id. */
    this.deadlines = new Map();
    this.actions = [];
    this.measured = new Map();
    this.agents = new Map(topology.sites.map((site) => [site.id, { state: agents ? 'live' : 'expected', heard: null, reason: null }]));
    this.shuffles = new Map();
    this.event('controller-started', 'info', topology.name, 'waits for agents');
    if (agents) {
      topology.sites.slice(0, 8).forEach((site) => this.event('agent-joined', 'info', site.id, 'from 10.0.0.1'));
    }
    for (let i = 0; i < shuffles; i++) {
      this.addShuffle(i);
    }
    this.plan(null);
  }

  iso(millis = this.nowMillis) {
    return new Date(millis).toISOString();
  }

  event(kind, severity, target, detail) {
    this.events.push({ number: this.events.length + 1, at: this.iso(), kind, severity, target, detail });
    return this.events.length;
  }

  addShuffle(i) {
    const { sites } = this.topology;
    const pick = () => sites[Math.floor(this.next() * sites.length)].id;
    const id = i < 3 ? ['q18_sort_edge', 'etl_nightly_join', 'adhoc_report'][i] : `application_1700000_${String(i).padStart(4, '0')}`;
    const count = sites.length > 50 ? 2 : 4;
    const bundles = new Map();
    while (bundles.size < count) {
      const [from, to] = [pick(), pick()];
      if (from !== to && !bundles.has(`${from}:${to}`)) {
        const expected = (0.5 + this.next() * 4) * this.gigabytes * 1e9;
        bundles.set(`${from}:${to}`, { from, to, expected, done: 0.03 * this.next() * expected, paths: paths(this.topology, from, to, 3), rates: [] });
      }
    }
    this.shuffles.set(id, { id, job: i % 2 === 0 ? `job_${1000 + i}` : id, queue: i % 3 === 0 ? 'etl' : 'adhoc', arrived: this.nowMillis - 30_000, bundles });
  }

  /** Gives rates: each bundle a share of what is free on its paths. Notes what moved, if there is a cause. */
  plan(cause) {
    const before = new Map([...this.bundles()].map((bundle) => [bundle, bundle.rates]));
    const lengths = cause === null ? new Map() : new Map([...this.shuffles.values()].map((shuffle) => [shuffle.id, this.secondsLeft(shuffle)]));
    const free = new Map(this.topology.links.map((link) => [link.id, this.isDown(link) ? 0 : (this.measured.get(link.id) ?? link.capacityBytesPerSecond) * EFFICIENCY]));
    const users = new Map();
    const usable = new Map();
    for (const bundle of this.bundles()) {
      const open = bundle.done >= bundle.expected ? [] : bundle.paths.filter((path) => hops(path).every((link) => free.get(link) > 0)).slice(0, 2);
      usable.set(bundle, open);
      open.flatMap(hops).forEach((link) => users.set(link, (users.get(link) ?? 0) + 1));
    }
    usable.forEach((open, bundle) => {
      bundle.rates = open.map((path) => ({ path, bytesPerSecond: Math.min(...hops(path).map((link) => free.get(link) / users.get(link))) }));
    });
    const millis = 0.8 + this.next() * 1.5 + this.shuffles.size / 100;
    const moved = [...before].filter(([bundle, rates]) => JSON.stringify(rates) !== JSON.stringify(bundle.rates));
    this.rounds.push({ number: this.rounds.length + 1, at: this.iso(), epoch: this.rounds.length + 1, millis, solver: 'ok', stands: false, shuffles: this.shuffles.size, bundles: before.size, reroute: cause === null ? null : this.reroutes.length + 1 });
    if (cause !== null) {
      this.reroutes.push({ number: this.reroutes.length + 1, at: this.iso(), ...cause, bundlesMoved: moved.length,
        shuffles: [...this.shuffles.values()].filter((shuffle) => this.left(shuffle) > 0).map((shuffle) => ({ shuffle: shuffle.id, job: shuffle.job, secondsBefore: lengths.get(shuffle.id), secondsAfter: this.secondsLeft(shuffle) })),
        bundles: moved.slice(0, 200).map(([bundle, rates]) => ({ shuffle: bundle.shuffle, from: bundle.from, to: bundle.to, before: rates, after: bundle.rates })) });
    }
    this.version++;
  }

  *bundles() {
    for (const shuffle of this.shuffles.values()) {
      for (const bundle of shuffle.bundles.values()) {
        bundle.shuffle = shuffle.id;
        yield bundle;
      }
    }
  }

  isDown(link) {
    return this.down.has(link.id) || this.agents.get(link.from).state === 'lost' || this.agents.get(link.to).state === 'lost';
  }

  cut(a, b) {
    [`${a}:${b}`, `${b}:${a}`].forEach((id) => this.down.add(id));
    const event = this.event('link-down', 'warning', `${a}::${b}`, 'its tunnel does not answer');
    this.plan({ cause: 'link-down', target: `${a}::${b}`, event, detail: `${a}::${b} carries nothing; bundles that used it go another way.` });
  }

  restore(a, b) {
    [`${a}:${b}`, `${b}:${a}`].forEach((id) => this.down.delete(id));
    const event = this.event('link-up', 'info', `${a}::${b}`, 'carries again');
    this.plan({ cause: 'link-up', target: `${a}::${b}`, event, detail: `${a}::${b} carries again.` });
  }

  degrade(id, share) {
    this.measured.set(id, this.topology.links.find((link) => link.id === id).capacityBytesPerSecond * share);
    const event = this.event('capacity-changed', 'info', id, `now ${Math.round(share * 100)} % of its nominal capacity`);
    this.plan({ cause: 'capacity-changed', target: id, event, detail: `${id} carries ${Math.round(share * 100)} % of what it is nominal for.` });
  }

  loseAgent(site) {
    Object.assign(this.agents.get(site), { state: 'lost', heard: this.nowMillis, reason: 'silent for 5 s' });
    const event = this.event('agent-lost', 'warning', site, 'silent for 5 s');
    this.plan({ cause: 'agent-lost', target: site, event, detail: `The agent of ${site} is gone; nothing is planned from or to it.` });
  }

  /** What an operator wants: drains, terms, and taking actions back. */
  act(method, [kind, ...rest], body) {
    if (method === 'DELETE' && kind === 'actions') {
      const action = this.actions.find(({ id }) => id === rest[0]);
      action.inForce = false;
      action.takeBack();
      return action;
    }
    const verb = rest.at(-1);
    if (kind === 'links') {
      const [from, to] = rest[0].split('::');
      const ids = [`${from}:${to}`, `${to}:${from}`];
      const set = (drained) => ids.forEach((id) => (drained ? this.drained.add(id) : this.drained.delete(id)));
      set(verb === 'drain');
      return this.acted(`${verb}-link`, rest[0], body, () => set(verb !== 'drain'));
    }
    if (kind === 'shuffles' && verb === 'terms') {
      if (body?.priority > 50) {
        return { problem: 'priority: this fixture knows 50 at most' };
      }
      this.terms.set(rest[0], body);
      return this.acted('set-terms', rest[0], body, () => this.terms.delete(rest[0]));
    }
    return this.acted(`${verb}-${kind}`, rest[0], body, () => undefined);
  }

  acted(kind, target, body, takeBack) {
    const id = `a${this.actions.length + 1}`;
    this.actions.push({ id, at: this.iso(), kind, target, by: 'ops', reason: body?.reason ?? null, before: {}, after: {}, inForce: true, undo: { method: 'DELETE', path: `/api/v1/actions/${id}` }, epoch: this.rounds.length, tookMillis: 3.1, takeBack });
    return this.actions.at(-1);
  }

  /** Lets time pass. */
  advance(seconds) {
    this.nowMillis += seconds * 1000;
    let finished = false;
    for (const bundle of this.bundles()) {
      const before = bundle.done;
      bundle.done = Math.min(bundle.expected, bundle.done + seconds * sum(bundle.rates));
      finished ||= before < bundle.expected && bundle.done === bundle.expected;
    }
    if (finished) {
      this.plan(null);
    }
    this.version++;
    this.sample();
  }

  /** Takes down how the links are, for the history. */
  sample() {
    if (this.topology.links.length > 300) {
      return;
    }
    const links = this.links();
    this.samples.push({ at: this.iso(), state: links.map((link) => ({ up: 'u', degraded: 'u', down: 'd', unknown: '?' })[link.state]).join(''),
      allocatedBytesPerSecond: links.map((link) => link.allocatedBytesPerSecond), capacityBytesPerSecond: links.map((link) => link.measuredBytesPerSecond ?? link.nominalBytesPerSecond) });
  }

  left(shuffle) {
    return [...shuffle.bundles.values()].reduce((total, bundle) => total + bundle.expected - bundle.done, 0);
  }

  secondsLeft(shuffle) {
    const open = [...shuffle.bundles.values()].filter((bundle) => bundle.done < bundle.expected);
    return open.some((bundle) => bundle.rates.length === 0) ? null : Math.max(0, ...open.map((bundle) => (bundle.expected - bundle.done) / sum(bundle.rates)));
  }

  linkRow(link, allocated) {
    const agent = this.agents.get(link.from);
    const measured = this.measured.get(link.id) ?? null;
    const present = measured ?? link.capacityBytesPerSecond;
    const state = this.down.has(link.id) ? 'down' : agent.state !== 'live' ? 'unknown' : measured !== null && measured < 0.75 * link.capacityBytesPerSecond ? 'degraded' : 'up';
    return { id: link.id, from: link.from, to: link.to, state, drained: this.drained.has(link.id), reason: state === 'down' ? 'its tunnel does not answer' : null,
      heardAt: state === 'unknown' && agent.heard !== null ? this.iso(agent.heard) : null, nominalBytesPerSecond: link.capacityBytesPerSecond,
      measuredBytesPerSecond: measured, measuredAt: measured === null ? null : this.iso(this.nowMillis - 4000), allocatedBytesPerSecond: allocated, use: Math.min(1, allocated / (present * EFFICIENCY)), carriedBytesPerSecond: 0.9 * allocated, carriedShare: (0.9 * allocated) / present };
  }

  links() {
    const allocated = new Map();
    for (const bundle of this.bundles()) {
      bundle.rates.forEach(({ path, bytesPerSecond }) => hops(path).forEach((link) => allocated.set(link, (allocated.get(link) ?? 0) + bytesPerSecond)));
    }
    return this.topology.links.map((link) => this.linkRow(link, allocated.get(link.id) ?? 0));
  }

  agentRows() {
    return [...this.agents].map(([site, agent]) => ({ site, name: agent.state === 'expected' ? null : 'agent-1', state: agent.state, since: agent.state === 'expected' ? null : this.iso(this.startMillis),
      heardAt: agent.heard === null ? null : this.iso(agent.heard), reason: agent.reason, drained: false, siteDrained: false, tunnels: agent.state === 'expected' ? 0 : 12, tunnelsUp: agent.state === 'live' ? 12 : 0, handlers: this.handlersOf(site).length, stockHandlers: this.handlersOf(site).filter((handler) => handler.state === 'stock').length,
      firstByteWait: { count: 40, p50Seconds: 0.042, p99Seconds: 1.7 }, lastByteWait: { count: 38, p50Seconds: 0.9, p99Seconds: 12 },
      slices: agent.state === 'expected' ? [] : [{ slice: 0, agent: 'agent-1', state: agent.state, since: this.iso(agent.heard ?? this.startMillis), reason: agent.reason, tunnelsUp: 12, fetches: 0, protocol: 3 }] }));
  }

  shuffleRow(shuffle) {
    const bundles = [...shuffle.bundles.values()];
    const expected = bundles.reduce((total, bundle) => total + bundle.expected, 0);
    const left = this.left(shuffle);
    const seconds = this.secondsLeft(shuffle);
    const rate = bundles.reduce((total, bundle) => total + sum(bundle.rates), 0);
    return { id: shuffle.id, job: shuffle.job, group: null, queue: shuffle.queue, queueFrom: 'yarn', user: 'ada', submitted: false, broadcast: false, failure: null, state: left === 0 ? 'ended' : rate > 0 ? 'running' : 'waiting',
      weight: 1, priority: this.terms.get(shuffle.id)?.priority ?? 0, deadlineAt: this.deadlines.get(shuffle.id) ?? null, deadlineProblem: null, termsFrom: this.terms.has(shuffle.id) ? 'operator' : 'ordinary', arrivedAt: this.iso(shuffle.arrived), startedAt: this.iso(shuffle.arrived), finishedAt: left === 0 ? this.iso() : null,
      expectedFinishAt: seconds === null || left === 0 ? null : this.iso(this.nowMillis + seconds * 1000), gammaSeconds: (seconds ?? 60) * 0.8, producedBytes: expected, expectedBytes: expected, doneBytes: expected - left, wireBytes: (expected - left) / 2, compressSeconds: (expected - left) / 4e8, restoreSeconds: (expected - left) / 1e9, leftBytes: left,
      unplacedBytes: 0, sameSiteBytes: 0, bytesPerSecond: rate, bundles: bundles.length, bundlesWaiting: bundles.filter((bundle) => bundle.done < bundle.expected && bundle.rates.length === 0).length, progress: (expected - left) / expected };
  }

  bundleRow(bundle) {
    const done = bundle.done >= bundle.expected;
    const rate = sum(bundle.rates);
    return { id: `${bundle.shuffle}/${bundle.from}:${bundle.to}`, shuffle: bundle.shuffle, from: bundle.from, to: bundle.to, state: done ? 'done' : rate > 0 ? 'sending' : 'waiting', expectedBytes: bundle.expected, doneBytes: bundle.done, wireBytes: bundle.done / 2, compressSeconds: bundle.done / 4e8,
      withdrawnBytes: 0, leftBytes: bundle.expected - bundle.done, requestedBytes: 0, bytesPerSecond: rate, rates: bundle.rates, expectedFinishAt: rate > 0 ? this.iso(this.nowMillis + ((bundle.expected - bundle.done) / rate) * 1000) : null };
  }

  tunnelRows() {
    const rates = new Map();
    for (const bundle of this.bundles()) {
      bundle.paths.forEach((path) => rates.set(path.join(':'), rates.get(path.join(':')) ?? { path, rate: 0 }));
      bundle.rates.forEach(({ path, bytesPerSecond }) => { rates.get(path.join(':')).rate += bytesPerSecond; });
    }
    return [...rates].map(([id, { path, rate }]) => ({ id, path, from: path[0], to: path.at(-1), state: hops(path).some((link) => this.down.has(link)) ? 'down' : 'up', rttMicros: 20_000 * path.length, reason: null, allocatedBytesPerSecond: rate, deliveredBytesPerSecond: 0.9 * rate }));
  }

  handlerRows() {
    return this.topology.sites.flatMap((site) => this.handlersOf(site.id));
  }

  /** Two of each site whose agent was seen; one of the second site is stock by itself, those of a lost agent with it. */
  handlersOf(site) {
    const s = this.topology.sites.findIndex((known) => known.id === site);
    const agent = this.agents.get(site);
    const row = (h, reason) => ({ id: `${site}/10.77.${s}.${h + 11}`, site, host: `${site.toLowerCase()}-${h + 1}`, ip: `10.77.${s}.${h + 11}`, service: h === 0 ? null : 'spark', version: '0.2.0', state: reason === null ? 'terra' : 'stock', reason, since: this.iso(this.startMillis),
      redirectedFetches: 120 + s, relayedBytes: 4e9 * (s + 1), stockBytes: 2e7, bypassedBytes: 1e6, localBytes: 7e9, fallbacks: 0 });
    const own = (h) => (s === 1 && h === 1 ? 'mapreduce.shuffle.ssl.enabled is set, and relays do not speak TLS' : null);
    return agent.state === 'expected' ? [] : [0, 1].map((h) => row(h, own(h) ?? (agent.state === 'lost' ? `the agent of ${site} is lost: ${agent.reason}` : null)));
  }

  status(links = this.links()) {
    const shuffles = [...this.shuffles.values()].map((shuffle) => this.shuffleRow(shuffle));
    const of = (state) => links.filter((link) => link.state === state).length;
    return { session: this.session, version: this.version, at: this.iso(), startedAt: this.iso(this.startMillis), wan: this.topology.name, policy: 'terra-plus', driver: 'overlay', uptimeSeconds: (this.nowMillis - this.startMillis) / 1000, outstandingSeconds: 0,
      epoch: this.rounds.length, rounds: this.rounds.length, lastRoundMillis: this.rounds.at(-1).millis, solver: 'ok', agentsLive: [...this.agents.values()].filter((agent) => agent.state === 'live').length, agentsExpected: this.agents.size,
      handlers: this.handlerRows().length, stockHandlers: this.handlerRows().filter((handler) => handler.state === 'stock').length,
      linksUp: of('up'), linksDegraded: of('degraded'), linksDown: of('down'), linksUnknown: of('unknown'), linksDrained: links.filter((link) => link.drained).length, shufflesRunning: shuffles.filter((row) => row.state === 'running').length,
      shufflesWaiting: shuffles.filter((row) => row.state === 'waiting').length, bundlesOpen: [...this.bundles()].filter((bundle) => bundle.done < bundle.expected).length, bytesLeft: shuffles.reduce((total, row) => total + row.leftBytes, 0),
      plannedBytesPerSecond: shuffles.reduce((total, row) => total + row.bytesPerSecond, 0), carriedBytesPerSecond: links.reduce((total, link) => total + link.carriedBytesPerSecond, 0), firstByteWait: { count: 200, p50Seconds: 0.042, p99Seconds: 1.7 }, lastByteWait: { count: 190, p50Seconds: 0.9, p99Seconds: 12 }, shufflesEnded: 0, shufflesFailed: 0, actionsInForce: 0, lastEvent: this.events.length, viewers: 1 };
  }

  snapshot() {
    const links = this.links();
    return { session: this.session, version: this.version, at: this.iso(), status: this.status(links), links, agents: this.agentRows(), shuffles: [...this.shuffles.values()].map((shuffle) => this.shuffleRow(shuffle)),
      events: this.events.slice(-200), reroutes: this.reroutes.slice(-20).map(({ bundles, ...rest }) => rest) };
  }
}

export function hops(path) {
  return path.slice(1).map((site, i) => `${path[i]}:${site}`);
}

function sum(rates) {
  return rates.reduce((total, one) => total + one.bytesPerSecond, 0);
}
