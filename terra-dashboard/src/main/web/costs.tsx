import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Fields } from './filter';
import { bytes, duration, energy, grams, usd } from './format';
import { Card, To } from './parts';
import { usePoll } from './poll';
import { RecurringCard } from './recurring';
import { Table, type Column } from './table';
import type { CostRow, Page, WorkRow } from './types';

/** Shuffles that run count with what they have sent so far. */
const POLL_MILLIS = 5000;
/** The dearest of more; a command lists the others. */
const ROWS_ASKED = 1000;

/** What costs are summed up by. */
type By = 'queue' | 'link' | 'day';

const BY: { by: By; title: string }[] = [{ by: 'queue', title: 'By queue' }, { by: 'link', title: 'By link' }, { by: 'day', title: 'By day' }];

/** What bytes and work cost at the prices of the topology. */
export function CostsView(): JSX.Element {
  const [by, setBy] = useState<By>('queue');
  const { data, problem } = usePoll<Page<CostRow>>(`/costs?by=${by}&limit=${ROWS_ASKED}`, POLL_MILLIS);
  return (
    <>
      <Card title="Costs" note={data === null ? '' : total(data.items, by)}>
        <p class="spans" role="group" aria-label="Sum costs up">
          {BY.map(({ by: one, title }) => <button key={one} class="chip" aria-pressed={by === one} onClick={() => setBy(one)}>{title}</button>)}
        </p>
        <Table key={by} title={`Costs by ${by}`} rows={data?.items ?? []} id={(row) => row.name} columns={COLUMNS[by]} fields={FIELDS} examples={['dollars > 1', 'detours > 0', 'bytes > 1 GB']}
          sort={by === 'day' ? { key: 'name', descending: true } : { key: 'usd', descending: true }}
          empty={problem ?? (data === null ? 'Asking …' : <>Nothing has been sent yet. Prices are in the topology file, at <code>egressUsdPerGigabyte</code> and <code>wattHoursPerGigabyte</code>; see docs/use/costs.md.</>)} />
      </Card>
      <WorkCard byDay={by === 'day'} />
      <RecurringCard />
    </>
  );
}

/** The sum of all rows, with what detours cost beyond the cheapest path; a link is not a detour, a path is. */
export function total(rows: CostRow[], by: By): string {
  const sum = (figure: (row: CostRow) => number) => rows.reduce((all, row) => all + figure(row), 0);
  return by === 'link' ? usd(sum((row) => row.usd)) : `${usd(sum((row) => row.usd))}, ${usd(sum((row) => row.detourUsd))} of it for detours`;
}

const FIELDS: Fields<CostRow> = {
  name: (row) => row.name,
  bytes: (row) => row.bytes,
  dollars: (row) => row.usd,
  detours: (row) => row.detourUsd,
  co2: (row) => row.gramsCo2,
};

const NAMES: Record<By, Column<CostRow>> = {
  queue: { key: 'name', title: 'Queue', value: (row) => row.name, show: (row) => (row.name === '' ? 'none' : row.name) },
  link: { key: 'name', title: 'Link', value: (row) => row.name, show: (row) => <To view="links" kind="link" id={row.name}>{row.name}</To> },
  day: { key: 'name', title: 'Day (UTC)', value: (row) => row.name },
};

const BYTES: Column<CostRow> = { key: 'bytes', title: 'Sent', value: (row) => row.bytes, figure: true, show: (row) => bytes(row.bytes) };
const DETOURS: Column<CostRow> = { key: 'detours', title: 'For detours', value: (row) => row.detourUsd, figure: true, show: (row) => usd(row.detourUsd) };

function money<T extends { usd: number; joules: number; gramsCo2: number }>(): Column<T>[] {
  return [
    { key: 'usd', title: 'US dollars', value: (row) => row.usd, figure: true, show: (row) => usd(row.usd) },
    { key: 'energy', title: 'Energy', value: (row) => row.joules, figure: true, show: (row) => energy(row.joules) },
    { key: 'co2', title: 'CO2', value: (row) => row.gramsCo2, figure: true, show: (row) => grams(row.gramsCo2) },
  ];
}

const COLUMNS: Record<By, Column<CostRow>[]> = {
  queue: [NAMES.queue, BYTES, DETOURS, ...money<CostRow>()],
  link: [NAMES.link, BYTES, ...money<CostRow>()],
  day: [NAMES.day, BYTES, DETOURS, ...money<CostRow>()],
};

const WORKED: Column<WorkRow> = { key: 'worked', title: 'Processor time', value: (row) => row.processorSeconds, figure: true, show: (row) => duration(row.processorSeconds) };

const SITE_COLUMNS: Column<WorkRow>[] = [
  { key: 'name', title: 'Site', value: (row) => row.name, show: (row) => <To view="agents" kind="site" id={row.name} /> }, WORKED, ...money<WorkRow>()];

const DAY_COLUMNS: Column<WorkRow>[] = [{ key: 'name', title: 'Day (UTC)', value: (row) => row.name }, WORKED, ...money<WorkRow>()];

/** What the work of agents costs; nothing where none has reported any. */
function WorkCard({ byDay }: { byDay: boolean }): JSX.Element | null {
  const rows = usePoll<Page<WorkRow>>(`/costs/work?by=${byDay ? 'day' : 'site'}&limit=${ROWS_ASKED}`, POLL_MILLIS).data?.items ?? [];
  return rows.length === 0 ? null : (
    <Card title="Work at sites" note="processor time of agents">
      <Table key={String(byDay)} title="Work at sites" rows={rows} id={(row) => row.name} columns={byDay ? DAY_COLUMNS : SITE_COLUMNS}
        sort={byDay ? { key: 'name', descending: true } : { key: 'worked', descending: true }} empty={null} />
    </Card>
  );
}
