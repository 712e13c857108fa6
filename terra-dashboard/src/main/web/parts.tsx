import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Model } from './model';
import * as notation from './notation';
import { href, type Selection, type View } from './route';
import { useApp } from './state';

const GLYPHS: Record<string, string> = {
  up: '●', live: '●', terra: '●', ok: '●', running: '●', sending: '●', kept: '●',
  degraded: '▼', down: '✕', lost: '✕', missed: '✕', failed: '✕', error: '✕', unknown: '?', expected: '○', idle: '○', waiting: '‖', stock: '◇', warning: '▲',
  ended: '✓', done: '✓', drained: '–', bypassed: '◇', info: '·',
};

/** A state as a shape, a colour and a word. */
export function State({ state, children }: { state: string; children?: ComponentChildren }): JSX.Element {
  return <span class={`state ${state}`}><span class="glyph" aria-hidden="true">{GLYPHS[state] ?? '·'}</span>{children ?? state}</span>;
}

/** A share of 1 as a bar with its figure. */
export function Meter({ share, label, kind = 'use' }: { share: number; label: string; kind?: string }): JSX.Element {
  const width = Math.max(0, Math.min(1, share)) * 100;
  return (
    <span class="meter">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" class={kind}>
        <rect class="whole" width="100" height="6" rx="1" />
        <rect class="part" width={width.toFixed(1)} height="6" rx="1" />
      </svg>
      <span class="meter-label">{label}</span>
    </span>
  );
}

/** A link to what something is about, in the view that is shown unless another is named. */
export function To({ view, kind, id, children }: { view?: View; kind: Selection['kind']; id: string; children?: ComponentChildren }): JSX.Element {
  const shown = useApp().route.view;
  return <a href={href(view ?? shown, { kind, id })}>{children ?? id}</a>;
}

export function PathOf({ sites }: { sites: string[] }): JSX.Element {
  return <span class="path">{notation.path(sites)}</span>;
}

/** A path of which each hop leads to its link. */
export function PathLinks({ sites }: { sites: string[] }): JSX.Element {
  return (
    <span class="path">
      <To view="agents" kind="site" id={sites[0]!} />
      {sites.slice(1).map((site, i) => <span key={site}> <a href={href('links', { kind: 'link', id: notation.link(sites[i]!, site) })} aria-label={`link ${sites[i]} to ${site}`}>→ {site}</a></span>)}
    </span>
  );
}

/** What an event or an action is of: a link to it where the page knows such a thing, else its name. */
export function Target({ name }: { name: string }): JSX.Element {
  const { model } = useApp().feed;
  const id = name.replace(/^(link|site|shuffle|job|agent) /, '');
  const found = targetOf(model, id);
  return found === null ? <>{name}</> : <To view={found.view} kind={found.kind} id={found.id}>{name}</To>;
}

function targetOf(model: Model, name: string): (Selection & { view: View }) | null {
  if (model.shuffles.has(name)) {
    return { view: 'shuffles', kind: 'shuffle', id: name };
  }
  if (model.agents.has(name)) {
    return { view: 'agents', kind: 'site', id: name };
  }
  const link = model.links.get(name.replace('::', ':')); // of both directions, the one that is named first
  if (link !== undefined) {
    return { view: 'links', kind: 'link', id: link.id };
  }
  return [...model.shuffles.values()].some((shuffle) => shuffle.job === name) ? { view: 'jobs', kind: 'job', id: name } : null;
}

/** A name and what it is, in two columns. */
export function Facts({ rows }: { rows: [string, ComponentChildren][] }): JSX.Element {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
    </dl>
  );
}

/** A panel with details; the keyboard is taken to its heading when it opens. */
export function Panel({ title, kicker, close, children }: { title: ComponentChildren; kicker: ComponentChildren; close: string; children: ComponentChildren }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  const key = String(title);
  useEffect(() => {
    heading.current?.focus({ preventScroll: window.innerWidth > 900 });
  }, [key]);
  return (
    <section class="card panel" aria-labelledby="panel-title" onKeyDown={(e) => {
      if (e.key === 'Escape') {
        location.hash = close;
      }
    }}>
      <header>
        <div>
          <p class="kicker">{kicker}</p>
          <h2 id="panel-title" ref={heading} tabIndex={-1}>{title}</h2>
        </div>
        <a class="close" href={close} aria-label="Close the details"><span aria-hidden="true">✕</span></a>
      </header>
      {children}
    </section>
  );
}

/** A card with a heading. */
export function Card({ title, note, children, kind = '' }: { title: string; note?: ComponentChildren; children: ComponentChildren; kind?: string }): JSX.Element {
  return (
    <section class={`card ${kind}`} aria-label={title}>
      <header><h2>{title}</h2>{note !== undefined && <span class="note">{note}</span>}</header>
      {children}
    </section>
  );
}

/** Something to type in a terminal. */
export function Type({ children }: { children: string }): JSX.Element {
  return <code class="type">{children}</code>;
}
