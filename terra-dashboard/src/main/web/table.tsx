import { Component, type ComponentChildren, type JSX } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { compile, FilterError, type Fields, type Predicate, type Value } from './filter';

/** A column: what it is called, what it sorts by and what it shows. */
export interface Column<T> {
  key: string;
  title: string;
  value: (row: T) => Value;
  show?: (row: T) => ComponentChildren;
  /** Figures stand right. */
  figure?: boolean;
  /** Sentences: several words on a line, however narrow the page is. */
  words?: boolean;
}

export interface TableProps<T> {
  title: string;
  rows: T[];
  id: (row: T) => string;
  columns: Column<T>[];
  /** What filter expressions may ask for; none: there is no filter. */
  fields?: Fields<T>;
  examples?: string[];
  sort?: { key: string; descending: boolean };
  selected?: string | null;
  /** Says why there is no row. */
  empty: ComponentChildren;
  /** Changes when rows look different though they are the same objects, as those that show an age. */
  beat?: number;
}

/** More rows are drawn when they are asked for: nobody reads a thousand at once. */
const PAGE = 60;
/** What was typed into a table's filter stays while the page is open. */
const typed = new Map<string, string>();

/** A table that can be sorted and filtered, by keyboard as well. */
export function Table<T>(props: TableProps<T>): JSX.Element {
  const [sort, setSort] = useState(props.sort ?? { key: props.columns[0]!.key, descending: false });
  const [text, setText] = useState(typed.get(props.title) ?? '');
  const [shown, setShown] = useState(PAGE);
  const { predicate, problem } = useMemo(() => parse(text, props.fields), [text, props.fields]);
  const rows = sorted(props.rows.filter(predicate), props.columns.find((column) => column.key === sort.key), sort.descending);
  const change = (value: string) => {
    typed.set(props.title, value);
    setText(value);
  };
  return (
    <div class="table">
      {props.fields && <Filter title={props.title} text={text} problem={problem} fields={props.fields} examples={props.examples ?? []} onChange={change}
        result={`${rows.length.toLocaleString('en')} of ${props.rows.length.toLocaleString('en')}`} />}
      {props.rows.length === 0 ? <div class="empty">{props.empty}</div> : (
        <Scroll title={props.title}>
          <table>
            <caption class="sr">{props.title}</caption>
            <thead>
              <tr>
                {props.columns.map((column) => <Header key={column.key} column={column} sort={sort} onSort={setSort} />)}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map((row) => <Row key={props.id(row)} row={row} columns={props.columns} chosen={props.selected === props.id(row)} beat={props.beat ?? 0} />)}
            </tbody>
          </table>
          {rows.length === 0 && <div class="empty">No row matches the filter. <button class="plain" onClick={() => change('')}>Clear it</button></div>}
        </Scroll>
      )}
      {rows.length > shown && <button class="more" onClick={() => setShown(shown + PAGE * 4)}>Show more ({(rows.length - shown).toLocaleString('en')} left)</button>}
    </div>
  );
}

/** What is wider than its place: says on which side there is more, and shades that edge. */
function Scroll({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState({ left: false, right: false });
  const look = () => {
    if (box.current === null) {
      return; // an observer may speak once more after the table has gone
    }
    const { scrollLeft, scrollWidth, clientWidth } = box.current;
    const next = { left: scrollLeft > 1, right: scrollLeft + clientWidth < scrollWidth - 1 };
    setMore((before) => (before.left === next.left && before.right === next.right ? before : next));
  };
  useEffect(() => {
    const observer = new ResizeObserver(look);
    observer.observe(box.current!);
    observer.observe(box.current!.firstElementChild!);
    return () => observer.disconnect();
  }, []);
  const beside = more.left && more.right ? '← more columns →' : more.right ? 'more columns →' : more.left ? '← more columns' : '';
  return (
    <div class={`scroller${more.left ? ' more-left' : ''}${more.right ? ' more-right' : ''}`}>
      {beside !== '' && <p class="beside note" aria-hidden="true">{beside}</p>}
      <div ref={box} class="scroll" role="region" aria-label={title} tabIndex={0} onScroll={look}>{children}</div>
    </div>
  );
}

function parse<T>(text: string, fields: Fields<T> | undefined): { predicate: Predicate<T>; problem: string | null } {
  try {
    return { predicate: fields === undefined ? () => true : compile(text, fields), problem: null };
  } catch (error) {
    if (error instanceof FilterError) {
      return { predicate: () => true, problem: error.message };
    }
    throw error;
  }
}

function sorted<T>(rows: T[], column: Column<T> | undefined, descending: boolean): T[] {
  if (column === undefined) {
    return rows;
  }
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: column.value(row) }))
    .sort((a, b) => order(a.value, b.value, sign))
    .map(({ row }) => row);
}

