import type { ComponentChildren, JSX } from 'preact';
import { Acts, RowAct, type Act } from './actions';
import { cancelShuffle, changeTerms, drainAgent, drainLink, drainSite, forbidPath, ordinaryTerms } from './acts';
import { resource } from './api';
import { Chart } from './chart';
import { AgentCondition, compression, Finish, HandlerName, LinkCondition } from './columns';
import { age, bytes, clock, count, deadline, duration, percent, rate, waits } from './format';
import { isOver, jobsOf, sparedByCaches } from './model';
import * as notation from './notation';
import { Facts, Meter, Panel, PathLinks, PathOf, State, To } from './parts';
import { Placement } from './placement';
import { usePoll } from './poll';
import { Limits } from './limits';
import { RerouteDetails } from './reroutes';
import { href, type Selection } from './route';
import { useApp } from './state';
import { Table, type Column } from './table';
import type { Bundle, CacheRow, Handler, Link, LinkDetail, Page, Shuffle, ShuffleDetail, Slice, Tunnel } from './types';

const POLL_MILLIS = 2000;

/** The panel of what is selected. */
export function Details({ selected }: { selected: Selection }): JSX.Element {
  const close = href(useApp().route.view);
  switch (selected.kind) {
    case 'link':
      return <LinkPanel id={selected.id} close={close} />;
    case 'shuffle':
      return <ShufflePanel id={selected.id} close={close} />;
    case 'job':
      return <JobPanel id={selected.id} close={close} />;
    case 'reroute':
      return <RerouteDetails number={selected.id} close={close} />;
    default:
      return <SitePanel id={selected.id} close={close} />;
  }
}

function LinkPanel({ id, close }: { id: string; close: string }): JSX.Element {
  const { feed, nowMillis, recorder } = useApp();
  const tunnelColumns = useTunnelColumns();
  const link = feed.model.links.get(id);
  const detail = usePoll<LinkDetail>(link === undefined ? null : `/links${resource(link.id)}`, POLL_MILLIS);
  if (link === undefined) {
    return <Missing kicker="Link" id={id} close={close} what="link" />;
  }
  recorder.watch(id);
  const { times, values } = recorder.link(id);
  const shuffles = detail.data === null ? [] : [...new Set(detail.data.bundles.map((bundle) => bundle.shuffle))];
  return (
    <Panel kicker="Link" title={link.id} close={close}>
      <p><LinkCondition link={link} nowMillis={nowMillis} />{link.reason && <span class="reason">{link.reason}</span>}</p>
      <Capacity nominal={link.nominalBytesPerSecond} measured={link.measuredBytesPerSecond} allocated={link.allocatedBytesPerSecond} carried={link.carriedBytesPerSecond} />
      <Facts rows={[
        ['Nominal', rate(link.nominalBytesPerSecond)],
        ['Measured', link.measuredBytesPerSecond === null ? 'not measured yet' : <>{rate(link.measuredBytesPerSecond)}{link.measuredAt && <span class="note"> {age((nowMillis - Date.parse(link.measuredAt)) / 1000)} ago</span>}</>],
        ['Carries', `${rate(link.carriedBytesPerSecond)}, ${percent(link.carriedShare)} of its capacity`],
        ['Planned', `${rate(link.allocatedBytesPerSecond)}, ${percent(link.use)} of what may be planned`],
        ['The other way', <To kind="link" id={notation.link(link.to, link.from)} />],
      ]} />
      <Acts acts={[drainLink(link)]} />
      {values.length > 1 && <Chart label={`Planned on ${link.id}, and carried`} times={times} format={rate} lines={[{ name: 'planned', values, colour: '--up', fill: true }, { name: 'carried', values: recorder.carried(id).values, colour: '--accent' }]} />}
      <h3>Shuffles on it</h3>
      {detail.problem && <p class="problem">{detail.problem}</p>}
      {shuffles.length === 0 ? <p class="empty">{detail.data === null ? 'Asking …' : 'None sends over this link now.'}</p> : (
        <ul class="plain-list">{shuffles.map((shuffle) => <li key={shuffle}><To kind="shuffle" id={shuffle} /><span class="figure">{rate(over(detail.data!.bundles, shuffle, link.from, link.to))}</span></li>)}</ul>
      )}
      <h3>Tunnels over it{detail.data && <span class="note"> {count(detail.data.tunnelsTotal, 'tunnel')}</span>}</h3>
      <Table title="Tunnels over the link" rows={detail.data?.tunnels ?? []} id={(tunnel) => tunnel.id} columns={tunnelColumns} sort={{ key: 'rate', descending: true }}
        empty={detail.data === null ? 'Asking …' : 'No path of any pair of sites uses this link.'} />
    </Panel>
  );
}

