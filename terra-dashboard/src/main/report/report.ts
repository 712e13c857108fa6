import uPlot from 'uplot';

/** A chart of a report: lines, bars, or stretches of time in rows. */
type ChartData =
  | { kind: 'lines'; x: string; y: string; logarithmic: boolean; series: { name: string; colour: number; points: [number, number][] }[] }
  | { kind: 'bars'; y: string; bars: { name: string; value: number }[] }
  | { kind: 'spans'; x: string; colour: number; spans: { from: number; to: number; title: string }[] };

/** For readers who see colours in different ways (after Okabe, Ito 2008). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#7a5195', '#665c4d', '#8a8a8a', '#17201c'];
const HEIGHT = 300;
const ROW = 4;
const FONT = '12px system-ui, sans-serif';
const AXIS: uPlot.Axis = { font: FONT, labelFont: FONT, labelSize: 22, stroke: '#5a665f', grid: { stroke: '#e3e7e3', width: 1 }, ticks: { stroke: '#e3e7e3', width: 1 } };
/** Right of the last label of an axis there is room for half of it. */
const PADDING: uPlot.Padding = [12, 36, 0, 0];
/** Names of bars that are narrower stand askew. */
const LEAST_BAR_PIXELS = 104;

function colour(index: number): string {
  return COLOURS[index % COLOURS.length]!;
}

function text(value: number | null): string {
  return value === null || !Number.isFinite(value) ? '' : String(Number(value.toPrecision(3)));
}

function lines(box: HTMLElement, chart: ChartData & { kind: 'lines' }): void {
  const tables = chart.series.map((one) => [one.points.map((p) => p[0]), one.points.map((p) => p[1])]) as uPlot.AlignedData[];
  const data = uPlot.join(tables);
  new uPlot({
    width: box.clientWidth,
    height: HEIGHT,
    padding: PADDING,
    scales: { x: { time: false, distr: chart.logarithmic ? 3 : 1 }, y: { range: (_, __, most) => [0, most > 0 ? most * 1.04 : 1] } },
    axes: [
      { ...AXIS, label: chart.x, values: (_, ticks) => ticks.map(text) },
      { ...AXIS, label: chart.y, size: 58, values: (_, ticks) => ticks.map(text) },
    ],
    series: [{ label: chart.x, value: (_, value) => text(value) }, ...chart.series.map((one) => ({
      label: one.name, stroke: colour(one.colour), width: 1.8, spanGaps: true, points: { show: false }, value: (_: uPlot, value: number | null) => text(value) }))],
  }, data, box);
}

function bars(box: HTMLElement, chart: ChartData & { kind: 'bars' }): void {
  const values = chart.bars.map((bar) => bar.value);
  const narrow = box.clientWidth / values.length < LEAST_BAR_PIXELS;
  new uPlot({
    width: box.clientWidth,
    height: HEIGHT,
    padding: [24, narrow ? 12 : 36, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: [-0.6, values.length - 0.4] }, y: { range: (_, __, most) => [0, most * 1.04] } },
    axes: [
      { ...AXIS, grid: { show: false }, ...(narrow ? { rotate: 45, size: 90 } : {}), splits: values.map((_, i) => i), values: (_, ticks) => ticks.map((i) => chart.bars[i]?.name ?? '') },
      { ...AXIS, label: chart.y, size: 58, values: (_, ticks) => ticks.map(text) },
    ],
    series: [{}, { fill: colour(0), stroke: colour(0), width: 0, paths: uPlot.paths.bars!({ size: [0.6, 90] }), points: { show: false } }],
    hooks: { draw: [(plot) => barValues(plot, values)] },
  }, [values.map((_, i) => i), values], box);
}

function barValues(plot: uPlot, values: number[]): void {
  const { ctx } = plot;
  ctx.save();
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
  ctx.fillStyle = '#17201c';
  ctx.textAlign = 'center';
  ctx.textBaseline = 'bottom';
  values.forEach((value, i) => ctx.fillText(text(value), plot.valToPos(i, 'x', true), plot.valToPos(value, 'y', true) - 4 * devicePixelRatio));
  ctx.restore();
}

function spans(box: HTMLElement, chart: ChartData & { kind: 'spans' }): void {
  const from = Math.min(...chart.spans.map((span) => span.from));
  const to = Math.max(...chart.spans.map((span) => span.to), from + 1e-9);
  const rows = chart.spans.length;
  const note = document.createElement('p');
  note.className = 'note';
  const plot = new uPlot({
    width: box.clientWidth,
    height: rows * ROW + 70,
    padding: [12, 36, 0, 16],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: { x: { time: false, range: [from, to] }, y: { range: [rows, 0] } },
    axes: [{ ...AXIS, label: chart.x, values: (_, ticks) => ticks.map(text) }, { ...AXIS, show: false }],
    series: [{}, { show: false }],
    hooks: { draw: [(u) => drawSpans(u, chart)] },
  }, [[from, to], [0, 0]], box);
  box.append(note);
  plot.over.addEventListener('mousemove', (e) => {
    const span = chart.spans[Math.floor(plot.posToVal(e.offsetY, 'y'))];
    note.textContent = span === undefined ? '' : `${span.title}: ${text(span.from)} to ${text(span.to)} s`;
  });
}

function drawSpans(plot: uPlot, chart: ChartData & { kind: 'spans' }): void {
  const { ctx } = plot;
  ctx.save();
  ctx.fillStyle = colour(chart.colour);
  chart.spans.forEach((span, row) => {
    const left = plot.valToPos(span.from, 'x', true);
    const top = plot.valToPos(row, 'y', true);
    const height = plot.valToPos(row + 1, 'y', true) - top;
    ctx.fillRect(left, top, Math.max(devicePixelRatio, plot.valToPos(span.to, 'x', true) - left), Math.max(1, height * 0.75));
  });
  ctx.restore();
}

/** Draws every chart of the page into its place. */
function drawAll(): void {
  const charts = JSON.parse(document.getElementById('charts')!.textContent!) as ChartData[];
  charts.forEach((chart, i) => {
    const box = document.getElementById(`chart-${i}`)!;
    if (chart.kind === 'lines') {
      lines(box, chart);
    } else if (chart.kind === 'bars') {
      bars(box, chart);
    } else {
      spans(box, chart);
    }
  });
}

drawAll();
