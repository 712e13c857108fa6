import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ActionsCard } from './actions';
import { agentColumns, CACHE_COLUMNS, CACHE_FIELDS, CLASS_COLUMNS, CLASS_FIELDS, HANDLER_COLUMNS, HANDLER_FIELDS, jobColumns, jobFields, LINK_FIELDS, linkColumns, ROUND_COLUMNS, shuffleColumns, shuffleFields, TUNNEL_COLUMNS, TUNNEL_FIELDS, type Moment } from './columns';
import { Chart } from './chart';
import { clock, count, millis } from './format';
import { jobsOf } from './model';
import { Card, State, Target, To, Type } from './parts';
import { usePoll } from './poll';
import { useApp } from './state';
import { Table, type Column } from './table';
import type { Fields } from './filter';
import type { CacheRow, ClassRow, Handler, Page, Round, TerraEvent, Tunnel } from './types';

const POLL_MILLIS = 2000;

/** The columns of a table are made once; what they tell ages by moves on. */
function useMoment(): Moment {
  const { nowMillis } = useApp();
  const moment = useMemo<Moment>(() => ({ nowMillis }), []);
  moment.nowMillis = nowMillis;
  return moment;
}

function selectedId(kind: string): string | null {
  const { selected } = useApp().route;
  return selected !== null && selected.kind === kind ? selected.id : null;
}

export function LinksView(): JSX.Element {
  const { model } = useApp().feed;
  const moment = useMoment();
  const columns = useMemo(() => linkColumns(moment), [moment]);
  const rows = [...model.links.values()];
  const silent = rows.some((link) => link.state === 'unknown');
  return (
    <Card title="Links" note={count(rows.length, 'direction')}>
      <Table title="Links" rows={rows} id={(link) => link.id} columns={columns} fields={LINK_FIELDS} examples={['use > 0.9', 'state = down', 'state != up or measured < 1 Gbit/s']}
        selected={selectedId('link')} beat={silent ? Math.floor(moment.nowMillis / 1000) : 0} sort={{ key: 'use', descending: true }}
        empty={<>This WAN has no links. They come from the topology file: <Type>./terra controller --topology FILE</Type></>} />
    </Card>
  );
}

/** Of many tunnels, those of the fullest WAN that the controller answers at once. */
const TUNNELS_ASKED = 1000;

export function TunnelsView(): JSX.Element {
  const { data, problem } = usePoll<Page<Tunnel>>(`/tunnels?limit=${TUNNELS_ASKED}`, POLL_MILLIS);
  const shown = data?.items.length ?? 0;
  return (
    <Card title="Tunnels" note={data === null ? '' : shown < data.total ? `${shown} of ${count(data.total, 'tunnel')}: a site’s are at the site, a link’s at the link` : count(data.total, 'tunnel')}>
      <Table title="Tunnels" rows={data?.items ?? []} id={(row) => row.id} columns={TUNNEL_COLUMNS} fields={TUNNEL_FIELDS} examples={['state != up', 'carries > 10 Mbit/s', 'from = NY']}
        sort={{ key: 'carries', descending: true }} empty={problem ?? (data === null ? 'Asking …' : <>No agent has told of a tunnel. At each site: <Type>./terra agent --config FILE</Type></>)} />
    </Card>
  );
}

export function ShufflesView(): JSX.Element {
  const { model } = useApp().feed;
  const moment = useMoment();
  const [columns, fields] = useMemo(() => [shuffleColumns(moment), shuffleFields(moment)] as const, [moment]);
  return (
    <Card title="Shuffles" note={`${count(model.shuffles.size, 'shuffle')}, the ended ones of late included`}>
      <Table title="Shuffles" rows={[...model.shuffles.values()]} id={(row) => row.id} columns={columns} fields={fields} examples={['state = running', 'left > 10 GB', 'waiting > 0 and not queue = adhoc']}
        selected={selectedId('shuffle')} sort={{ key: 'state', descending: true }} empty={<NoShuffles />} />
    </Card>
  );
}

export function JobsView(): JSX.Element {
  const { model } = useApp().feed;
  const moment = useMoment();
  const [columns, fields] = useMemo(() => [jobColumns(moment), jobFields(moment)] as const, [moment]);
  const jobs = useMemo(() => jobsOf(model.shuffles.values()), [model.shuffles]);
  return (
    <Card title="Jobs" note={count(jobs.length, 'job')}>
      <Table title="Jobs" rows={jobs} id={(row) => row.id} columns={columns} fields={fields} examples={['state = waiting', 'finish > 2 min', 'queue = etl and left > 1 GB']}
        selected={selectedId('job')} sort={{ key: 'state', descending: true }} empty={<NoShuffles />} />
    </Card>
  );
}

/** Why there is no shuffle, and what to type. */
export function NoShuffles(): JSX.Element {
  const { model } = useApp().feed;
  if ((model.status?.agentsLive ?? 0) === 0) {
    return <>No shuffle, since no agent has joined: nothing can be sent between sites. At each site: <Type>./terra agent --config FILE</Type></>;
  }
  return <>No shuffle now. Jobs whose nodes run Terra’s handler appear here once they shuffle between sites; to send something by hand: <Type>./terra submit --help</Type></>;
}

