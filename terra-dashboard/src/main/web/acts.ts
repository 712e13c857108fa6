import { resource } from './api';
import * as notation from './notation';
import type { Act } from './actions';
import type { Link } from './types';

/** What an operator may do with each thing that the page shows. */

const TERMS = [
  { name: 'priority', label: 'Priority: higher ones go before all others; 0 is ordinary', min: -100, max: 100 },
  { name: 'weight', label: 'Weight: its share of importance; 1 is ordinary', min: 0.001, max: 1000 },
  { name: 'deadlineSeconds', label: 'Deadline: to be done in so many seconds', min: 0, max: 1e9 },
];

export function drainLink(link: Link): Act {
  const both = notation.bothDirections(link.from, link.to);
  const path = `/links${resource(both)}`;
  return link.drained
    ? { title: 'Restore', object: both, says: `Plans over ${both} again, in both directions.`, method: 'POST', path: `${path}/restore` }
    : { title: 'Drain', object: both, says: `Plans nothing over ${both}, in both directions. Its tunnels stay open, so that it is back at once.`, method: 'POST', path: `${path}/drain` };
}

export function drainSite(site: string, drained: boolean): Act {
  const path = `/sites${resource(site)}`;
  return drained
    ? { title: 'Relay again', object: `through ${site}`, says: `Lets others’ bytes go through ${site} again.`, method: 'POST', path: `${path}/restore` }
    : { title: 'Drain the site', object: site, says: `Relays nothing through ${site}. What begins or ends there goes on.`, method: 'POST', path: `${path}/drain` };
}

export function drainAgent(site: string, drained: boolean): Act {
  const path = `/agents${resource(site)}`;
  return drained
    ? { title: 'Restore its agent', object: `at ${site}`, says: `Plans from, to and through the agent of ${site} again.`, method: 'POST', path: `${path}/restore` }
    : { title: 'Drain its agent', object: `at ${site}`, says: `Plans nothing from, to or through the agent of ${site}: new fetches of its site take the stock path.`, method: 'POST', path: `${path}/drain` };
}

export function forbidPath(sites: string[]): Act {
  return { title: 'Forbid', object: `the path ${notation.path(sites)}`, says: `Closes the tunnel along ${notation.path(sites)} and plans without that path. It is allowed again under Events.`, method: 'POST', path: '/paths/forbid', body: { path: notation.path(sites) } };
}

export function cancelShuffle(id: string): Act {
  return { title: 'Cancel', object: id, says: `Carries nothing more of ${id}. A submitted shuffle fails; readers of a job’s fetch directly. This cannot be taken back.`, method: 'POST', path: `/shuffles${resource(id)}/cancel` };
}

/** Priority, weight or deadline of a shuffle or a job. */
export function changeTerms(what: string, path: string): Act {
  return { title: 'Change its terms', object: `: ${what}`, says: `Changes when ${what} is served among others, at once. What is left empty stays as it is.`, method: 'PATCH', path: `${path}/terms`, fields: TERMS };
}

/** Takes back what operators said of the terms. */
export function ordinaryTerms(what: string, path: string): Act {
  return { title: 'Take its terms back', object: `: ${what}`, says: `Serves ${what} as if no operator had said anything of it.`, method: 'DELETE', path: `${path}/terms` };
}
