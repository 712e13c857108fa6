import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { clock, count } from './format';
import type { Past } from './past';
import { usePoll } from './poll';
import { useApp } from './state';
import type { Page, TerraEvent } from './types';

/** What the controller says of its history. */
interface HistoryState {
  enabled: boolean;
  oldestAt: string | null;
}

const SPANS: { title: string; seconds: number }[] = [
  { title: '10 min', seconds: 600 },
  { title: '1 h', seconds: 3600 },
  { title: '6 h', seconds: 6 * 3600 },
  { title: '24 h', seconds: 24 * 3600 },
];
/** A stretch is fetched in so many samples, fewer where each has many links: 100,000 figures are a megabyte. */
const MOST_SAMPLES = 300;
const LEAST_SAMPLES = 30;
const MOST_FIGURES = 100_000;
const REFETCH_MILLIS = 15_000;
const LARGE_REFETCH_MILLIS = 60_000;
/** A replay goes over its stretch in a minute, five steps a second. */
const STEP_MILLIS = 200;
const STEPS = 300;
const WIDTH = 1000;

/** What happened over the last minutes or hours, and a slider that shows the WAN as it was. */
export function Timeline(): JSX.Element {
  const { feed, nowMillis, replayMillis, replayAt } = useApp();
  const [span, setSpan] = useState(SPANS[0]!.seconds);
  const past = usePast(span);
  const end = replayMillis === null ? nowMillis : Math.max(past.endMillis, replayMillis);
  const from = end - span * 1000;
  const events = past.events.filter((event) => Date.parse(event.at) >= from);
  const playing = usePlaying(from, end, past.data);
  return (
    <section class="card timeline" aria-label="Timeline">
      <header>
        <h2>Timeline</h2>
        <span class="note">{past.kept ? `${count(events.length, 'event')} in the last ${SPANS.find((s) => s.seconds === span)!.title}` : 'since this page was opened; the controller keeps no history'}</span>
        <span class="grow" />
        {past.kept && <span class="spans" role="group" aria-label="Stretch of time">{SPANS.map((one) => (
          <button key={one.seconds} class="chip" aria-pressed={one.seconds === span} onClick={() => setSpan(one.seconds)}>{one.title}</button>))}</span>}
      </header>
      <div class="strip">
        <svg viewBox={`0 0 ${WIDTH} 26`} preserveAspectRatio="none" aria-hidden="true">
          <path class="axis" d={`M0 25.5H${WIDTH}`} />
          {outages(past.data, from, span).map(({ x, width }) => <rect key={`${x} ${width}`} class="outage" x={x.toFixed(1)} y="14" width={Math.max(1.5, width).toFixed(1)} height="11" />)}
          {events.map((event) => <path key={event.number} class={`tick ${event.severity}`} d={`M${place(event.at, from, span)} ${event.severity === 'info' ? 17 : 3}V25`} />)}
        </svg>
        <input type="range" min={0} max={STEPS} step={1} aria-label="Moment that is shown" aria-valuetext={replayMillis === null ? 'now' : clock(new Date(replayMillis).toISOString())}
          value={replayMillis === null ? STEPS : Math.round(((replayMillis - from) / (span * 1000)) * STEPS)}
          onInput={(e) => replayAt(e.currentTarget.valueAsNumber >= STEPS ? null : from + (e.currentTarget.valueAsNumber / STEPS) * span * 1000, past.data)} />
      </div>
      <div class="ends">
        <span class="note">{clock(new Date(from).toISOString())}</span>
        <span class="middle">
          <button class="chip" disabled={(past.data?.samples.length ?? 0) < 2} onClick={playing.toggle}>{playing.on ? 'Pause' : 'Replay'}</button>
          {replayMillis !== null && <><strong role="status">As it was at {clock(new Date(replayMillis).toISOString())}</strong><button class="chip" onClick={() => replayAt(null, null)}>Back to now</button></>}
        </span>
        <span class="note">{replayMillis === null && feed.connection.kind === 'live' ? 'now' : clock(new Date(end).toISOString())}</span>
      </div>
      <p class="sr">The events are listed under Events.</p>
    </section>
  );
}

