import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { hops } from './world.mjs';

const FILES = 'target/classes/dev/terra/dashboard';
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };
const POLICY = "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/** A server on the loopback address that answers as a controller does, of a world that the test changes. */
export class Fixture {
  constructor(world, { token = null, admin = 'admin-admin-admin-admin', tickMillis = 1000, history = true } = {}) {
    this.world = world;
    this.token = token;
    this.admin = admin;
    this.asked = [];
    this.tickMillis = tickMillis;
    this.history = history;
    this.viewers = new Set();
    this.sockets = new Set();
    this.last = null;
  }

  /** Listens on a port; 0: any that is free. Answers with the address. */
  async start(port = 0) {
    this.server = createServer((request, answer) => this.serve(request, answer));
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    await new Promise((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    this.port = this.server.address().port;
    this.last = this.world.snapshot();
    this.timer = setInterval(() => this.tick(), this.tickMillis);
    return `http://127.0.0.1:${this.port}/`;
  }

  /** Ends as a process that is killed does. */
  async stop() {
    clearInterval(this.timer);
    this.viewers.clear();
    this.sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => this.server.close(resolve));
  }

  tick() {
    this.world.advance(this.tickMillis / 1000);
    this.push();
  }

  /** Tells all viewers what has changed. */
  push() {
    const now = this.world.snapshot();
    const { last } = this;
    const differ = (rows, before, id) => {
      const old = new Map(before.map((row) => [row[id], JSON.stringify(row)]));
      return rows.filter((row) => old.get(row[id]) !== JSON.stringify(row));
    };
    const fresh = (rows, before) => rows.filter((row) => row.number > (before.at(-1)?.number ?? 0));
    const change = { session: now.session, version: now.version, at: now.at, status: now.status, links: differ(now.links, last.links, 'id'), agents: differ(now.agents, last.agents, 'site'),
      shuffles: differ(now.shuffles, last.shuffles, 'id'), gone: [], events: fresh(now.events, last.events), reroutes: fresh(now.reroutes, last.reroutes) };
    this.last = now;
    const text = message('change', `${now.session}-${now.version}`, change);
    this.viewers.forEach((viewer) => viewer.write(text));
  }

  serve(request, answer) {
    const address = new URL(request.url, 'http://fixture');
    if (!address.pathname.startsWith('/api/v1/')) {
      this.file(address.pathname, answer);
    } else if (request.headers.authorization !== undefined && this.role(request) === 'none') {
      json(answer, { title: 'Unauthorized', detail: 'this token is not known' }, 401);
    } else if (address.pathname === '/api/v1/whoami') {
      json(answer, { name: 'somebody', role: this.role(request), readsOpen: this.token === null, writes: 'token' });
    } else if (this.token !== null && this.role(request) === 'none') {
      json(answer, { title: 'Unauthorized', detail: 'a token is needed' }, 401);
    } else if (request.method !== 'GET') {
      this.act(request, address, answer);
    } else if (address.pathname === '/api/v1/stream') {
      this.stream(answer);
    } else {
      const found = this.resource(address.pathname.slice('/api/v1/'.length).split('/').map(decodeURIComponent), address.searchParams);
      json(answer, found ?? { title: 'Not Found', detail: `there is no ${address.pathname}` }, found === undefined ? 404 : 200);
    }
  }

  role(request) {
    const shown = request.headers.authorization ?? '';
    return shown === `Bearer ${this.admin}` ? 'admin' : this.token !== null && shown === `Bearer ${this.token}` ? 'read' : 'none';
  }

  act(request, address, answer) {
    if (this.role(request) !== 'admin') {
      json(answer, { title: 'Forbidden', detail: 'only an administrator may do this' }, 403);
      return;
    }
    let text = '';
    request.on('data', (part) => { text += part; });
    request.on('end', () => {
      const body = text === '' ? null : JSON.parse(text);
      const parts = address.pathname.slice('/api/v1/'.length).split('/').map(decodeURIComponent);
      this.asked.push({ method: request.method, path: parts.join('/'), body });
      const action = this.world.act(request.method, parts, body);
      json(answer, action.problem === undefined ? action : { title: 'Bad Request', detail: action.problem }, action.problem === undefined ? 200 : 400);
      this.push();
    });
  }

  stream(answer) {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    answer.write('retry: 1000\n\n');
    answer.write(message('snapshot', `${this.last.session}-${this.last.version}`, this.last));
    this.viewers.add(answer);
    answer.on('close', () => this.viewers.delete(answer));
  }

  file(path, answer) {
    const name = path.includes('.') ? path : '/index.html';
    try {
      const content = readFileSync(join(FILES, name));
      answer.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream', 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff' });
      answer.end(content);
    } catch {
      json(answer, { title: 'Not Found' }, 404);
    }
  }

  resource([name, ...rest], query) {
    const { world } = this;
    const bundles = [...world.bundles()];
    switch (name) {
      case 'topology':
        return world.topology;
      case 'links': {
        const link = world.links().find((row) => row.id === rest[0]);
        const over = bundles.filter((bundle) => bundle.rates.some(({ path }) => hops(path).includes(link?.id)));
        const tunnels = world.tunnelRows().filter((tunnel) => hops(tunnel.path).includes(link?.id));
        return link && { link, tunnels: tunnels.slice(0, 200), tunnelsTotal: tunnels.length, bundles: over.slice(0, 200).map((bundle) => world.bundleRow(bundle)), bundlesTotal: over.length };
      }
      case 'shuffles': {
        const shuffle = world.shuffles.get(rest[0]);
        if (rest[1] === 'explanation') {
          return shuffle && this.explanation(shuffle);
        }
        return shuffle && { shuffle: world.shuffleRow(shuffle), bundleList: [...shuffle.bundles.values()].map((bundle) => world.bundleRow(bundle)), growth: [] };
      }
      case 'tunnels':
        return list(world.tunnelRows().filter((tunnel) => !query.has('from') || tunnel.from === query.get('from')));
      case 'handlers':
        return list(world.handlerRows().filter((handler) => !query.has('site') || handler.site === query.get('site')));
      case 'caches':
        return list(world.caches);
      case 'classes':
        return list(world.classes);
      case 'costs':
        return list(rest[0] === 'work' ? world.work[query.get('by')] : world.costs[query.get('by')]);
      case 'recurring':
        return list(world.recurring);
      case 'rounds':
        return list([...world.rounds].reverse().slice(0, 600));
      case 'reroutes':
        return rest.length === 0 ? list(world.reroutes) : world.reroutes[Number(rest[0]) - 1];
      case 'events':
        return list([...world.events].reverse());
      case 'history':
        return this.past(rest[0], query);
      case 'versions':
        return { terra: '0.2.0-TEST', api: 'v1', java: '17', os: 'Linux', agentProtocol: 3 };
      case 'actions':
        return list([...world.actions].reverse().filter((action) => !query.has('inForce') || String(action.inForce) === query.get('inForce')));
      case 'sites':
        return { id: rest[0], drained: world.drained.has(`site ${rest[0]}`) };
      default:
        return undefined;
    }
  }

  past(name, query) {
    const { world } = this;
    if (!this.history) {
      return name === undefined ? { enabled: false, oldestAt: null, newestAt: null, bytes: 0, maxBytes: 0, dropped: 0 } : undefined;
    }
    const within = (row) => row.at >= query.get('from') && row.at <= query.get('to');
    switch (name) {
      case undefined:
        return { enabled: true, oldestAt: world.samples[0]?.at ?? null, newestAt: world.samples.at(-1)?.at ?? null, bytes: 4096, maxBytes: 1e9, dropped: 0 };
      case 'links':
        return { from: query.get('from'), to: query.get('to'), stepSeconds: Number(query.get('step')), links: world.topology.links.map((link) => link.id), samples: world.samples.filter(within) };
      case 'events':
        return list(world.events.filter(within));
      default:
        return undefined;
    }
  }

  explanation(shuffle) {
    const row = this.world.shuffleRow(shuffle);
    const tight = [...this.world.links()].filter((link) => [...shuffle.bundles.values()].some((bundle) => bundle.rates.some(({ path }) => hops(path).includes(link.id)))).sort((a, b) => b.use - a.use).slice(0, 2);
    const others = [...this.world.shuffles.keys()].filter((id) => id !== shuffle.id);
    return { shuffle: shuffle.id, at: this.world.iso(), gammaSeconds: row.gammaSeconds,
      place: { position: 1, of: this.world.shuffles.size, basis: 'shortest', sentence: 'First, since it is done soonest.', group: null, groupGammaSeconds: null, weight: 1, priority: 0, deadlineAt: null, ahead: [] },
      limits: tight.map((link, i) => ({ link: link.id, capacityBytesPerSecond: link.nominalBytesPerSecond, share: i === 0 ? 0.7 : 0.3, gainSeconds: 0.4, onlyWith: [] })),
      bundles: [], contenders: others.slice(0, 2).map((id) => ({ shuffle: id, link: tight[0]?.id, bytesPerSecond: 1e8 })), finish: { secondsLeft: this.world.secondsLeft(shuffle), atLeastSeconds: row.gammaSeconds, expectedFinishAt: row.expectedFinishAt },
      remedies: tight.length === 0 ? [] : [{ links: [tight[0].id], percent: 10, gammaSeconds: row.gammaSeconds * 0.93, savedSeconds: row.gammaSeconds * 0.07 }] };
  }
}

function list(items) {
  return { items, total: items.length, offset: 0, limit: 1000, version: 1, at: new Date().toISOString() };
}

function json(answer, body, status = 200) {
  answer.writeHead(status, { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json' });
  answer.end(JSON.stringify(body));
}

function message(event, id, data) {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
