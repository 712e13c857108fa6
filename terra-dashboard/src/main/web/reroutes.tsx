import type { JSX } from 'preact';
import { clock, count, duration, rate } from './format';
import * as notation from './notation';
import { Panel, PathOf, To } from './parts';
import { usePoll } from './poll';
import { useApp } from './state';
import { Table, type Column } from './table';
import type { MovedBundle, PathRate, RerouteDetail, ShuffleCost } from './types';

/** Once it has happened it does not change. */
const POLL_MILLIS = 60_000;

/** Which bundles a re-routing moved where, and what it costs each job. */
export function RerouteDetails({ number, close }: { number: string; close: string }): JSX.Element {
  const known = useApp().feed.model.reroutes.find((reroute) => String(reroute.number) === number);
  const { data, problem } = usePoll<RerouteDetail>(`/reroutes/${encodeURIComponent(number)}`, POLL_MILLIS);
  const reroute = data ?? known;
  if (reroute === undefined) {
    return <Panel kicker="Re-routing" title={`Number ${number}`} close={close}><p class="empty">{problem ?? 'Asking …'}</p></Panel>;
  }
  return (
    <Panel kicker={`Re-routing at ${clock(reroute.at)}`} title={`${reroute.cause} ${reroute.target}`} close={close}>
      <p>{reroute.detail}</p>
      <p class="note">{count(reroute.bundlesMoved, 'bundle')} moved.</p>
      <h3>What it costs</h3>
      <Table title="What it costs each job" rows={reroute.shuffles} id={(cost) => cost.shuffle} columns={COST_COLUMNS} sort={{ key: 'cost', descending: true }}
        empty="No shuffle was running: nothing had to move." />
      <h3>Before and after</h3>
      <Table title="Bundles before and after" rows={data?.bundles ?? []} id={(bundle) => `${bundle.shuffle} ${bundle.from} ${bundle.to}`} columns={BUNDLE_COLUMNS}
        empty={problem ?? (data === null ? 'Asking …' : 'No bundle has other rates than before.')} />
    </Panel>
  );
}

function extra(cost: ShuffleCost): number | null {
  return cost.secondsBefore === null || cost.secondsAfter === null ? null : cost.secondsAfter - cost.secondsBefore;
}

function Extra({ cost }: { cost: ShuffleCost }): JSX.Element {
  const seconds = extra(cost);
  if (cost.secondsBefore === null && cost.secondsAfter === null) {
    return <span>as before</span>;
  }
  if (seconds === null) {
    return <strong class="loss">{cost.secondsAfter === null ? 'waits' : 'goes on'}</strong>;
  }
  return Math.abs(seconds) < 0.05 ? <span>nothing</span>
    : <strong class={seconds > 0 ? 'loss' : 'gain'}>{seconds > 0 ? '+' : '−'}{duration(Math.abs(seconds))}</strong>;
}

const COST_COLUMNS: Column<ShuffleCost>[] = [
  { key: 'job', title: 'Job', value: (cost) => cost.job, show: (cost) => <To kind="shuffle" id={cost.shuffle}>{cost.job}</To> },
  { key: 'before', title: 'Was to take', value: (cost) => cost.secondsBefore, figure: true, show: (cost) => (cost.secondsBefore === null ? 'waited' : duration(cost.secondsBefore)) },
  { key: 'after', title: 'Takes now', value: (cost) => cost.secondsAfter, figure: true, show: (cost) => (cost.secondsAfter === null ? 'waits' : duration(cost.secondsAfter)) },
  { key: 'cost', title: 'Cost', value: extra, figure: true, show: (cost) => <Extra cost={cost} /> },
];

const BUNDLE_COLUMNS: Column<MovedBundle>[] = [
  { key: 'bundle', title: 'Bundle', value: (bundle) => `${bundle.from} ${bundle.to}`,
    show: (bundle) => <><To kind="shuffle" id={bundle.shuffle}>{notation.link(bundle.from, bundle.to)}</To> <span class="note">{bundle.shuffle}</span></> },
  { key: 'before', title: 'Before', value: (bundle) => sum(bundle.before), show: (bundle) => <Paths rates={bundle.before} others={bundle.after} sign="gone" /> },
  { key: 'after', title: 'After', value: (bundle) => sum(bundle.after), show: (bundle) => <Paths rates={bundle.after} others={bundle.before} sign="new" /> },
];

function sum(rates: PathRate[]): number {
  return rates.reduce((total, one) => total + one.bytesPerSecond, 0);
}

/** The paths of one side; those that the other side does not have are marked. */
function Paths({ rates, others, sign }: { rates: PathRate[]; others: PathRate[]; sign: 'gone' | 'new' }): JSX.Element {
  const known = new Set(others.map((other) => other.path.join()));
  return rates.length === 0 ? <span class="note">waits</span> : (
    <ul class="rates">{rates.map((one) => {
      const only = !known.has(one.path.join());
      return <li key={one.path.join()} class={only ? sign : ''}>{only && <span class="sr">{sign} </span>}<PathOf sites={one.path} /><span class="figure">{rate(one.bytesPerSecond)}</span></li>;
    })}</ul>
  );
}
