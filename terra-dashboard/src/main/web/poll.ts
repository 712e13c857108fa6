import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, get } from './api';

/** A resource that is asked for again and again while it is looked at. */
export interface Polled<T> {
  data: T | null;
  problem: string | null;
}

/** Asks for a path now and every so often; what was answered for another path is forgotten. */
export function usePoll<T>(path: string | null, everyMillis: number): Polled<T> {
  const [state, setState] = useState<{ path: string | null } & Polled<T>>({ path, data: null, problem: null });
  const latest = useRef(path);
  latest.current = path;
  useEffect(() => {
    if (path === null) {
      return undefined;
    }
    let timer = 0;
    const ask = async () => {
      try {
        const data = await get<T>(path);
        if (latest.current === path) {
          setState({ path, data, problem: null });
        }
      } catch (error) {
        if (latest.current === path) {
          setState((before) => ({ path, data: before.path === path ? before.data : null, problem: error instanceof ApiError ? error.message : String(error) }));
        }
      }
      if (latest.current === path) {
        timer = window.setTimeout(ask, everyMillis);
      }
    };
    void ask();
    return () => window.clearTimeout(timer);
  }, [path, everyMillis]);
  return state.path === path ? state : { data: null, problem: null };
}
