import { resource } from './api';
import * as notation from './notation';
import type { Act } from './actions';
import type { Link } from './types';

/** What an operator may do with each thing that the page shows. */

const TERMS = [
  { name: 'priority', label: 'Priority: higher priorities are served before all lower ones; the default is 0', min: -100, max: 100 },
  { name: 'weight', label: 'Weight: above 1 for more important ones; the default is 1', min: 0.001, max: 1000 },
  { name: 'deadlineSeconds', label: 'Deadline: to be done in so many seconds', min: 0, max: 1e9 },
];

export function drainLink(link: Link): Act {
  const both = notation.bothDirections(link.from, link.to);
  const path = `/links${resource(both)}`;
  return link.drained
    ? { title: 'Restore', object: both, says: `Plans over ${both} again, in both directions.`, method: 'POST', path: `${path}/restore` }
    : { title: 'Drain', object: both, says: `Plans nothing over ${both}, in both directions. Its tunnels stay open, so that a restored link is used at once.`, method: 'POST', path: `${path}/drain` };
}

export function drainSite(site: string, drained: boolean): Act {
  const path = `/sites${resource(site)}`;
  return drained
    ? { title: 'Relay again', object: `through ${site}`, says: `Relays bytes of other sites through ${site} again.`, method: 'POST', path: `${path}/restore` }
    : { title: 'Drain the site', object: site, says: `Relays nothing through ${site}. Traffic from and to the site goes on.`, method: 'POST', path: `${path}/drain` };
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
  return { title: 'Cancel', object: id, says: `Stops the transfer of ${id}. A submitted shuffle fails; readers of a job’s own shuffle fetch directly. This cannot be taken back.`, method: 'POST', path: `/shuffles${resource(id)}/cancel` };
}

/** Priority, weight or deadline of a shuffle or a job. */
export function changeTerms(what: string, path: string): Act {
  return { title: 'Change its terms', object: `: ${what}`, says: `Changes the place of ${what} in the order at once. A field that is left empty stays as it is.`, method: 'PATCH', path: `${path}/terms`, fields: TERMS };
}

/** Takes back what operators said of the terms. */
export function ordinaryTerms(what: string, path: string): Act {
  return { title: 'Take its terms back', object: `: ${what}`, says: `Removes the terms that operators have set for ${what}.`, method: 'DELETE', path: `${path}/terms` };
}