/** What a shuffle's bundles send over one link. */
function over(bundles: Bundle[], shuffle: string, from: string, to: string): number {
  return bundles.filter((bundle) => bundle.shuffle === shuffle).flatMap((bundle) => bundle.rates)
    .filter(({ path }) => path.some((site, i) => site === from && path[i + 1] === to))
    .reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0);
}

/** Tunnels, with a button for those who may forbid their paths. */
function useTunnelColumns(): Column<Tunnel>[] {
  return useApp().who?.role === 'admin' ? ADMIN_TUNNEL_COLUMNS : TUNNEL_COLUMNS;
}

const TUNNEL_COLUMNS: Column<Tunnel>[] = [
  { key: 'path', title: 'Path', value: (tunnel) => tunnel.id, show: (tunnel) => <PathLinks sites={tunnel.path} /> },
  { key: 'state', title: 'State', value: (tunnel) => tunnel.state, show: (tunnel) => <State state={tunnel.state} /> },
  { key: 'carries', title: 'Carries', value: (tunnel) => tunnel.deliveredBytesPerSecond, figure: true, show: (tunnel) => rate(tunnel.deliveredBytesPerSecond) },
  { key: 'rate', title: 'Planned', value: (tunnel) => tunnel.allocatedBytesPerSecond, figure: true, show: (tunnel) => rate(tunnel.allocatedBytesPerSecond) },
  { key: 'rtt', title: 'RTT', value: (tunnel) => tunnel.rttMicros, figure: true, show: (tunnel) => (tunnel.rttMicros === null ? '–' : `${(tunnel.rttMicros / 1000).toFixed(1)} ms`) },
];

const ADMIN_TUNNEL_COLUMNS: Column<Tunnel>[] = [...TUNNEL_COLUMNS,
  { key: 'act', title: 'Path', value: (tunnel) => tunnel.id, show: (tunnel) => <RowAct act={forbidPath(tunnel.path)} /> }];

/** Nominal and measured capacity, what is planned and what is carried, on one scale. */
function Capacity({ nominal, measured, allocated, carried }: { nominal: number; measured: number | null; allocated: number; carried: number }): JSX.Element {
  const most = Math.max(nominal, measured ?? 0, allocated, carried, 1);
  const x = (value: number) => ((value / most) * 300).toFixed(1);
  return (
    <svg class="capacity" viewBox="0 0 300 26" preserveAspectRatio="none" role="img"
      aria-label={`nominal ${rate(nominal)}, measured ${rate(measured)}, planned ${rate(allocated)}, carries ${rate(carried)}`}>
      <rect class="nominal" y="4" width={x(nominal)} height="18" rx="2" />
      {measured !== null && <rect class="measured" y="4" width={x(measured)} height="18" rx="2" />}
      <rect class="allocated" y="7" width={x(allocated)} height="6" />
      <rect class="carried" y="14" width={x(carried)} height="5" />
      {measured !== null && <path class="tick" d={`M${x(measured)} 1V25`} />}
    </svg>
  );
}

