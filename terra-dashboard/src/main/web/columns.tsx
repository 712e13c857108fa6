import type { JSX } from 'preact';
import type { Fields } from './filter';
import { age, bytes, clock, deadline, duration, millis, percent, rate, secondsUntil, waits } from './format';
import { isOver } from './model';
import { Meter, PathLinks, State, To } from './parts';
import type { Column } from './table';
import type { Agent, CacheRow, ClassRow, Handler, Job, Link, Round, Shuffle, Tunnel } from './types';

/** The moment that ages and remaining times in the columns are told by. */
export interface Moment {
  nowMillis: number;
}

export const LINK_FIELDS: Fields<Link> = {
  link: (link) => link.id,
  from: (link) => link.from,
  to: (link) => link.to,
  state: (link) => link.state,
  use: (link) => link.use,
  nominal: (link) => link.nominalBytesPerSecond,
  measured: (link) => link.measuredBytesPerSecond,
  allocated: (link) => link.allocatedBytesPerSecond,
  carries: (link) => link.carriedBytesPerSecond,
  carried: (link) => link.carriedShare,
  drained: (link) => link.drained,
};

export function linkColumns(moment: Moment): Column<Link>[] {
  return [
    { key: 'link', title: 'Link', value: (link) => link.id, show: (link) => <To kind="link" id={link.id}>{link.id}</To> },
    { key: 'state', title: 'State', value: (link) => link.state, show: (link) => <LinkCondition link={link} nowMillis={moment.nowMillis} /> },
    { key: 'carries', title: 'Carries', value: (link) => link.carriedBytesPerSecond, figure: true, show: (link) => <Meter share={link.carriedShare} label={rate(link.carriedBytesPerSecond)} kind="progress" /> },
    { key: 'use', title: 'Planned', value: (link) => link.use, figure: true, show: (link) => <Meter share={link.use} label={percent(link.use)} /> },
    { key: 'allocated', title: 'Planned rate', value: (link) => link.allocatedBytesPerSecond, figure: true, show: (link) => rate(link.allocatedBytesPerSecond) },
    { key: 'measured', title: 'Measured', value: (link) => link.measuredBytesPerSecond, figure: true, show: (link) => rate(link.measuredBytesPerSecond) },
    { key: 'nominal', title: 'Nominal', value: (link) => link.nominalBytesPerSecond, figure: true, show: (link) => rate(link.nominalBytesPerSecond) },
  ];
}

/** The state of a link in words; of one that nobody hears, since when. */
export function LinkCondition({ link, nowMillis }: { link: Link; nowMillis: number }): JSX.Element {
  const silent = link.heardAt === null ? '' : `, heard ${age((nowMillis - Date.parse(link.heardAt)) / 1000)} ago`;
  return (
    <>
      <State state={link.state}>{link.state}{link.state === 'unknown' ? silent || ', never heard' : ''}</State>
      {link.drained && <> <State state="drained" /></>}
    </>
  );
}

/** What shuffles and jobs have in common. */
type Work = Pick<Shuffle, 'id' | 'queue' | 'queueFrom' | 'user' | 'state' | 'leftBytes' | 'doneBytes' | 'wireBytes' | 'compressSeconds' | 'restoreSeconds' | 'expectedBytes' | 'bytesPerSecond' | 'progress' | 'priority' | 'weight' | 'expectedFinishAt' | 'arrivedAt' | 'deadlineAt'>;