function place(at: string, from: number, span: number): string {
  return (((Date.parse(at) - from) / (span * 1000)) * WIDTH).toFixed(1);
}

/** The history that the controller keeps, else what the page itself has seen. */
function usePast(span: number): { kept: boolean; data: Past | null; events: TerraEvent[]; endMillis: number } {
  const { feed, nowMillis, recorder } = useApp();
  const state = usePoll<HistoryState>('/history', 60_000);
  const kept = state.data?.enabled === true;
  const samples = Math.max(LEAST_SAMPLES, Math.min(MOST_SAMPLES, Math.floor(MOST_FIGURES / Math.max(1, feed.model.links.size))));
  const refetch = samples < MOST_SAMPLES ? LARGE_REFETCH_MILLIS : REFETCH_MILLIS;
  const bucket = Math.floor(nowMillis / refetch) * refetch;
  const from = new Date(bucket - span * 1000).toISOString();
  const to = new Date(bucket + refetch).toISOString();
  const range = `from=${from}&to=${to}`;
  const links = usePoll<Past>(kept ? `/history/links?${range}&step=${Math.max(1, Math.round(span / samples))}` : null, 600_000);
  const events = usePoll<Page<TerraEvent>>(kept ? `/history/events?${range}&limit=1000` : null, 600_000);
  const [last, setLast] = useState<{ links: Past | null; events: TerraEvent[] }>({ links: null, events: [] });
  useEffect(() => {
    if (links.data !== null || events.data !== null) {
      setLast((before) => ({ links: links.data ?? before.links, events: events.data?.items ?? before.events }));
    }
  }, [links.data, events.data]);
  const merged = useMemo(() => withNewer(last.events, feed.model.events), [last.events, feed.model.events]);
  return kept ? { kept, data: last.links, events: merged, endMillis: bucket } : { kept, data: recorder.past(), events: feed.model.events, endMillis: nowMillis };
}

/** Events of the history and those that came since. */
function withNewer(kept: TerraEvent[], live: TerraEvent[]): TerraEvent[] {
  const last = kept.reduce((most, event) => (event.at > most ? event.at : most), '');
  return [...kept, ...live.filter((event) => event.at > last)];
}

/** Stretches in which any link was down. */
function outages(past: Past | null, from: number, span: number): { x: number; width: number }[] {
  const found: { x: number; width: number }[] = [];
  const samples = past?.samples ?? [];
  let start: number | null = null;
  samples.forEach((sample, i) => {
    const x = ((Date.parse(sample.at) - from) / (span * 1000)) * WIDTH;
    const down = sample.state.includes('d');
    if (down && start === null) {
      start = Math.max(0, x);
    }
    if (start !== null && (!down || i === samples.length - 1)) {
      found.push({ x: start, width: x - start });
      start = null;
    }
  });
  return found.filter(({ x, width }) => x + width >= 0);
}

function usePlaying(from: number, end: number, past: Past | null): { on: boolean; toggle: () => void } {
  const { replayMillis, replayAt } = useApp();
  const [on, setOn] = useState(false);
  const first = past?.samples[0];
  useEffect(() => {
    if (!on || past === null || first === undefined) {
      return undefined;
    }
    const start = Math.max(from, Date.parse(first.at));
    const next = replayMillis === null ? start : replayMillis + (end - start) / STEPS;
    const timer = window.setTimeout(() => {
      const over = next >= end;
      replayAt(over ? null : next, over ? null : past);
      setOn(!over);
    }, STEP_MILLIS);
    return () => window.clearTimeout(timer);
  }, [on, replayMillis]);
  return { on, toggle: () => setOn(!on) };
}
