const BASE = '/api/v1';
const TOKEN = 'terra.token';
/** A request without an answer for so long has failed: the controller answers within milliseconds. */
const REQUEST_MILLIS = 10_000;

/** What the controller said instead of an answer, or that it said nothing. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The token that this tab was given, if it was. */
export function token(): string | null {
  return sessionStorage.getItem(TOKEN);
}

export function setToken(value: string | null): void {
  if (value === null) {
    sessionStorage.removeItem(TOKEN);
  } else {
    sessionStorage.setItem(TOKEN, value);
  }
}

/** Headers with a token, where there is one. */
export function headers(more: Record<string, string> = {}, shown: string | null = token()): Record<string, string> {
  return shown === null ? more : { ...more, Authorization: `Bearer ${shown}` };
}

export function url(path: string): string {
  return BASE + path;
}

/** Asks for a resource, with this tab's token or another one. */
export async function get<T>(path: string, shown: string | null = token()): Promise<T> {
  return ask<T>(path, { headers: headers({ Accept: 'application/json' }, shown) });
}

/** Does something. */
export async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  return ask<T>(path, body === undefined ? { method, headers: headers() }
    : { method, headers: headers({ 'Content-Type': 'application/json' }), body: JSON.stringify(body) });
}

async function ask<T>(path: string, request: RequestInit): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), REQUEST_MILLIS);
  try {
    const answer = await fetch(url(path), { ...request, signal: limit.signal });
    if (!answer.ok) {
      throw new ApiError(answer.status, await problem(answer));
    }
    return (await answer.json()) as T;
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, 'the controller does not answer');
  } finally {
    clearTimeout(timer);
  }
}

/** The detail of a problem document, or the status where there is none. */
export async function problem(answer: Response): Promise<string> {
  try {
    const document = (await answer.json()) as { detail?: string; title?: string };
    return document.detail ?? document.title ?? `the controller answered ${answer.status}`;
  } catch {
    return `the controller answered ${answer.status}`;
  }
}

/** A path whose parts may be any text. */
export function resource(...parts: string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}