function workFields<T extends Work>(moment: Moment): Fields<T> {
  return {
    id: (row) => row.id,
    state: (row) => row.state,
    queue: (row) => row.queue,
    user: (row) => row.user,
    left: (row) => row.leftBytes,
    done: (row) => row.doneBytes,
    wire: (row) => row.wireBytes,
    compression: (row) => row.compressSeconds + row.restoreSeconds,
    size: (row) => row.expectedBytes,
    rate: (row) => row.bytesPerSecond,
    progress: (row) => row.progress,
    finish: (row) => (row.leftBytes > 0 ? secondsUntil(row.expectedFinishAt, moment.nowMillis) : null),
    age: (row) => (moment.nowMillis - Date.parse(row.arrivedAt)) / 1000,
    priority: (row) => row.priority,
    deadline: (row) => (row.deadlineAt === null ? null : (Date.parse(row.deadlineAt) - moment.nowMillis) / 1000),
    weight: (row) => row.weight,
  };
}

export function shuffleFields(moment: Moment): Fields<Shuffle> {
  return { ...workFields<Shuffle>(moment), job: (row) => row.job, bundles: (row) => row.bundles, waiting: (row) => row.bundlesWaiting };
}

export function jobFields(moment: Moment): Fields<Job> {
  return { ...workFields<Job>(moment), shuffles: (row) => row.shuffles };
}

function workColumns<T extends Work>(moment: Moment): Column<T>[] {
  return [
    { key: 'state', title: 'State', value: (row) => row.state, show: (row) => <State state={row.state} /> },
    { key: 'progress', title: 'Progress', value: (row) => row.progress, figure: true, show: (row) => <Meter share={row.progress} label={percent(row.progress)} kind="progress" /> },
    { key: 'left', title: 'Left', value: (row) => row.leftBytes, figure: true, show: (row) => bytes(row.leftBytes) },
    { key: 'wire', title: 'On links', value: (row) => row.wireBytes, figure: true, show: (row) => onLinks(row) },
    { key: 'rate', title: 'Rate', value: (row) => row.bytesPerSecond, figure: true, show: (row) => rate(row.bytesPerSecond) },
    { key: 'finish', title: 'Done in', value: (row) => finish(row), figure: true, show: (row) => Finish(row, moment.nowMillis) },
    { key: 'deadline', title: 'Deadline', value: (row) => (row.deadlineAt === null ? null : Date.parse(row.deadlineAt)), figure: true, show: (row) => deadline(row.deadlineAt, moment.nowMillis) },
    { key: 'queue', title: 'Queue', value: (row) => row.queue, show: (row) => (row.queueFrom === 'job' ? `${row.queue} (claimed)` : row.queue ?? '–') },
  ];
}

/** What of it has arrived as it was on links; with what it was, where chunks were compressed. */
function onLinks(row: Pick<Work, 'doneBytes' | 'wireBytes'>): string {
  return row.wireBytes === row.doneBytes ? bytes(row.wireBytes) : `${bytes(row.wireBytes)} for ${bytes(row.doneBytes)}`;
}

/** A row for the panel of a shuffle or a job, with the processor time; none where no chunk was compressed. */
export function compression(row: Pick<Work, 'doneBytes' | 'wireBytes' | 'compressSeconds' | 'restoreSeconds'>): [string, string][] {
  return row.compressSeconds + row.restoreSeconds === 0 ? []
    : [['Compression', `${onLinks(row)}; ${duration(row.compressSeconds)} to compress, ${duration(row.restoreSeconds)} to restore`]];
}

function finish(row: Work): number | null {
  return row.leftBytes > 0 && row.expectedFinishAt !== null ? Date.parse(row.expectedFinishAt) : null;
}

/** When it is expected to be done, or why that is not known. */
export function Finish(row: Pick<Work, 'leftBytes' | 'expectedFinishAt' | 'state'>, nowMillis: number): string {
  if (isOver(row.state) || row.leftBytes === 0) {
    return row.state === 'failed' ? 'failed' : row.state === 'ended' ? 'done' : '–';
  }
  if (row.expectedFinishAt === null) {
    return row.state === 'waiting' ? 'waits' : 'not known';
  }
  return duration(secondsUntil(row.expectedFinishAt, nowMillis));
}

