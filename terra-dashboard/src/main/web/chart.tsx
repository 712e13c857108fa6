import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { clock } from './format';

/** A chart of figures over time. */
export interface ChartProps {
  /** Says in words what is drawn. */
  label: string;
  /** Seconds since 1970. */
  times: number[];
  lines: { name: string; values: (number | null)[]; colour: string; fill?: boolean; dash?: number[] }[];
  format: (value: number) => string;
  height?: number;
}

/** A chart is never narrower than a minute. */
const LEAST_SECONDS = 60;
const STEPS_SECONDS = [10, 30, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 24 * 3600];

/** Draws with uPlot; the chart is made once and then given new figures. */
export function Chart(props: ChartProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const format = useRef(props.format);
  format.current = props.format;
  useEffect(() => {
    const box = host.current!;
    const made = new uPlot(options(props, box.clientWidth, (value) => format.current(value)), data(props), box);
    plot.current = made;
    const resized = new ResizeObserver(() => made.setSize({ width: box.clientWidth, height: props.height ?? 130 }));
    resized.observe(box);
    return () => {
      resized.disconnect();
      made.destroy();
    };
  }, [props.label, props.lines.length]);
  useEffect(() => plot.current?.setData(data(props)));
  return <div class="chart" ref={host} role="img" aria-label={describe(props)} />;
}

function data(props: ChartProps): uPlot.AlignedData {
  const length = Math.min(props.times.length, ...props.lines.map((line) => line.values.length));
  return [props.times.slice(-length), ...props.lines.map((line) => line.values.slice(-length))] as uPlot.AlignedData;
}

function describe(props: ChartProps): string {
  const parts = props.lines.map((line) => {
    const values = line.values.filter((value): value is number => value !== null);
    return values.length === 0 ? `${line.name}: nothing yet` : `${line.name}: now ${props.format(values[values.length - 1]!)}, most ${props.format(values.reduce((a, b) => Math.max(a, b)))}`;
  });
  return `${props.label}. ${parts.join('; ')}`;
}

/** A colour of the page's style by its name. */
function colour(name: string): () => string {
  return () => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function options(props: ChartProps, width: number, format: (value: number) => string): uPlot.Options {
  const axis = { stroke: colour('--muted'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false }, font: '11px InterVariable, system-ui, sans-serif' };
  return {
    width,
    height: props.height ?? 130,
    padding: [8, 26, 0, 0],
    legend: { show: false },
    cursor: { show: true, y: false, points: { show: false } },
    scales: { x: { range: (_, least, most) => [Math.min(least, most - LEAST_SECONDS), most] }, y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] } },
    axes: [{ ...axis, size: 26, space: 68, incrs: STEPS_SECONDS, values: (_, ticks) => ticks.map((second) => clock(new Date(second * 1000).toISOString())) }, { ...axis, size: 74, space: 34, values: (_, ticks) => ticks.map(format) }],
    series: [{}, ...props.lines.map((line) => ({
      label: line.name,
      stroke: colour(line.colour),
      width: 1.6,
      points: { show: false },
      spanGaps: false,
      ...(line.dash === undefined ? {} : { dash: line.dash }),
      ...(line.fill ? { fill: colour(`${line.colour}-soft`) } : {}),
    }))],
  };
}