function ShufflePanel({ id, close }: { id: string; close: string }): JSX.Element {
  const { feed, nowMillis } = useApp();
  const listed = feed.model.shuffles.get(id);
  const detail = usePoll<ShuffleDetail>(`/shuffles${resource(id)}`, POLL_MILLIS);
  const shuffle = listed ?? detail.data?.shuffle;
  const spared = useSpared(shuffle === undefined ? [] : [shuffle]);
  if (shuffle === undefined) {
    return <Missing kicker="Shuffle" id={id} close={close} what="shuffle" problem={detail.problem} />;
  }
  return (
    <Panel kicker={<>Shuffle of job <To view="jobs" kind="job" id={shuffle.job} /></>} title={shuffle.id} close={close}>
      <p><State state={shuffle.state} />{shuffle.deadlineProblem && <span class="reason">{shuffle.deadlineProblem}</span>}</p>
      <Meter share={shuffle.progress} label={`${percent(shuffle.progress)}, ${bytes(shuffle.doneBytes)} of ${bytes(shuffle.expectedBytes)}`} kind="progress" />
      <Facts rows={[
        ...(shuffle.failure === null ? [] : [['Failed', <span class="reason">{shuffle.failure}</span>] as [string, ComponentChildren]]),
        ['Done in', shuffle.state === 'failed' ? 'failed' : shuffle.state === 'ended' ? `done${shuffle.finishedAt ? ` at ${clock(shuffle.finishedAt)}` : ''}` : Finish(shuffle, nowMillis)],
        ['Rate', rate(shuffle.bytesPerSecond)],
        ...compression(shuffle),
        ...spared,
        ['Alone it would take', duration(shuffle.gammaSeconds)],
        ['Arrived', `${clock(shuffle.arrivedAt)}${shuffle.queue ? `, queue ${shuffle.queue}${shuffle.queueFrom === 'job' ? ' (claimed)' : ''}` : ''}${shuffle.user ? `, user ${shuffle.user}` : ''}`],
        ['Weight, priority', `${shuffle.weight}, ${shuffle.priority} (${shuffle.termsFrom})`],
        ...(shuffle.deadlineAt ? [['Deadline', deadline(shuffle.deadlineAt, nowMillis)] as [string, string]] : []),
        ...(shuffle.unplacedBytes > 0 ? [['Not placed yet', `${bytes(shuffle.unplacedBytes)}: their reducers have not started`] as [string, string]] : []),
      ]} />
      {!isOver(shuffle.state) && <Acts acts={[...termActs(shuffle.id, `/shuffles${resource(id)}`, [shuffle]), cancelShuffle(id)]} />}
      {!isOver(shuffle.state) && shuffle.leftBytes > 0 && <Limits shuffle={id} />}
      {!isOver(shuffle.state) && shuffle.unplacedBytes > 0 && <Placement shuffle={id} />}
      <h3>Bundles</h3>
      <Table title="Bundles of the shuffle" rows={detail.data?.bundleList ?? []} id={(bundle) => bundle.id} columns={BUNDLE_COLUMNS} sort={{ key: 'left', descending: true }}
        empty={detail.problem ?? (detail.data === null ? 'Asking …' : 'No bytes cross sites yet: no reducer at another site has started, or all data is where it is read.')} />
    </Panel>
  );
}

/** What caches have spared the WAN of shuffles that are not over; no row where nothing. */
function useSpared(shuffles: Shuffle[]): [string, ComponentChildren][] {
  const open = shuffles.filter((shuffle) => !isOver(shuffle.state)).map((shuffle) => shuffle.id);
  const caches = usePoll<Page<CacheRow>>(open.length === 0 ? null : '/caches?limit=1000', POLL_MILLIS).data?.items ?? [];
  const spared = sparedByCaches(caches, open);
  return spared.length === 0 ? [] : [['Saved by caches', <>{bytes(spared.reduce((sum, cache) => sum + cache.bytes, 0))}
    <span class="note"> {spared.map((cache) => `${cache.site} ${cache.agent} ${bytes(cache.bytes)}`).join(', ')}</span></>]];
}

/** What may be done to the terms of shuffles. */
function termActs(what: string, path: string, shuffles: Shuffle[]): Act[] {
  const change = changeTerms(what, path);
  return shuffles.some((shuffle) => shuffle.termsFrom === 'operator') ? [change, ordinaryTerms(what, path)] : [change];
}

