import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Feed } from './feed';
import type { Recorder } from './recorder';
import type { Past } from './past';
import type { Route } from './route';
import type { Agent, Link, WhoAmI } from './types';

/** What the map shows. */
export interface Scenery {
  links: Map<string, Link>;
  agents: Map<string, Agent>;
}

/** What every part of the page may look at. */
export interface App {
  feed: Feed;
  route: Route;
  /** The controller's clock now, as far as it can be told. */
  nowMillis: number;
  /** How old what is shown is, seconds; null before there is anything. */
  ageSeconds: number | null;
  stale: boolean;
  recorder: Recorder;
  /** The moment of the past that is shown; null: now. */
  replayMillis: number | null;
  /** The links and agents at that moment, or as they are now. */
  scene: Scenery;
  /** Shows a moment of the past. */
  replayAt: (millis: number | null, past: Past | null) => void;
  /** Whom the controller takes this page for; null until it has said so. */
  who: WhoAmI | null;
  /** Asks that again, as after a refusal. */
  askWho: () => void;
  /** Takes a token and tries again. */
  useToken: (token: string) => void;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) {
    throw new Error('outside of the application');
  }
  return app;
}