/** Made once: a thousand rows compare ten thousand times a second. */
const COLLATOR = new Intl.Collator('en', { numeric: true });

/** What is not known comes last, in whichever order. */
function order(a: Value, b: Value, sign: number): number {
  if (a === null || b === null) {
    return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  }
  return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : COLLATOR.compare(String(a), String(b)));
}

interface Sort {
  key: string;
  descending: boolean;
}

function Header<T>({ column, sort, onSort }: { column: Column<T>; sort: Sort; onSort: (sort: Sort) => void }): JSX.Element {
  const active = sort.key === column.key;
  const next = { key: column.key, descending: active ? !sort.descending : column.figure === true };
  return (
    <th scope="col" class={column.figure ? 'figure' : ''} aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : 'none'}>
      <button class="sort" onClick={() => onSort(next)}>
        {column.title}<span class="arrow" aria-hidden="true">{active ? (sort.descending ? '▾' : '▴') : ''}</span>
      </button>
    </th>
  );
}

interface RowProps<T> {
  row: T;
  columns: Column<T>[];
  chosen: boolean;
  beat: number;
}

/** Rendered only when the row's object changes. */
class Row<T> extends Component<RowProps<T>> {
  override shouldComponentUpdate(next: RowProps<T>): boolean {
    const { props } = this;
    return next.row !== props.row || next.chosen !== props.chosen || next.columns !== props.columns || next.beat !== props.beat;
  }

  override render({ row, columns, chosen }: RowProps<T>): JSX.Element {
    return (
      <tr class={chosen ? 'chosen' : ''}>
        {columns.map((column, i) => {
          const content = column.show ? column.show(row) : String(column.value(row) ?? '–');
          return i === 0
            ? <th key={column.key} scope="row">{content}</th>
            : <td key={column.key} class={column.figure ? 'figure' : column.words && content !== '' ? 'words' : ''}>{content}</td>;
        })}
      </tr>
    );
  }
}

interface FilterProps<T> {
  title: string;
  text: string;
  problem: string | null;
  fields: Fields<T>;
  examples: string[];
  result: string;
  onChange: (text: string) => void;
}

function Filter<T>({ title, text, problem, fields, examples, result, onChange }: FilterProps<T>): JSX.Element {
  const id = useId();
  return (
    <div class="filter">
      <label class="sr" for={id}>Filter {title.toLowerCase()}</label>
      <input id={id} type="search" value={text} placeholder={`Filter: ${examples[0] ?? 'a word'}`} spellcheck={false} autocomplete="off"
        aria-invalid={problem !== null} aria-describedby={`${id}-note`} onInput={(e) => onChange(e.currentTarget.value)} />
      <p id={`${id}-note`} class={problem === null ? 'note' : 'note wrong'} role={problem === null ? undefined : 'alert'}>
        {problem ?? (text === ''
          ? <>Try {examples.map((example, i) => <span key={example}>{i > 0 && ' or '}<button class="example" onClick={() => onChange(example)}>{example}</button></span>)}. Fields: {Object.keys(fields).join(', ')}.</>
          : <>{result}</>)}
      </p>
    </div>
  );
}
