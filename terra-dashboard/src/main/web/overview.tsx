import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { resource } from './api';
import { Finish } from './columns';
import { age, clock, count, percent } from './format';
import { WanMap } from './map';
import { jobsOf } from './model';
import * as notation from './notation';
import { Card, Meter, State, Target, To, Type } from './parts';
import { usePoll } from './poll';
import { href, type Selection } from './route';
import { useApp } from './state';
import { NoShuffles } from './views';
import type { Model } from './model';
import type { Link, ShuffleDetail } from './types';

const JOBS_SHOWN = 8;
const EVENTS_SHOWN = 6;

/** The map of the WAN, drawn apart from the rest of the page. */
export function MapCard(): JSX.Element {
  const { feed, route, nowMillis, scene, replayMillis, ...app } = useApp();
  const stale = app.stale && replayMillis === null;
  const host = useRef<HTMLDivElement>(null);
  const map = useRef<WanMap | null>(null);
  const { topology } = feed.model;
  const { links, agents } = scene;
  const carrying = useCarrying(route.selected);
  useEffect(() => {
    map.current = new WanMap(host.current!, (selection) => {
      location.hash = href('overview', selection);
    });
  }, []);
  useEffect(() => {
    if (topology !== null) {
      map.current!.show(topology);
    }
  }, [topology]);
  useEffect(() => map.current!.draw({ links, agents, selected: route.selected, carrying, stale, nowMillis }));
  const placed = topology === null || topology.sites.every((site) => site.latitude !== null);
  return (
    <section class="card map-card" aria-label="Map of the WAN">
      <div class="map-frame">
        <div class={replayMillis === null ? 'map' : 'map replay'} ref={host} />
        <div class="map-tools">
          <button class="icon" aria-label="Larger" onClick={() => map.current!.zoomBy(1.5)}>+</button>
          <button class="icon" aria-label="Smaller" onClick={() => map.current!.zoomBy(1 / 1.5)}>−</button>
          <button class="icon" aria-label="All of it" onClick={() => map.current!.fitAll()}>⤢</button>
        </div>
      </div>
      <p class="sr">The map shows what the tables say: {count(links.size, 'link direction')} under Links, {count(agents.size, 'site')} under Agents.</p>
      <Legend placed={placed} />
    </section>
  );
}

/** The links that a shuffle uses now, for the map. */
function useCarrying(selected: Selection | null): Set<string> | null {
  const id = selected?.kind === 'shuffle' ? selected.id : null;
  const { data } = usePoll<ShuffleDetail>(id === null ? null : `/shuffles${resource(id)}`, 2000);
  if (data === null || !Array.isArray(data.bundleList)) {
    return null;
  }
  return new Set(data.bundleList.flatMap((bundle) => bundle.rates).flatMap(({ path }) => path.slice(1).map((site, i) => notation.link(path[i]!, site))));
}

function Legend({ placed }: { placed: boolean }): JSX.Element {
  return (
    <div class="legend">
      <span class="scale">planned<svg viewBox="0 0 110 8" width="110" height="8" aria-hidden="true">{[0, 1, 2, 3, 4].map((step) => <rect key={step} x={step * 22} width="21" height="8" class={`use${step}`} />)}</svg>0 to 100 %</span>
      {['degraded', 'down', 'unknown', 'drained'].map((state) => <State key={state} state={state} />)}
      <span class="note">{placed ? 'traffic keeps right, width is capacity' : 'no coordinates in the topology: laid out by the links'}</span>
    </div>
  );
}

/** What wants attention, then what runs, then what happened last. */
export function Now(): JSX.Element {
  const { model } = useApp().feed;
  return (
    <div class="now">
      <Attention model={model} />
      <RunningJobs model={model} />
      <LastEvents model={model} />
    </div>
  );
}