export function AgentsView(): JSX.Element {
  const { model } = useApp().feed;
  const moment = useMoment();
  const columns = useMemo(() => agentColumns(moment), [moment]);
  const handlers = usePoll<Page<Handler>>('/handlers?limit=1000', POLL_MILLIS);
  const lost = [...model.agents.values()].some((agent) => agent.state === 'lost');
  return (
    <>
      <Card title="Agents" note={`${model.status?.agentsLive ?? 0} of ${model.agents.size} live`}>
        <Table title="Agents" rows={[...model.agents.values()]} id={(row) => row.site} columns={columns} selected={selectedId('site')} beat={lost ? Math.floor(moment.nowMillis / 1000) : 0}
          empty={<>No site is known. Sites come from the topology file: <Type>./terra controller --topology FILE</Type></>} />
      </Card>
      <Card title="Handlers" note="a node that serves by the stock path says why">
        <Table title="Handlers" rows={handlers.data?.items ?? []} id={(row) => row.id} columns={HANDLER_COLUMNS} fields={HANDLER_FIELDS} examples={['state = stock', 'fallbacks > 0']}
          empty={handlers.problem ?? (handlers.data === null ? 'Asking …' : <>No shuffle handler has attached to an agent. On each NodeManager Terra’s handler takes the place of <code>mapreduce_shuffle</code>; see docs/use/install.md.</>)} />
      </Card>
      <CachesCard />
    </>
  );
}

/** What agents keep for further readers; nothing where no agent has a cache. */
function CachesCard(): JSX.Element | null {
  const caches = usePoll<Page<CacheRow>>('/caches?limit=1000', POLL_MILLIS).data?.items ?? [];
  return caches.length === 0 ? null : (
    <Card title="Caches" note="segments that several readers of a site read cross the WAN once">
      <Table title="Caches" rows={caches} id={(row) => row.id} columns={CACHE_COLUMNS} fields={CACHE_FIELDS} examples={['saved > 1 GB', 'site = HK']} empty={null} />
    </Card>
  );
}

/** More pairs than a page is read of at once; a command lists the others. */
const CLASSES_ASKED = 1000;

export function ClassesView(): JSX.Element {
  const { data, problem } = usePoll<Page<ClassRow>>(`/classes?limit=${CLASSES_ASKED}`, POLL_MILLIS);
  return (
    <Card title="Latency classes" note={data === null ? '' : `${count(data.total, 'promise')}, judged once a minute`}>
      <Table title="Latency classes" rows={data?.items ?? []} id={(row) => row.id} columns={CLASS_COLUMNS} fields={CLASS_FIELDS} examples={['state = missed', 'share < 90 %', 'class = interactive']}
        sort={{ key: 'state', descending: true }} empty={problem ?? (data === null ? 'Asking …' : <>No fetch of a class with a target has been served. Targets are in the controller’s configuration, at <code>classes.targets</code>; see docs/use/latency-classes.md.</>)} />
    </Card>
  );
}

const EVENT_FIELDS: Fields<TerraEvent> = {
  kind: (event) => event.kind,
  severity: (event) => event.severity,
  target: (event) => event.target,
  detail: (event) => event.detail,
  number: (event) => event.number,
};

const EVENT_COLUMNS: Column<TerraEvent>[] = [
  { key: 'number', title: 'Number', value: (event) => event.number },
  { key: 'at', title: 'At', value: (event) => event.at, show: (event) => clock(event.at) },
  { key: 'severity', title: 'Severity', value: (event) => event.severity, show: (event) => <State state={event.severity} /> },
  { key: 'kind', title: 'Event', value: (event) => event.kind },
  { key: 'target', title: 'Of', value: (event) => event.target, show: (event) => <Target name={event.target} /> },
  { key: 'detail', title: 'Detail', value: (event) => event.detail, words: true },
];

export function EventsView(): JSX.Element {
  const { model } = useApp().feed;
  const reroutes = [...model.reroutes].reverse();
  return (
    <>
      <Card title="Re-routings" note="what moved where, and what it cost">
        {reroutes.length === 0 ? <p class="empty">Nothing has been re-routed since this controller started.</p> : (
          <ul class="plain-list">{reroutes.slice(0, 20).map((reroute) => (
            <li key={reroute.number}><span class="when">{clock(reroute.at)}</span><To kind="reroute" id={String(reroute.number)}>{reroute.cause} {reroute.target}</To>
              <span class="figure">{count(reroute.bundlesMoved, 'bundle')} moved</span></li>
          ))}</ul>
        )}
      </Card>
      <ActionsCard />
      <Card title="Events" note="the newest first">
        <Table title="Events" rows={model.events} id={(event) => String(event.number)} columns={EVENT_COLUMNS} fields={EVENT_FIELDS} examples={['severity != info', 'kind = link-down', 'target ~ NY']}
          sort={{ key: 'number', descending: true }} empty="Nothing has happened yet; the controller’s start is the first event." />
      </Card>
    </>
  );
}

export function RoundsView(): JSX.Element {
  const { status } = useApp().feed.model;
  const { data, problem } = usePoll<Page<Round>>('/rounds?limit=600', POLL_MILLIS);
  const rounds = data?.items ?? [];
  const oldestFirst = [...rounds].reverse();
  return (
    <Card title="Scheduling rounds" note={status === null ? '' : `${count(status.rounds, 'round')}, the last took ${millis(status.lastRoundMillis)}, policy ${status.policy}`}>
      {oldestFirst.length > 1 && <Chart label="Time of scheduling rounds" times={oldestFirst.map((round) => Date.parse(round.at) / 1000)} format={millis} height={180}
        lines={[{ name: 'round', values: oldestFirst.map((round) => round.millis), colour: '--accent' }]} />}
      <Table title="Scheduling rounds" rows={rounds} id={(row) => String(row.number)} columns={ROUND_COLUMNS} sort={{ key: 'number', descending: true }}
        empty={problem ?? (data === null ? 'Asking …' : 'No round yet: one runs when an agent joins, a shuffle grows or a link changes.')} />
    </Card>
  );
}
