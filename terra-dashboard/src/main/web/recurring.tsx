import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Fields } from './filter';
import { usd } from './format';
import { Card } from './parts';
import { usePoll } from './poll';
import { Table, type Column } from './table';
import type { Page, RecurringChoice, RecurringJob } from './types';

const POLL_MILLIS = 5000;
/** A controller keeps no more. */
const JOBS_ASKED = 200;

/** The jobs that recur, and of one of them what each choice costs; nothing where there is none. */
export function RecurringCard(): JSX.Element | null {
  const jobs = usePoll<Page<RecurringJob>>(`/recurring?limit=${JOBS_ASKED}`, POLL_MILLIS).data?.items ?? [];
  const [chosen, choose] = useState<string | null>(null);
  const job = jobs.find((one) => one.id === chosen) ?? jobs[0];
  if (job === undefined) {
    return null;
  }
  const name: Column<RecurringJob> = { key: 'name', title: 'Job', value: (row) => row.name, show: (row) => <button class="plain" aria-pressed={row.id === job.id} onClick={() => choose(row.id)}>{row.name}</button> };
  return (
    <Card title="Recurring jobs" note={saved(jobs.reduce((all, one) => all + one.saved, 0))}>
      <Table title="Recurring jobs" rows={jobs} id={(row) => row.id} columns={[name, ...COLUMNS]} fields={FIELDS} examples={['state = observed', 'saved < 0', 'returned > 0']}
        sort={{ key: 'saved', descending: true }} selected={job.id} empty={null} />
      <section aria-label={`Choices of ${job.name}`}>
        <h3>What a run of {job.name} costs</h3>
        <p class="note">{job.eta} × US dollars + {Number((1 - job.eta).toFixed(6))} × {usd(job.usdPerHour)} an hour. {remark(job)}</p>
        <Table key={job.id} title={`Choices of ${job.name}`} rows={job.choices} id={settings} columns={choiceColumns(job)} sort={{ key: 'believed', descending: false }} empty={null} />
      </section>
    </Card>
  );
}

/** What was saved, or what trying has cost. */
export function saved(dollars: number): string {
  return dollars < 0 ? `trying has cost ${usd(-dollars)}` : `${usd(dollars)} saved`;
}

/** What is done with the job's runs. */
export function stateOf(job: RecurringJob): string {
  return job.observed ? 'observed' : job.exploring ? 'exploring' : 'learning';
}

/** What a reader has to know of the job beside its figures. */
export function remark(job: RecurringJob): string {
  if (!job.observed) {
    return job.exploring ? 'Settings are tried one after another.' : 'Runs draw from what is believed, and use the cheapest draw.';
  }
  const less = cheaper(job);
  return less === null ? 'Its runs are only watched. No run has tried other settings, so what they would save is not known.'
    : `Its runs are only watched now. By what earlier runs have cost, a run with the cheapest settings would save ${usd(less)}.`;
}

/** How much less the cheapest known choice is believed to cost than the usual one; null where only that one is known. */
function cheaper(job: RecurringJob): number | null {
  const usual = job.choices.find((choice) => choice.usual)?.believedCost ?? null;
  const others = job.choices.filter((choice) => !choice.usual).map((choice) => choice.believedCost).filter((cost): cost is number => cost !== null);
  return usual === null || others.length === 0 ? null : Math.max(0, usual - Math.min(...others));
}

/** A choice in words. */
export function settings(choice: RecurringChoice): string {
  const paths = choice.usdPerHour === null ? 'the fastest paths' : choice.usdPerHour === 0 ? 'the cheapest paths' : `an hour worth ${usd(choice.usdPerHour)}`;
  return choice.compression ? paths : `${paths}, no compression`;
}

/** What has become of a choice. */
export function fate(choice: RecurringChoice): string {
  const word = choice.runs === 0 ? (choice.left ? 'not tried' : 'ruled out untried') : choice.meanCost === null ? 'stopped' : choice.left ? 'used' : 'ruled out';
  return choice.usual ? `${word}, usual` : word;
}

const FIELDS: Fields<RecurringJob> = {
  job: (row) => row.name,
  queue: (row) => row.queue,
  user: (row) => row.user,
  state: stateOf,
  runs: (row) => row.runs,
  returned: (row) => row.returned,
  saved: (row) => row.saved,
};

const COLUMNS: Column<RecurringJob>[] = [
  { key: 'queue', title: 'Queue', value: (row) => row.queue },
  { key: 'user', title: 'User', value: (row) => row.user },
  { key: 'state', title: 'State', value: stateOf },
  { key: 'runs', title: 'Runs', value: (row) => row.runs, figure: true },
  { key: 'returned', title: 'Returned early', value: (row) => row.returned, figure: true },
  { key: 'restarts', title: 'Learned anew', value: (row) => row.restarts, figure: true },
  { key: 'saved', title: 'Saved', value: (row) => row.saved, figure: true, show: (row) => usd(row.saved) },
];

function choiceColumns(job: RecurringJob): Column<RecurringChoice>[] {
  const most = Math.max(...job.choices.map((choice) => Math.max(choice.meanCost ?? 0, (choice.believedCost ?? 0) + (choice.deviation ?? 0))));
  return [
    { key: 'settings', title: 'Settings', value: settings },
    { key: 'fate', title: 'State', value: fate },
    { key: 'runs', title: 'Runs', value: (row) => row.runs, figure: true },
    { key: 'mean', title: 'Mean cost', value: (row) => row.meanCost, figure: true, show: (row) => (row.meanCost === null ? '–' : usd(row.meanCost)) },
    { key: 'believed', title: 'Believed cost', value: (row) => row.believedCost, show: (row) => <Belief choice={row} most={most} /> },
  ];
}

/** The middle of what is believed of a choice's cost as a line, a deviation to both sides as a bar, from 0 on. */
function Belief({ choice, most }: { choice: RecurringChoice; most: number }): JSX.Element {
  if (choice.believedCost === null || choice.deviation === null || most <= 0) {
    return <>–</>;
  }
  const at = (cost: number) => (100 * Math.max(0, cost)) / most;
  const low = at(choice.believedCost - choice.deviation);
  return (
    <span class="meter belief">
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class="whole" y="4" width="100" height="2" />
        <rect class="part" x={low.toFixed(1)} y="1" width={Math.max(1, at(choice.believedCost + choice.deviation) - low).toFixed(1)} height="8" rx="1" />
        <rect class="middle" x={Math.min(99, at(choice.believedCost)).toFixed(1)} width="1" height="10" />
      </svg>
      <span class="meter-label">{usd(choice.believedCost)} ± {usd(choice.deviation)}</span>
    </span>
  );
}