export function shuffleColumns(moment: Moment): Column<Shuffle>[] {
  return [
    { key: 'id', title: 'Shuffle', value: (row) => row.id, show: (row) => <To kind="shuffle" id={row.id} /> },
    ...workColumns<Shuffle>(moment),
    { key: 'job', title: 'Job', value: (row) => row.job, show: (row) => (row.job === row.id ? 'itself' : <To view="jobs" kind="job" id={row.job} />) },
    { key: 'bundles', title: 'Bundles', value: (row) => row.bundles, figure: true, show: (row) => (row.bundlesWaiting > 0 ? `${row.bundles} (${row.bundlesWaiting} wait)` : String(row.bundles)) },
  ];
}

export function jobColumns(moment: Moment): Column<Job>[] {
  return [
    { key: 'id', title: 'Job', value: (row) => row.id, show: (row) => <To kind="job" id={row.id} /> },
    ...workColumns<Job>(moment),
    { key: 'shuffles', title: 'Shuffles', value: (row) => row.shuffles, figure: true, show: (row) => (row.only === null ? <To kind="job" id={row.id}>{row.shuffles}</To> : <To view="shuffles" kind="shuffle" id={row.only} />) },
    { key: 'priority', title: 'Priority', value: (row) => row.priority, figure: true },
  ];
}

export function agentColumns(moment: Moment): Column<Agent>[] {
  return [
    { key: 'site', title: 'Site', value: (row) => row.site, show: (row) => <To kind="site" id={row.site} /> },
    { key: 'state', title: 'Agent', value: (row) => row.state, show: (row) => <AgentCondition agent={row} nowMillis={moment.nowMillis} /> },
    { key: 'tunnels', title: 'Tunnels up', value: (row) => row.tunnelsUp, figure: true, show: (row) => `${row.tunnelsUp} of ${row.tunnels}` },
    { key: 'handlers', title: 'Handlers', value: (row) => row.handlers, figure: true, show: (row) => (row.stockHandlers > 0 ? `${row.handlers} (${row.stockHandlers} stock)` : String(row.handlers)) },
    { key: 'wait', title: 'First byte', value: (row) => row.firstByteWait.p99Seconds, figure: true, show: (row) => waits(row.firstByteWait) },
    { key: 'since', title: 'Since', value: (row) => row.since, show: (row) => (row.since === null ? '–' : clock(row.since)) },
    { key: 'reason', title: 'Why', value: (row) => row.reason, words: true, show: (row) => row.reason ?? '' },
  ];
}

/** The state of an agent in words; of a lost one, since when it is silent. */
export function AgentCondition({ agent, nowMillis }: { agent: Agent; nowMillis: number }): JSX.Element {
  const silent = agent.state !== 'lost' || agent.heardAt === null ? '' : `, heard ${age((nowMillis - Date.parse(agent.heardAt)) / 1000)} ago`;
  return (
    <>
      <State state={agent.state}>{agent.state === 'expected' ? 'never seen' : agent.state}{silent}</State>
      {agent.drained && <> <State state="drained" /></>}
      {agent.siteDrained && <> <State state="drained">site relays nothing</State></>}
    </>
  );
}

export const HANDLER_FIELDS: Fields<Handler> = {
  id: (row) => row.id,
  site: (row) => row.site,
  host: (row) => row.host,
  ip: (row) => row.ip,
  service: (row) => row.service,
  version: (row) => row.version,
  state: (row) => row.state,
  reason: (row) => row.reason,
  relayed: (row) => row.relayedBytes,
  stock: (row) => row.stockBytes,
  bypassed: (row) => row.bypassedBytes,
  fallbacks: (row) => row.fallbacks,
};

