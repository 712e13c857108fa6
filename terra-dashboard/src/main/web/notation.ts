/** How links and paths are written, as everywhere in Terra: `A:B` is one direction of a link, `A::B` both, `A:C:B` a path. */

export function path(sites: string[]): string {
  return sites.join(':');
}

export function link(from: string, to: string): string {
  return path([from, to]);
}

export function bothDirections(from: string, to: string): string {
  return `${from}::${to}`;
}
