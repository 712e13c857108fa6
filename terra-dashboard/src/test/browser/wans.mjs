/** A generator of numbers between 0 and 1, the same for the same seed (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const GBIT = 125e6;

/** Five sites on three continents. */
export function five() {
  const sites = [['HK', 'Hong Kong', 22.32, 114.17], ['LA', 'Los Angeles', 34.05, -118.24], ['NY', 'New York', 40.71, -74.01],
    ['FL', 'Florida', 25.76, -80.19], ['BA', 'Barcelona', 41.39, 2.17]];
  const pairs = [['HK', 'LA', 10], ['HK', 'NY', 5], ['LA', 'NY', 10], ['LA', 'FL', 5], ['NY', 'FL', 5], ['NY', 'BA', 10], ['FL', 'BA', 2.5]];
  return wan('swan', sites.map(([id, city, latitude, longitude]) => ({ id, city, latitude, longitude })), pairs.map(([a, b, gbit]) => [a, b, gbit * GBIT]));
}

/** Six sites that say nothing of where they are. */
export function placeless() {
  const ids = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
  const pairs = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [0, 3]];
  return wan('lab', ids.map((id) => ({ id, city: null, latitude: null, longitude: null })), pairs.map(([a, b]) => [ids[a], ids[b], GBIT]));
}

/** Many sites over the continents' latitudes, each joined to near ones. */
export function large(siteCount, linkCount, seed) {
  const next = random(seed);
  const sites = Array.from({ length: siteCount }, (_, i) => ({ id: `s${String(i).padStart(3, '0')}`, city: null, latitude: -35 + next() * 95, longitude: -125 + next() * 265 }));
  const distance = (a, b) => Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * 0.8);
  const pairs = new Map();
  const join = (a, b) => pairs.set([a.id, b.id].sort().join(' '), [a.id, b.id, (1 + Math.floor(next() * 40)) * GBIT]);
  sites.slice(1).forEach((site, i) => join(site, sites.slice(0, i + 1).reduce((best, other) => (distance(site, other) < distance(site, best) ? other : best))));
  const near = sites.flatMap((site) => sites.filter((other) => other.id > site.id).map((other) => [distance(site, other), site, other])).sort((a, b) => a[0] - b[0]);
  for (const [, a, b] of near) {
    if (pairs.size >= linkCount) {
      break;
    }
    join(a, b);
  }
  return wan(`generated-${siteCount}`, sites, [...pairs.values()]);
}

function wan(name, sites, pairs) {
  const links = pairs.flatMap(([a, b, capacity]) => [[a, b], [b, a]].map(([from, to]) => (
    { id: `${from}:${to}`, from, to, capacityBytesPerSecond: capacity, latencyMillis: 20, egressUsdPerGigabyte: null })));
  return { name, sites: sites.map((site) => ({ hosts: 2, subnets: [], ...site })), links };
}

const adjacent = new WeakMap();

function neighbours(topology) {
  if (!adjacent.has(topology)) {
    const lists = new Map(topology.sites.map((site) => [site.id, []]));
    topology.links.forEach((link) => lists.get(link.from).push(link.to));
    adjacent.set(topology, lists);
  }
  return adjacent.get(topology);
}

/** So many unfinished paths are followed at once: enough for the short ones. */
const MOST_FOLLOWED = 400;

/** Up to so many loop-free paths between two sites, the shortest first; those that need more than 14 links are not found. */
export function paths(topology, from, to, most) {
  const next = neighbours(topology);
  const found = [];
  const reached = new Map([[from, 0]]);
  let front = [[from]];
  for (let hops = 1; hops <= 14 && found.length < most && front.length > 0; hops++) {
    front = front.flatMap((path) => next.get(path.at(-1)).filter((site) => !path.includes(site) && (reached.get(site) ?? hops) >= hops - 2).map((site) => [...path, site]));
    front.forEach((path) => reached.set(path.at(-1), Math.min(hops, reached.get(path.at(-1)) ?? hops)));
    found.push(...front.filter((path) => path.at(-1) === to));
    front = front.filter((path) => path.at(-1) !== to).slice(0, MOST_FOLLOWED);
  }
  return found.slice(0, most);
}