export const HANDLER_COLUMNS: Column<Handler>[] = [
  { key: 'host', title: 'Handler', value: (row) => row.host, show: (row) => <HandlerName handler={row} /> },
  { key: 'site', title: 'Site', value: (row) => row.site, show: (row) => <To kind="site" id={row.site} /> },
  { key: 'state', title: 'Serves by', value: (row) => row.state, show: (row) => <State state={row.state}>{row.state === 'terra' ? 'Terra' : 'stock path'}</State> },
  { key: 'reason', title: 'Why', value: (row) => row.reason, words: true, show: (row) => row.reason ?? '' },
  { key: 'since', title: 'Since', value: (row) => row.since, show: (row) => clock(row.since) },
  { key: 'version', title: 'Version', value: (row) => row.version },
  { key: 'relayed', title: 'Through Terra', value: (row) => row.relayedBytes, figure: true, show: (row) => bytes(row.relayedBytes) },
  { key: 'stock', title: 'Stock path', value: (row) => row.stockBytes, figure: true, show: (row) => bytes(row.stockBytes) },
  { key: 'bypassed', title: 'Too small', value: (row) => row.bypassedBytes, figure: true, show: (row) => bytes(row.bypassedBytes) },
  { key: 'fallbacks', title: 'Fallbacks', value: (row) => row.fallbacks, figure: true },
];

/** A handler's host, its address, and whose shuffles it serves where that is not Hadoop. */
export function HandlerName({ handler }: { handler: Handler }): JSX.Element {
  return <span>{handler.host}<span class="note"> {handler.ip}{handler.service === null ? '' : `, ${handler.service}`}</span></span>;
}

export const CACHE_FIELDS: Fields<CacheRow> = {
  site: (row) => row.site,
  agent: (row) => row.agent,
  used: (row) => row.usedBytes,
  hits: (row) => row.hits,
  misses: (row) => row.misses,
  served: (row) => row.servedBytes,
  saved: (row) => row.savedBytes,
};

export const CACHE_COLUMNS: Column<CacheRow>[] = [
  { key: 'site', title: 'Site', value: (row) => row.site, show: (row) => <To kind="site" id={row.site}>{row.site}</To> },
  { key: 'agent', title: 'Agent', value: (row) => row.agent },
  { key: 'used', title: 'Memory', value: (row) => row.usedBytes / row.capacityBytes, figure: true, show: (row) => <Meter share={row.usedBytes / row.capacityBytes} label={`${bytes(row.usedBytes)} of ${bytes(row.capacityBytes)}`} kind="progress" /> },
  { key: 'disk', title: 'Disk', value: (row) => row.diskUsedBytes, figure: true, show: (row) => (row.diskCapacityBytes === 0 ? '' : `${bytes(row.diskUsedBytes)} of ${bytes(row.diskCapacityBytes)}`) },
  { key: 'rate', title: 'Hit rate', value: (row) => hitRate(row), figure: true, show: (row) => (hitRate(row) === null ? '' : percent(hitRate(row)!)) },
  { key: 'served', title: 'Served', value: (row) => row.servedBytes, figure: true, show: (row) => bytes(row.servedBytes) },
  { key: 'saved', title: 'Saved', value: (row) => row.savedBytes, figure: true, show: (row) => bytes(row.savedBytes) },
  { key: 'queues', title: 'Queues', value: (row) => row.queues.length, show: (row) => row.queues.map((queue) => `${queue.queue === '' ? 'unknown' : queue.queue} ${bytes(queue.usedBytes)} of ${bytes(queue.shareBytes)}`).join(', ') },
];

function hitRate(row: CacheRow): number | null {
  const all = row.hits + row.misses;
  return all === 0 ? null : row.hits / all;
}

export const CLASS_FIELDS: Fields<ClassRow> = {
  id: (row) => row.id,
  class: (row) => row.latencyClass,
  from: (row) => row.from,
  to: (row) => row.to,
  state: (row) => row.state,
  measured: (row) => (row.measuredMillis === null ? null : row.measuredMillis / 1000),
  target: (row) => row.limitMillis / 1000,
  share: (row) => row.admittedShare,
  admitted: (row) => row.admitted,
  bulk: (row) => row.downgraded,
  tunnels: (row) => row.byTunnels,
};

