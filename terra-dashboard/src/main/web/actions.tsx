import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, get, send } from './api';
import { clock, millis } from './format';
import { Card, State, Target } from './parts';
import { usePoll } from './poll';
import { useApp } from './state';
import type { Action, Page, WhoAmI } from './types';

const POLL_MILLIS = 2000;

/** Something that an operator may have the controller do. */
export interface Act {
  /** What it is called, as a verb. */
  title: string;
  /** What it is done to, as it is named in what asks for a confirmation. */
  object: string;
  /** What will happen, and what will not. */
  says: string;
  method: 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** What is sent besides the reason. */
  body?: Record<string, unknown>;
  /** Numbers that are asked for; those left empty are not sent. */
  fields?: Field[];
}

/** A number that is asked for. */
export interface Field {
  name: string;
  label: string;
  min: number;
  max: number;
}

/** What may be done with what is looked at: with a confirmation, and only by somebody whom the controller takes for an administrator. */
export function Acts({ acts }: { acts: Act[] }): JSX.Element {
  const { who, useToken } = useApp();
  const [chosen, setChosen] = useState<Act | 'token' | null>(null);
  const [done, setDone] = useState<Action | null>(null);
  const admin = who?.role === 'admin';
  const close = () => setChosen(null);
  return (
    <div class="acts">
      {admin ? acts.map((act) => <button key={act.title} class="act" aria-label={named(act)} onClick={() => setChosen(act)}>{act.title}</button>)
        : <p class="note">You may look, not act. <button class="act" onClick={() => setChosen('token')}>Show an admin token</button></p>}
      {done !== null && <p role="status"><State state="ok">{said(done)}</State></p>}
      {chosen === 'token' && <TokenDialog close={close} use={useToken} />}
      {chosen !== null && chosen !== 'token' && <ActDialog act={chosen} close={close} done={(action) => {
        setDone(action);
        close();
      }} />}
    </div>
  );
}

/** An act and what it is done to. */
function named(act: Act): string {
  return `${act.title} ${act.object}`.replace(' :', ':');
}

function said(action: Action): string {
  const epoch = action.tookMillis === null ? '' : ` Agents were told the schedule that follows after ${millis(action.tookMillis)}.`;
  return `Done: ${action.kind} ${action.target}.${epoch}`;
}

/** A button in a row, for one act. */
export function RowAct({ act }: { act: Act }): JSX.Element | null {
  const { who } = useApp();
  const [open, setOpen] = useState(false);
  if (who?.role !== 'admin') {
    return null;
  }
  const close = () => setOpen(false);
  return <><button class="act" aria-label={named(act)} onClick={() => setOpen(true)}>{act.title}</button>{open && <ActDialog act={act} close={close} done={close} />}</>;
}

/** What is left of a form's numbers: the filled ones; or what is wrong. */
export function numbers(fields: Field[], typed: Record<string, string>): { body: Record<string, number>; problem: string | null } {
  const body: Record<string, number> = {};
  for (const field of fields) {
    const text = (typed[field.name] ?? '').trim();
    const value = Number(text);
    if (text !== '' && !(value >= field.min && value <= field.max)) {
      return { body, problem: `${field.label.split(':')[0]}: expected ${field.min} to ${field.max}, got ${text}` };
    }
    if (text !== '') {
      body[field.name] = value;
    }
  }
  return { body, problem: fields.length > 0 && Object.keys(body).length === 0 ? 'Fill in one of them.' : null };
}

function ActDialog({ act, close, done }: { act: Act; close: () => void; done: (action: Action) => void }): JSX.Element {
  const { askWho } = useApp();
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fields = act.fields ?? [];
  const carryOut = async () => {
    const filled = numbers(fields, typed);
    if (filled.problem !== null) {
      setProblem(filled.problem);
      return;
    }
    setBusy(true);
    try {
      const reason = (typed['reason'] ?? '').trim();
      done(await send<Action>(act.method, act.path, act.method === 'DELETE' ? undefined : { ...act.body, ...filled.body, ...(reason === '' ? {} : { reason }) }));
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
      setBusy(false);
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
        askWho();
      }
    }
  };
  const set = (name: string) => (e: { currentTarget: HTMLInputElement }) => setTyped({ ...typed, [name]: e.currentTarget.value });
  return (
    <Dialog title={`${named(act)}?`} close={close} submit={carryOut} confirm={named(act)} busy={busy} problem={problem}>
      <p>{act.says}</p>
      {fields.map((field) => (
        <label key={field.name}>{field.label}<input name={field.name} inputMode="decimal" value={typed[field.name] ?? ''} autocomplete="off" onInput={set(field.name)} /></label>
      ))}
      {act.method !== 'DELETE' && <label>Why, for the record (may be empty)<input name="reason" value={typed['reason'] ?? ''} maxLength={500} autocomplete="off" onInput={set('reason')} /></label>}
    </Dialog>
  );
}

