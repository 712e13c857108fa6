/** Which view is shown and what is selected in it, as the part of the address after '#'. */
export interface Route {
  view: View;
  /** What the details are of: a kind and an id, or nothing. */
  selected: Selection | null;
}

export type View = 'overview' | 'links' | 'tunnels' | 'shuffles' | 'jobs' | 'agents' | 'classes' | 'costs' | 'events' | 'rounds';

export interface Selection {
  kind: 'link' | 'shuffle' | 'site' | 'job' | 'reroute';
  id: string;
}

export const VIEWS: { view: View; title: string }[] = [
  { view: 'overview', title: 'Overview' },
  { view: 'links', title: 'Links' },
  { view: 'tunnels', title: 'Tunnels' },
  { view: 'shuffles', title: 'Shuffles' },
  { view: 'jobs', title: 'Jobs' },
  { view: 'agents', title: 'Agents' },
  { view: 'classes', title: 'Classes' },
  { view: 'costs', title: 'Costs' },
  { view: 'events', title: 'Events' },
  { view: 'rounds', title: 'Rounds' },
];

const KINDS: Selection['kind'][] = ['link', 'shuffle', 'site', 'job', 'reroute'];

/** Reads an address; whatever is not understood is the overview. */
export function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const view = VIEWS.find((known) => known.view === path)?.view ?? 'overview';
  const parameters = new URLSearchParams(query);
  const kind = KINDS.find((known) => parameters.has(known));
  return { view, selected: kind === undefined ? null : { kind, id: parameters.get(kind)! } };
}

export function href(view: View, selected: Selection | null = null): string {
  const query = selected === null ? '' : `?${selected.kind}=${encodeURIComponent(selected.id)}`;
  return `#/${view === 'overview' ? '' : view}${query}`;
}