export const CLASS_COLUMNS: Column<ClassRow>[] = [
  { key: 'id', title: 'Sites', value: (row) => row.id, show: (row) => <PathLinks sites={[row.from, row.to]} /> },
  { key: 'class', title: 'Class', value: (row) => row.latencyClass },
  { key: 'state', title: 'Promise', value: (row) => row.state, show: (row) => <State state={row.state} /> },
  { key: 'since', title: 'Since', value: (row) => row.since, show: (row) => clock(row.since) },
  { key: 'target', title: 'Target', value: (row) => row.limitMillis, figure: true, show: (row) => `p${row.percentile} of ${bytes(row.bytes)} < ${millis(row.limitMillis)}` },
  { key: 'measured', title: 'Measured', value: (row) => row.measuredMillis, figure: true, show: (row) => millis(row.measuredMillis) },
  { key: 'share', title: 'Admitted', value: (row) => row.admittedShare, figure: true, show: (row) => <Meter share={row.admittedShare} label={percent(row.admittedShare)} kind="progress" /> },
  { key: 'admitted', title: 'Fetches', value: (row) => row.admitted, figure: true },
  { key: 'bulk', title: 'Sent as bulk', value: (row) => row.downgraded, figure: true },
  { key: 'tunnels', title: 'By tunnels', value: (row) => row.byTunnels, figure: true },
];

export const TUNNEL_FIELDS: Fields<Tunnel> = {
  path: (row) => row.id,
  from: (row) => row.from,
  to: (row) => row.to,
  state: (row) => row.state,
  rtt: (row) => (row.rttMicros === null ? null : row.rttMicros / 1e6),
  carries: (row) => row.deliveredBytesPerSecond,
  allocated: (row) => row.allocatedBytesPerSecond,
  reason: (row) => row.reason,
};

export const TUNNEL_COLUMNS: Column<Tunnel>[] = [
  { key: 'path', title: 'Tunnel', value: (row) => row.id, show: (row) => <PathLinks sites={row.path} /> },
  { key: 'state', title: 'State', value: (row) => row.state, show: (row) => <State state={row.state} /> },
  { key: 'carries', title: 'Carries', value: (row) => row.deliveredBytesPerSecond, figure: true, show: (row) => rate(row.deliveredBytesPerSecond) },
  { key: 'rate', title: 'Planned rate', value: (row) => row.allocatedBytesPerSecond, figure: true, show: (row) => rate(row.allocatedBytesPerSecond) },
  { key: 'rtt', title: 'RTT', value: (row) => row.rttMicros, figure: true, show: (row) => millis(row.rttMicros === null ? null : row.rttMicros / 1000) },
  { key: 'reason', title: 'Why', value: (row) => row.reason, words: true, show: (row) => row.reason ?? '' },
];

export const ROUND_COLUMNS: Column<Round>[] = [
  { key: 'number', title: 'Round', value: (row) => row.number },
  { key: 'at', title: 'At', value: (row) => row.at, show: (row) => clock(row.at) },
  { key: 'millis', title: 'Took', value: (row) => row.millis, figure: true, show: (row) => millis(row.millis) },
  { key: 'solver', title: 'Solver', value: (row) => row.solver, show: (row) => <State state={row.solver} /> },
  { key: 'epoch', title: 'Schedule', value: (row) => row.epoch, figure: true, show: (row) => (row.stands ? 'stands' : `epoch ${row.epoch}`) },
  { key: 'shuffles', title: 'Shuffles', value: (row) => row.shuffles, figure: true },
  { key: 'bundles', title: 'Bundles', value: (row) => row.bundles, figure: true },
  { key: 'reroute', title: 'Re-routing', value: (row) => row.reroute, show: (row) => (row.reroute === null ? '' : <To kind="reroute" id={String(row.reroute)}>moved bundles</To>) },
];