function Attention({ model }: { model: Model }): JSX.Element | null {
  const { nowMillis, stale } = useApp();
  const unseen = (site: string) => model.agents.get(site)?.state === 'expected';
  const links = [...model.links.values()].filter((link) => (link.state !== 'up' && !(link.state === 'unknown' && unseen(link.from))) || link.drained);
  const agents = [...model.agents.values()].filter((agent) => agent.state !== 'live' || agent.drained || agent.siteDrained);
  const stock = model.status?.stockHandlers ?? 0;
  if (links.length + agents.length + stock === 0) {
    return <Card title="Attention" kind="calm"><p>{stale ? <State state="unknown">When the controller was heard last, every link was up and every agent live.</State>
      : <State state="ok">Every link is up and every agent is live.</State>}</p></Card>;
  }
  const never = agents.filter((agent) => agent.state === 'expected');
  const shown = agents.filter((agent) => agent.state !== 'expected');
  return (
    <Card title="Attention" note={count(links.length + agents.length + stock, 'thing')}>
      <ul class="plain-list">
        {shown.slice(0, 6).map((agent) => <li key={agent.site}><To kind="site" id={agent.site}>{agent.state === 'live' && !agent.drained ? `Site ${agent.site}` : `Agent of ${agent.site}`}</To><State state={agent.state === 'live' ? 'drained' : agent.state} />
          {agent.heardAt && <span class="figure">heard {age((nowMillis - Date.parse(agent.heardAt)) / 1000)} ago</span>}</li>)}
        {links.slice(0, 8).map((link) => <li key={link.id}><To kind="link" id={link.id}>{link.id}</To><State state={link.drained ? 'drained' : link.state} />
          <span class="figure">{link.state === 'unknown' && link.heardAt ? `heard ${age((nowMillis - Date.parse(link.heardAt)) / 1000)} ago` : link.reason ?? slower(link)}</span></li>)}
        {links.length > 8 && <li><a href={href('links')}>and {count(links.length - 8, 'more link')}</a></li>}
        {stock > 0 && <li><a href={href('agents')}>{count(stock, 'handler')}</a><State state="stock">by the stock path</State></li>}
        {never.length > 0 && <li class="wrap"><span>{never.length === model.agents.size ? 'No agent has been seen yet.' : `${count(never.length, 'agent')} not seen yet: ${never.slice(0, 6).map((agent) => agent.site).join(', ')}${never.length > 6 ? ' …' : ''}.`} At each site: <Type>./terra agent --config FILE</Type></span></li>}
      </ul>
    </Card>
  );
}

/** Of a link that carries less than it should: how much of it. */
function slower(link: Link): string {
  return link.state === 'degraded' && link.measuredBytesPerSecond !== null ? `${percent(link.measuredBytesPerSecond / link.nominalBytesPerSecond)} of nominal` : '';
}

function RunningJobs({ model }: { model: Model }): JSX.Element {
  const { nowMillis } = useApp();
  const jobs = jobsOf(model.shuffles.values()).filter((job) => job.state === 'running' || job.state === 'waiting').sort((a, b) => (a.id < b.id ? -1 : 1));
  return (
    <Card title="Running jobs" note={jobs.length > JOBS_SHOWN ? <a href={href('jobs')}>all {jobs.length.toLocaleString('en')}</a> : undefined}>
      {jobs.length === 0 ? <p class="empty"><NoShuffles /></p> : (
        <ul class="plain-list jobs">{jobs.slice(0, JOBS_SHOWN).map((job) => (
          <li key={job.id}>
            <To kind={job.shuffles === 1 ? 'shuffle' : 'job'} id={job.shuffles === 1 ? [...model.shuffles.values()].find((shuffle) => shuffle.job === job.id)!.id : job.id}>{job.id}</To>
            <span class="figure">{job.expectedFinishAt === null ? <State state="waiting">{Finish(job, nowMillis)}</State> : `in ${Finish(job, nowMillis)}`}</span>
            <Meter share={job.progress} label={percent(job.progress)} kind="progress" />
          </li>
        ))}</ul>
      )}
    </Card>
  );
}

function LastEvents({ model }: { model: Model }): JSX.Element {
  const last = model.events.slice(-EVENTS_SHOWN).reverse();
  const byEvent = new Map(model.reroutes.map((reroute) => [reroute.event, reroute.number]));
  return (
    <Card title="Last events" note={<a href={href('events')}>all</a>}>
      {last.length === 0 ? <p class="empty">Nothing has happened yet.</p> : (
        <ul class="plain-list events">{last.map((event) => {
          const reroute = byEvent.get(event.number);
          return (
            <li key={event.number} class={event.severity}>
              <span class="when">{clock(event.at)}</span>
              <span class="what"><strong>{event.kind}</strong> <Target name={event.target} /><span class="note"> {event.detail}</span>
                {reroute !== undefined && <> <To kind="reroute" id={String(reroute)}>what moved</To></>}</span>
            </li>
          );
        })}</ul>
      )}
    </Card>
  );
}
