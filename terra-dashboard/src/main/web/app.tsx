import type { JSX } from 'preact';
import { useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import { get, setToken } from './api';
import { CostsView } from './costs';
import { Details } from './details';
import { Follower, type Feed } from './feed';
import { Centre, Header, StaleBanner, TokenForm } from './header';
import { STALE_SECONDS } from './model';
import { MapCard, Now } from './overview';
import { Type } from './parts';
import { agentsAt, linksAt, sampleAt, type Past } from './past';
import { Recorder } from './recorder';
import { parse, type View } from './route';
import { AppContext, useApp, type App, type Scenery } from './state';
import { Timeline } from './timeline';
import type { WhoAmI } from './types';
import { AgentsView, ClassesView, EventsView, JobsView, LinksView, RoundsView, ShufflesView, TunnelsView } from './views';

const TICK_MILLIS = 1000;

/** The page: it follows the controller and draws what it knows, once for each message and once a second while none comes. */
export function Page(): JSX.Element {
  const [feed, setFeed] = useState<Feed | null>(null);
  const [route, setRoute] = useState(parse(location.hash));
  const [, tick] = useReducer((n: number) => n + 1, 0);
  const recorder = useMemo(() => new Recorder(), []);
  const follower = useMemo(() => new Follower((next) => {
    recorder.record(next.model);
    setFeed(next);
  }), []);
  useEffect(() => {
    void follower.run();
    const moved = () => setRoute(parse(location.hash));
    addEventListener('hashchange', moved);
    const timer = setInterval(() => {
      if (performance.now() - (follower.feed.heardMillis ?? 0) > TICK_MILLIS) {
        tick(0);
      }
    }, TICK_MILLIS);
    return () => {
      follower.stop();
      removeEventListener('hashchange', moved);
      clearInterval(timer);
    };
  }, []);
  const [who, askWho] = useWho(feed?.connection.kind === 'live');
  const [replay, setReplay] = useState<Replay | null>(null);
  const current = feed ?? follower.feed;
  const scene = useMemo(() => scenery(current, replay), [current, replay]);
  const replayAt = (millis: number | null, past: Past | null) => setReplay(millis === null || past === null ? null : { millis, past });
  const app: App = { ...times(current), feed: current, route, recorder, replayMillis: replay?.millis ?? null, scene, replayAt, who, askWho, useToken: (token) => {
    setToken(token);
    follower.restart();
    askWho();
  } };
  return <AppContext.Provider value={app}>{body(app)}</AppContext.Provider>;
}

/** Whom the controller takes this page for, asked when it is heard and when asked to. */
function useWho(live: boolean): [WhoAmI | null, () => void] {
  const [who, setWho] = useState<WhoAmI | null>(null);
  const ask = () => void get<WhoAmI>('/whoami').then(setWho).catch(() => setWho(null));
  useEffect(() => {
    if (live) {
      ask();
    }
  }, [live]);
  return [who, ask];
}

interface Replay {
  millis: number;
  past: Past;
}

/** Links and agents now, or at the moment that is replayed. */
function scenery(feed: Feed, replay: Replay | null): Scenery {
  const { topology, links, agents } = feed.model;
  const sample = replay === null ? null : sampleAt(replay.past, replay.millis);
  if (topology === null || replay === null || sample === null) {
    return { links, agents };
  }
  const then = linksAt(replay.past, sample, topology);
  return { links: then, agents: agentsAt(then, topology) };
}

function times(feed: Feed): Pick<App, 'nowMillis' | 'ageSeconds' | 'stale'> {
  if (feed.heardMillis === null || feed.model.at === null) {
    return { nowMillis: Date.now(), ageSeconds: null, stale: false };
  }
  const ageSeconds = (performance.now() - feed.heardMillis) / 1000;
  return { nowMillis: Date.parse(feed.model.at) + ageSeconds * 1000, ageSeconds, stale: ageSeconds > STALE_SECONDS };
}

function body(app: App): JSX.Element {
  const { connection, model } = app.feed;
  if (connection.kind === 'unauthorized') {
    return <TokenForm use={app.useToken} refused={connection.refused} />;
  }
  if (model.topology === null) {
    return connection.kind === 'lost'
      ? <Centre title="No answer from the controller"><p role="alert">{connection.problem}.</p><p>Is it running? <Type>./terra controller --topology FILE</Type></p><p class="note">Trying again every second.</p></Centre>
      : <Centre title="Terra"><p role="status">Asking the controller …</p></Centre>;
  }
  return (
    <>
      <a class="skip" href="#main" onClick={(e) => {
        e.preventDefault();
        document.getElementById('main')?.focus();
      }}>To the content</a>
      <Header />
      <StaleBanner />
      <main id="main" tabIndex={-1} data-version={app.feed.model.version} class={`${app.route.view}${app.route.selected === null ? '' : ' with-panel'}${app.stale ? ' stale' : ''}`}>
        <h1 class="sr">Terra, {app.route.view}</h1>
        <Content view={app.route.view} />
      </main>
    </>
  );
}

function Content({ view }: { view: View }): JSX.Element {
  const { selected } = useApp().route;
  const panel = selected === null ? null : <aside class="side" aria-label="Details"><Details key={`${selected.kind} ${selected.id}`} selected={selected} /></aside>;
  if (view === 'overview') {
    return <><div class="wide"><MapCard /><Timeline /></div>{panel ?? <aside class="side" aria-label="Now"><Now /></aside>}</>;
  }
  return <><div class="wide"><TableView view={view} /></div>{panel}</>;
}

function TableView({ view }: { view: View }): JSX.Element {
  switch (view) {
    case 'links':
      return <LinksView />;
    case 'tunnels':
      return <TunnelsView />;
    case 'shuffles':
      return <ShufflesView />;
    case 'jobs':
      return <JobsView />;
    case 'agents':
      return <AgentsView />;
    case 'classes':
      return <ClassesView />;
    case 'costs':
      return <CostsView />;
    case 'events':
      return <EventsView />;
    default:
      return <RoundsView />;
  }
}
