import { ApiError, get, headers, problem, setToken, token, url } from './api';
import { EMPTY, withChange, withSnapshot, type Connection, type Model } from './model';
import { EventParser, type Message } from './sse';
import type { Change, Snapshot, Topology } from './types';

/** Pause before the next try; a controller that starts again is seen within two of them. */
const RETRY_MILLIS = 1000;
/** A stream that says nothing for so long is given up: the controller speaks once a second. */
const SILENCE_MILLIS = 6000;

/** What the page shows is a function of this. */
export interface Feed {
  model: Model;
  connection: Connection;
  /** By {@code performance.now()}; when the controller was heard last. */
  heardMillis: number | null;
}

/** Follows a controller: the whole once, then what changes; again and again where it breaks off. */
export class Follower {
  feed: Feed = { model: EMPTY, connection: { kind: 'connecting' }, heardMillis: null };
  private lastId: string | null = null;
  private stopped = false;
  private current: AbortController | null = null;

  constructor(private readonly changed: (feed: Feed) => void) {}

  /** Follows until it is stopped. */
  async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.followOnce();
        if (this.feed.connection.kind === 'live') {
          this.lost('the controller has ended the connection');
        }
      } catch (error) {
        this.failed(error);
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS));
    }
  }

  /** Tries again now, as after a token was given. */
  restart(): void {
    this.current?.abort();
  }

  stop(): void {
    this.stopped = true;
    this.current?.abort();
  }

  private async followOnce(): Promise<void> {
    const abort = new AbortController();
    this.current = abort;
    let silence = setTimeout(() => abort.abort(), SILENCE_MILLIS);
    try {
      const resume: Record<string, string> = this.lastId === null ? {} : { 'Last-Event-ID': this.lastId };
      const answer = await fetch(url('/stream'), { headers: headers({ Accept: 'text/event-stream', ...resume }), signal: abort.signal, cache: 'no-store' });
      if (!answer.ok || answer.body === null) {
        throw new ApiError(answer.status, await problem(answer));
      }
      const parser = new EventParser();
      const reader = answer.body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(silence);
        silence = setTimeout(() => abort.abort(), SILENCE_MILLIS);
        for (const message of parser.push(part.value)) {
          await this.take(message);
        }
      }
    } finally {
      clearTimeout(silence);
    }
  }

  private async take(message: Message): Promise<void> {
    const { model } = this.feed;
    this.lastId = message.id ?? this.lastId;
    if (message.event === 'snapshot') {
      const snapshot = JSON.parse(message.data) as Snapshot;
      const topology = model.topology !== null && model.session === snapshot.session ? model.topology : await get<Topology>('/topology');
      this.heard(withSnapshot({ ...model, topology }, snapshot));
    } else if (message.event === 'change') {
      this.heard(withChange(model, JSON.parse(message.data) as Change));
    } else if (message.event === 'alive') {
      const alive = JSON.parse(message.data) as { at: string };
      this.heard({ ...model, at: alive.at });
    } else if (message.event === 'bye') {
      this.lost((JSON.parse(message.data) as { reason: string }).reason);
    }
  }

  private heard(model: Model): void {
    this.set({ model, connection: { kind: 'live' }, heardMillis: performance.now() });
  }

  private failed(error: unknown): void {
    if (error instanceof ApiError && error.status === 401) {
      this.unauthorized();
    } else {
      this.lost(error instanceof ApiError && error.status !== 0 ? error.message : 'the controller does not answer');
    }
  }

  /** Whoever has no token may be let look; a token that is not known is of no use to anybody. */
  private unauthorized(): void {
    const { connection, model } = this.feed;
    const shown = token() !== null;
    setToken(null);
    if (shown && model.topology !== null) {
      this.lost('the token of this tab is no longer valid');
    } else {
      this.set({ ...this.feed, connection: { kind: 'unauthorized', refused: shown || (connection.kind === 'unauthorized' && connection.refused) } });
    }
  }

  private lost(why: string): void {
    this.set({ ...this.feed, connection: { kind: 'lost', problem: why } });
  }

  private set(feed: Feed): void {
    this.feed = feed;
    this.changed(feed);
  }
}
