import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { launch } from './browser.mjs';

const FOLDER = 'target/classes/dev/terra/report';
const CHARTS = [
  { kind: 'lines', x: 'seconds', y: 'share of jobs', logarithmic: true, series: ['terra-plus', 'default'].map((name, s) => (
    { name, colour: s, points: Array.from({ length: 100 }, (_, i) => [0.03 * 1.13 ** i * (1 + s), (i + 1) / 100]) })) },
  { kind: 'bars', y: 'times faster', bars: ['terra', 'terra-plus', 'default', 'parallel-tcp', 'mptcp', 'varys', 'siphon', 'scheduling-only', 'multipath-only'].map((name, i) => ({ name, value: 1 + i * 0.37 })) },
  { kind: 'lines', x: 'seconds', y: 'share', logarithmic: false, series: [{ name: 'terra', colour: 0, points: [[0, 0.2], [50_000, 0.9], [123_456, 0.4]] }] },
  { kind: 'spans', x: 'seconds', colour: 1, spans: Array.from({ length: 120 }, (_, i) => ({ from: i * 10, to: i * 10 + 500, title: `shuffle-${i}` })) },
];

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

for (const width of [1280, 390]) {
  test(`the report's charts are drawn at ${width} pixels, and no label is cut off`, async () => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const wrong = [];
    page.on('pageerror', (error) => wrong.push(String(error)));
    await page.addInitScript(() => {
      window.labels = [];
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function noted(text, x, y) {
        const box = this.measureText(text);
        const ends = [-box.actualBoundingBoxLeft, box.actualBoundingBoxRight].map((dx) => this.getTransform().transformPoint(new DOMPoint(x + dx, y)));
        const { width: w, height: h } = this.canvas;
        window.labels.push({ text, cut: text !== '' && ends.some((end) => end.x < -0.5 || end.x > w + 0.5 || end.y < 0 || end.y > h), ends });
        return fillText.call(this, text, x, y);
      };
    });
    await page.goto('about:blank');
    await page.setContent(report());
    await page.waitForFunction(() => document.querySelectorAll('canvas').length === 4);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const labels = await page.evaluate(() => window.labels);
    assert.deepEqual(wrong, []);
    assert.ok(['default', 'share of jobs', 'multipath-only'].every((text) => labels.some((label) => label.text === text)) || width < 600, JSON.stringify(labels.map((label) => label.text)));
    assert.ok(labels.length > 40, `${labels.length} labels`);
    assert.deepEqual(labels.filter((label) => label.cut), []);
    if (process.env.PICTURES) {
      await page.screenshot({ path: `${process.env.PICTURES}/report-${width}.png`, fullPage: true });
    }
    await page.close();
  });
}

function report() {
  return `<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'><style>${readFileSync(`${FOLDER}/report.css`, 'utf8')}</style></head><body><h1>Simulation</h1>${
    CHARTS.map((_, i) => `<h3>Chart ${i}</h3><div id='chart-${i}'></div>`).join('')}<script type='application/json' id='charts'>${JSON.stringify(CHARTS)}</script><script>${
    readFileSync(`${FOLDER}/report.js`, 'utf8')}</script></body></html>`;
}
