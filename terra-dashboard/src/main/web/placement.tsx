import type { JSX } from 'preact';
import { resource } from './api';
import { bytes, duration } from './format';
import { To } from './parts';
import { usePoll } from './poll';

interface SiteReducers {
  site: string;
  reducers: number;
}

/** Where reducers are best run, as the controller advises. */
interface Advice {
  outputBytes: number;
  reducers: number;
  begun: number;
  advised: SiteReducers[];
  seconds: number | null;
  otherwise: SiteReducers[];
  otherwiseSeconds: number | null;
  limitedBy: string[];
}

const POLL_MILLIS = 5000;

/** Where a shuffle's reducers are best run that have not begun; nothing where the controller has no advice. */
export function Placement({ shuffle }: { shuffle: string }): JSX.Element | null {
  const { data } = usePoll<Advice>(`/shuffles${resource(shuffle)}/placement`, POLL_MILLIS);
  if (data === null) {
    return null;
  }
  return (
    <>
      <h3>Where its reducers are best run</h3>
      <ul class="plain-list">{data.advised.map(({ site, reducers }) => (
        <li key={site}><To kind="site" id={site} /><span class="figure">{reducers}</span></li>))}</ul>
      <p class="note">{data.begun} of {data.reducers} have begun. The {bytes(data.outputBytes)} that maps have made so far
        take {data.seconds === null ? 'for ever' : duration(data.seconds)} then, and {data.otherwiseSeconds === null ? 'for ever' : duration(data.otherwiseSeconds)} with
        reducers wherever there is room.{data.limitedBy.length > 0 && <> Limited by {data.limitedBy.map((link, i) => (
          <span key={link}>{i > 0 && ', '}<To kind="link" id={link}>{link}</To></span>))}.</>}</p>
    </>
  );
}
