import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { get } from './api';
import { age, bytes, count, millis, rate, waits } from './format';
import { href, VIEWS } from './route';
import { useApp } from './state';
import type { Versions } from './types';

const THEME = 'terra.theme';

/** What is always in sight: which WAN, how it is, and how fresh that is. */
export function Header(): JSX.Element {
  const { feed, route } = useApp();
  const { status, topology } = feed.model;
  return (
    <header class="top">
      <div class="bar">
        <a class="brand" href="#/" aria-label="Terra, overview">
          <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="7" class="brand-back" /><path class="brand-line" d="M7 22C9 12 16 8 25 10" /><path class="brand-line faint" d="M7 22c6 4 13 2 18-12" /><circle cx="7" cy="22" r="3.2" /><circle cx="25" cy="10" r="3.2" /></svg>
          <span>Terra</span>
        </a>
        <Version />
        {topology && <span class="wan-name">{topology.name}<span class="note"> {count(topology.sites.length, 'site')}, {count(topology.links.length, 'link direction')}</span></span>}
        <span class="grow" />
        <Freshness />
        <Theme />
      </div>
      <nav aria-label="Views">
        {VIEWS.map(({ view, title }) => <a key={view} href={href(view)} aria-current={route.view === view ? 'page' : undefined}>{title}</a>)}
      </nav>
      {status !== null && route.view === 'overview' && <Figures />}
    </header>
  );
}

/** Which version the controller is of; it may be another one after each of its starts. */
function Version(): JSX.Element | null {
  const { session } = useApp().feed.model;
  const [version, setVersion] = useState<string | null>(null);
  useEffect(() => {
    void get<Versions>('/versions').then(({ terra }) => setVersion(terra)).catch(() => setVersion(null));
  }, [session]);
  return version === null ? null : <span class="version" title="the controller’s version">{version}</span>;
}

function Figures(): JSX.Element {
  const status = useApp().feed.model.status!;
  const waiting = status.shufflesWaiting > 0 ? `${status.shufflesWaiting} waiting` : status.shufflesRunning > 0 ? 'none waits' : '';
  return (
    <dl class="figures">
      <Figure name="Links up" value={`${status.linksUp}`} note={linkNote()} alarm={status.linksDown > 0} />
      <Figure name="Agents live" value={`${status.agentsLive} of ${status.agentsExpected}`} note={agentNote()} alarm={status.agentsLive < status.agentsExpected || status.stockHandlers > 0} />
      <Figure name="Shuffles running" value={status.shufflesRunning.toLocaleString('en')} note={waiting} />
      <Figure name="Left to send" value={bytes(status.bytesLeft)} note={status.bundlesOpen > 0 ? count(status.bundlesOpen, 'bundle') : ''} />
      <Figure name="Planned rate" value={rate(status.plannedBytesPerSecond)} note={status.firstByteWait.count > 0 ? `first byte ${waits(status.firstByteWait)}` : ''} />
      <Figure name="Last round" value={millis(status.lastRoundMillis)} note={status.solver === 'ok' ? `solver ok, epoch ${status.epoch}` : 'solver failed'} alarm={status.solver === 'failed'} />
    </dl>
  );
}

function agentNote(): string {
  const { agentsLive, agentsExpected, handlers, stockHandlers } = useApp().feed.model.status!;
  const known = handlers === 0 ? '' : stockHandlers > 0 ? `${stockHandlers} of ${count(handlers, 'handler')} stock` : count(handlers, 'handler');
  return [agentsLive < agentsExpected ? `${agentsExpected - agentsLive} away` : '', known].filter((part) => part !== '').join(', ');
}

function linkNote(): string {
  const status = useApp().feed.model.status!;
  const parts: [number, string][] = [[status.linksDown, 'down'], [status.linksDegraded, 'degraded'], [status.linksUnknown, 'unknown'], [status.linksDrained, 'drained']];
  return parts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`).join(', ') || 'all of them';
}

function Figure({ name, value, note, alarm = false }: { name: string; value: string; note: string; alarm?: boolean }): JSX.Element {
  return <div class={alarm ? 'alarm' : ''}><dt>{name}</dt><dd>{value}</dd><dd class="note">{note}</dd></div>;
}

/** Whether the controller is heard, and how old what is shown is if it is not. */
function Freshness(): JSX.Element {
  const { feed, ageSeconds, stale } = useApp();
  if (ageSeconds === null) {
    return <span class="fresh wait" role="status">Connecting</span>;
  }
  if (!stale) {
    return <span class="fresh live" role="status"><span class="dot" aria-hidden="true" />Live</span>;
  }
  return <span class="fresh stale" role="status" title={feed.connection.kind === 'lost' ? feed.connection.problem : ''}><span class="dot" aria-hidden="true" />Data is {age(ageSeconds)} old</span>;
}

/** Says across the page that what is shown is no longer true. */
export function StaleBanner(): JSX.Element | null {
  const { feed, ageSeconds, stale } = useApp();
  if (!stale || ageSeconds === null) {
    return null;
  }
  const why = feed.connection.kind === 'lost' ? feed.connection.problem : 'nothing has been heard';
  return <div class="banner" role="alert"><strong>Stale: this is what the controller said {age(ageSeconds)} ago.</strong> <span>{sentence(why)} Links and agents may be in another state by now. Agents keep their last rates for a lease, then share their tunnels. Trying again every second.</span></div>;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

function Theme(): JSX.Element {
  const [theme, setTheme] = useState(localStorage.getItem(THEME));
  const dark = theme === null ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  const turn = () => {
    const next = dark ? 'light' : 'dark';
    localStorage.setItem(THEME, next);
    document.documentElement.dataset['theme'] = next;
    setTheme(next);
  };
  return <button class="icon" onClick={turn} aria-label={dark ? 'Light colours' : 'Dark colours'}><svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">{dark
    ? <><circle cx="10" cy="10" r="3.6" /><path d="M10 1.8v2M10 16.2v2M1.8 10h2M16.2 10h2M4.2 4.2l1.4 1.4M14.4 14.4l1.4 1.4M4.2 15.8l1.4-1.4M14.4 5.6l1.4-1.4" /></>
    : <path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7Z" />}</svg></button>;
}

/** The theme that was chosen before, so that the page does not flash. */
export function applyTheme(): void {
  const theme = localStorage.getItem(THEME);
  if (theme !== null) {
    document.documentElement.dataset['theme'] = theme;
  }
}

/** Asks for a token where reading needs one. */
export function TokenForm({ use, refused }: { use: (token: string) => void; refused: boolean }): JSX.Element {
  const [text, setText] = useState('');
  return (
    <Centre title="This controller wants a token">
      <p>Its tokens are in the file that <code>http.tokens</code> names; the role <code>read</code> is enough to look. It is kept in this tab only.</p>
      <form onSubmit={(e) => {
        e.preventDefault();
        use(text.trim());
      }}>
        <label for="token">Token</label>
        <input id="token" type="password" value={text} autocomplete="off" onInput={(e) => setText(e.currentTarget.value)} />
        <button class="action" disabled={text.trim().length === 0}>Look</button>
      </form>
      {refused && <p class="wrong" role="alert">The controller does not know that token.</p>}
    </Centre>
  );
}

export function Centre({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return <main class="centre"><section class="card"><h1>{title}</h1>{children}</section></main>;
}