const BUNDLE_COLUMNS: Column<Bundle>[] = [
  { key: 'pair', title: 'From, to', value: (bundle) => bundle.id, show: (bundle) => <><To view="agents" kind="site" id={bundle.from} />:<To view="agents" kind="site" id={bundle.to} /></> },
  { key: 'state', title: 'State', value: (bundle) => bundle.state, show: (bundle) => <State state={bundle.state} /> },
  { key: 'left', title: 'Left', value: (bundle) => bundle.leftBytes, figure: true, show: (bundle) => bytes(bundle.leftBytes) },
  { key: 'paths', title: 'Paths and rates', value: (bundle) => bundle.bytesPerSecond, show: (bundle) => <Rates bundle={bundle} /> },
];

function Rates({ bundle }: { bundle: Bundle }): JSX.Element {
  return bundle.rates.length === 0 ? <span class="note">{bundle.state === 'waiting' ? 'waits for capacity' : '–'}</span> : (
    <ul class="rates">{bundle.rates.map((r) => <li key={r.path.join()}><PathOf sites={r.path} /><span class="figure">{rate(r.bytesPerSecond)}</span></li>)}</ul>
  );
}

function JobPanel({ id, close }: { id: string; close: string }): JSX.Element {
  const { feed, nowMillis } = useApp();
  const members = [...feed.model.shuffles.values()].filter((shuffle) => shuffle.job === id);
  const job = jobsOf(members)[0];
  const spared = useSpared(members);
  if (job === undefined) {
    return <Missing kicker="Job" id={id} close={close} what="job" />;
  }
  const costs = feed.model.reroutes.flatMap((reroute) => reroute.shuffles.filter((cost) => cost.job === id).map((cost) => ({ reroute, cost }))).reverse();
  return (
    <Panel kicker="Job" title={id} close={close}>
      <p><State state={job.state} /></p>
      <Meter share={job.progress} label={`${percent(job.progress)}, ${bytes(job.doneBytes)} of ${bytes(job.expectedBytes)}`} kind="progress" />
      <Facts rows={[
        ['Done in', Finish(job, nowMillis)],
        ['Rate', rate(job.bytesPerSecond)],
        ...compression(job),
        ...spared,
        ['Queue, user', `${job.queue ?? '–'}${job.queueFrom === 'job' ? ' (claimed)' : ''}, ${job.user ?? '–'}`],
        ['Weight, priority', `${job.weight}, ${job.priority}`],
        ...(job.deadlineAt ? [['Deadline', deadline(job.deadlineAt, nowMillis)] as [string, string]] : []),
      ]} />
      {!isOver(job.state) && <Acts acts={termActs(id, `/jobs${resource(id)}`, members)} />}
      <h3>Shuffles</h3>
      <ul class="plain-list">{members.map((shuffle) => <li key={shuffle.id}><To kind="shuffle" id={shuffle.id} /><State state={shuffle.state} /><span class="figure">{Finish(shuffle, nowMillis)}</span></li>)}</ul>
      {members.filter((shuffle) => !isOver(shuffle.state) && shuffle.unplacedBytes > 0).slice(0, 1).map((shuffle) => <Placement key={shuffle.id} shuffle={shuffle.id} />)}
      {costs.length > 0 && <h3>What re-routings cost it</h3>}
      <ul class="plain-list">{costs.map(({ reroute, cost }) => (
        <li key={`${reroute.number} ${cost.shuffle}`}><To kind="reroute" id={String(reroute.number)}>{clock(reroute.at)} {reroute.cause} {reroute.target}</To>
          <span class="figure">{duration(cost.secondsBefore)} → {cost.secondsAfter === null ? 'waits' : duration(cost.secondsAfter)}</span></li>
      ))}</ul>
    </Panel>
  );
}