function TokenDialog({ close, use }: { close: () => void; use: (token: string) => void }): JSX.Element {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const check = async () => {
    const token = text.trim().split(/\s+/).pop() ?? '';
    try {
      const who = await get<WhoAmI>('/whoami', token);
      if (who.role === 'admin') {
        use(token);
        close();
      } else {
        setProblem(who.role === 'read' ? 'This token may look, not act.' : 'The controller does not know this token.');
      }
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
    }
  };
  return (
    <Dialog title="Show an admin token" close={close} submit={check} confirm="Show it" busy={text.trim() === ''} problem={problem}>
      <p>It is in the file that <code>http.tokens</code> names; without one, in <code>~/.terra/admin-token</code> of the controller’s user. It is kept in this tab only.</p>
      <label>Token<input type="password" value={text} autocomplete="off" onInput={(e) => setText(e.currentTarget.value)} /></label>
    </Dialog>
  );
}

interface DialogProps {
  title: string;
  close: () => void;
  submit: () => Promise<void>;
  confirm: string;
  busy: boolean;
  problem: string | null;
  children: JSX.Element | (JSX.Element | JSX.Element[] | false)[];
}

/** A question before the page: the keyboard stays in it, Escape leaves it. */
function Dialog({ title, close, submit, confirm, busy, problem, children }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title" onClose={close} onKeyDown={(e) => e.stopPropagation()}>
      <form onSubmit={(e) => {
        e.preventDefault();
        void submit();
      }}>
        <h2 id="dialog-title">{title}</h2>
        {children}
        {problem !== null && <p class="wrong" role="alert">{problem}</p>}
        <p class="buttons"><button type="button" class="act" onClick={close}>Leave it</button><button class="action" disabled={busy}>{confirm}</button></p>
      </form>
    </dialog>
  );
}

/** As many as a person reads. */
const ENDED_SHOWN = 20;

/** What operators have changed: what still holds, each with a way back, and what does not any more. */
export function ActionsCard(): JSX.Element {
  const { data, problem } = usePoll<Page<Action>>('/actions?limit=100', POLL_MILLIS);
  const inForce = data?.items.filter((action) => action.inForce) ?? [];
  const ended = data?.items.filter((action) => !action.inForce).slice(0, ENDED_SHOWN) ?? [];
  return (
    <>
      <Card title="Operators’ actions in force" note="they hold as long as the controller lives">
        {inForce.length === 0 ? <p class="empty">{problem ?? (data === null ? 'Asking …' : 'None: everything is as the configuration says.')}</p> : (
          <ul class="plain-list">{inForce.map((action) => (
            <li key={action.id}><Said action={action} />
              {action.undo !== null && <RowAct act={{ title: 'Take back', object: `${action.kind} ${action.target}`, says: `Takes back ${action.kind} ${action.target}, which ${action.by} did at ${clock(action.at)}.`, method: 'DELETE', path: `/actions/${action.id}` }} />}</li>
          ))}</ul>
        )}
      </Card>
      {ended.length > 0 && <Card title="Operators’ actions that have ended" note="taken back, or done once">
        <ul class="plain-list">{ended.map((action) => <li key={action.id}><Said action={action} /><State state="ended" /></li>)}</ul>
      </Card>}
    </>
  );
}

function Said({ action }: { action: Action }): JSX.Element {
  return <><span class="when">{clock(action.at)}</span><span>{action.kind} <Target name={action.target} /><span class="note"> by {action.by}{action.reason === null ? '' : `: ${action.reason}`}</span></span></>;
}
