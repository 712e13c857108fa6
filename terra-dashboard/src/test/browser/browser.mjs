import { chromium } from 'playwright-core';
import { existsSync } from 'node:fs';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the machine's own Chromium, without a window. */
export async function launch() {
  const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) {
    throw new Error('no Chromium is installed. On Debian: apt-get install -y chromium');
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** A page, whose clock may be off, that notes what went wrong in it and whom it asked: errors, and requests to others than the one it came from. */
export async function open(browser, base, { width = 1280, height = 800, hash = '', skewMillis = 0, ...more } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce', ...more });
  const page = await context.newPage();
  await page.addInitScript((skew) => {
    const now = Date.now;
    Date.now = () => now() + skew;
  }, skewMillis);
  page.wrong = [];
  page.foreign = [];
  page.on('pageerror', (error) => page.wrong.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && !/Failed to load resource|net::ERR/.test(message.text()) && page.wrong.push(message.text()));
  page.on('request', (request) => new URL(request.url()).origin !== new URL(base).origin && !request.url().startsWith('data:') && page.foreign.push(request.url()));
  await page.goto(base + hash);
  return page;
}

/** The class of a link on the map. */
export function link(page, from, to, topology) {
  return page.locator('.wan .link').nth(topology.links.findIndex((l) => l.from === from && l.to === to));
}