function SitePanel({ id, close }: { id: string; close: string }): JSX.Element {
  const { feed, nowMillis } = useApp();
  const site = feed.model.topology?.sites.find((known) => known.id === id);
  const agent = feed.model.agents.get(id);
  const tunnelColumns = useTunnelColumns();
  const tunnels = usePoll<Page<Tunnel>>(site === undefined ? null : `/tunnels?from=${encodeURIComponent(id)}&limit=200`, POLL_MILLIS);
  if (site === undefined) {
    return <Missing kicker="Site" id={id} close={close} what="site" />;
  }
  const links = [...feed.model.links.values()].filter((link) => link.from === id || link.to === id);
  return (
    <Panel kicker={`Site${site.city ? `, ${site.city}` : ''}`} title={id} close={close}>
      {agent && <p><AgentCondition agent={agent} nowMillis={nowMillis} />{agent.reason && <span class="reason">{agent.reason}</span>}</p>}
      <Facts rows={[
        ['Tunnels up', agent ? `${agent.tunnelsUp} of ${agent.tunnels}` : '–'],
        ['Since', agent?.since ? clock(agent.since) : '–'],
        ['Fetches waited', agent ? `first byte ${waits(agent.firstByteWait)}; last byte ${waits(agent.lastByteWait)}` : '–'],
        ...cap('Egress cap', site.egressBytesPerSecond, links.filter((link) => link.from === id)),
        ...cap('Ingress cap', site.ingressBytesPerSecond, links.filter((link) => link.to === id)),
      ]} />
      {agent && agent.slices.length > 1 && <Slices slices={agent.slices} />}
      <Acts acts={[drainAgent(id, agent?.drained ?? false), drainSite(id, agent?.siteDrained ?? false)]} />
      <h3>Links</h3>
      <ul class="plain-list">{links.map((link) => <li key={link.id}><To kind="link" id={link.id}>{link.id}</To><State state={link.drained ? 'drained' : link.state} /><span class="figure">{rate(link.carriedBytesPerSecond)}, {percent(link.use)} planned</span></li>)}</ul>
      <Handlers site={id} />
      <h3>Tunnels from here</h3>
      <Table title="Tunnels from the site" rows={tunnels.data?.items ?? []} id={(tunnel) => tunnel.id} columns={tunnelColumns} sort={{ key: 'rate', descending: true }}
        empty={tunnels.problem ?? (tunnels.data === null ? 'Asking …' : 'No tunnel starts here: this site’s agent has not been seen.')} />
    </Panel>
  );
}

/** A cap of a site and what is planned over the links that it counts; nothing where there is none. */
function cap(title: string, most: number | null | undefined, links: Link[]): [string, string][] {
  const planned = links.reduce((sum, link) => sum + link.allocatedBytesPerSecond, 0);
  return most === null || most === undefined ? [] : [[title, `${rate(planned)} planned of ${rate(most)}`]];
}

/** Each of several agents that share a site, by itself. */
function Slices({ slices }: { slices: Slice[] }): JSX.Element {
  return (
    <>
      <h3>Agents</h3>
      <ul class="plain-list">{slices.map((slice) => <li key={slice.slice} class={slice.reason === null ? '' : 'wrap'}><span>Slice {slice.slice}, {slice.agent}</span><State state={slice.state} /><span class="figure">{count(slice.tunnelsUp, 'tunnel')} up, {count(slice.fetches, 'fetch', 'fetches')}{slice.queueBytes != null && <>, {bytes(slice.queueBytes)} to send at {rate(slice.bytesPerSecond ?? null)}{slice.hot && ', hot'}</>}</span>{slice.reason && <span class="note">{slice.reason}</span>}</li>)}</ul>
    </>
  );
}

/** The handlers of a site, in short: which of them are stock, and why. */
function Handlers({ site }: { site: string }): JSX.Element {
  const { data, problem } = usePoll<Page<Handler>>(`/handlers?site=${encodeURIComponent(site)}&limit=1000`, POLL_MILLIS);
  return (
    <>
      <h3>Handlers</h3>
      {data === null || data.items.length === 0 ? <p class="empty">{problem ?? (data === null ? 'Asking …' : 'Its agent knows no shuffle handler.')}</p> : (
        <ul class="plain-list">{data.items.map((handler) => <li key={handler.id} class={handler.reason === null ? '' : 'wrap'}><HandlerName handler={handler} /><State state={handler.state} />{handler.reason && <span class="note">{handler.reason}</span>}</li>)}</ul>
      )}
    </>
  );
}

function Missing({ kicker, id, close, what, problem }: { kicker: string; id: string; close: string; what: string; problem?: string | null }): JSX.Element {
  return <Panel kicker={kicker} title={id} close={close}><p class="empty">{problem ?? `This controller does not list a ${what} of this name now. It may have ended, or have been named by another controller.`}</p></Panel>;
}
