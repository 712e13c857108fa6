import type { JSX } from 'preact';
import { resource } from './api';
import { duration, percent, rate } from './format';
import { To } from './parts';
import { usePoll } from './poll';

/** Why a shuffle is where it is in the order and what limits it, as the controller explains it. */
interface Explanation {
  gammaSeconds: number;
  place: { position: number; of: number; sentence: string; ahead: string[] };
  limits: { link: string; capacityBytesPerSecond: number; share: number; gainSeconds: number }[];
  contenders: { shuffle: string; link: string; bytesPerSecond: number }[];
  remedies: { links: string[]; percent: number; gammaSeconds: number; savedSeconds: number }[];
}

const POLL_MILLIS = 3000;

/** What limits a shuffle: the tight links of its linear program, who else is on them, and what would help. */
export function Limits({ shuffle }: { shuffle: string }): JSX.Element {
  const { data, problem } = usePoll<Explanation>(`/shuffles${resource(shuffle)}/explanation`, POLL_MILLIS);
  if (data === null) {
    return <><h3>What limits it</h3><p class="empty">{problem ?? 'Asking …'}</p></>;
  }
  const remedy = data.remedies[0];
  return (
    <>
      <h3>What limits it</h3>
      <p>{data.place.sentence}{data.place.of > 1 && <span class="note"> Place {data.place.position} of {data.place.of}.</span>}</p>
      {data.limits.length === 0 ? <p class="empty">No link is tight for it.</p> : (
        <ul class="plain-list">{data.limits.map((limit) => (
          <li key={limit.link}><To kind="link" id={limit.link}><span class="path">{limit.link}</span></To>
            <span class="note">{percent(limit.share)} of the limit</span><span class="figure">{rate(limit.capacityBytesPerSecond)}</span></li>
        ))}</ul>
      )}
      {remedy && <p class="note">With {remedy.percent} % more of {remedy.links.map((link, i) => <span key={link}>{i > 0 && ', '}<To kind="link" id={link}>{link}</To></span>)} it would take {duration(remedy.savedSeconds)} less.</p>}
      {data.contenders.length > 0 && <p class="note">On the same links: {data.contenders.slice(0, 5).map((other, i) => (
        <span key={`${other.shuffle} ${other.link}`}>{i > 0 && ', '}<To kind="shuffle" id={other.shuffle} /> ({rate(other.bytesPerSecond)})</span>))}</p>}
    </>
  );
}
