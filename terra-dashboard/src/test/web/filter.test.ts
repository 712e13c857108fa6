import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile, FilterError, quantity, type Fields } from '../../main/web/filter';

interface Row {
  id: string;
  state: string;
  use: number;
  left: number;
  measured: number | null;
}

const FIELDS: Fields<Row> = {
  id: (row) => row.id,
  state: (row) => row.state,
  use: (row) => row.use,
  left: (row) => row.left,
  measured: (row) => row.measured,
};

const ROWS: Row[] = [
  { id: 'NY:LA', state: 'up', use: 0.95, left: 20e9, measured: 625e6 },
  { id: 'LA:NY', state: 'down', use: 0, left: 5e9, measured: null },
  { id: 'NY:BA', state: 'degraded', use: 0.5, left: 0, measured: 125e6 },
];

function ids(text: string): string {
  return ROWS.filter(compile(text, FIELDS)).map((row) => row.id).join(' ');
}

test('an empty expression asks for all rows', () => assert.equal(ids('  '), 'NY:LA LA:NY NY:BA'));
test('a number is compared as a number', () => assert.equal(ids('use > 0.9'), 'NY:LA'));
test('a share may be in per cent', () => assert.equal(ids('use >= 50%'), 'NY:LA NY:BA'));
test('a word is compared without case', () => assert.equal(ids('state = DOWN'), 'LA:NY'));
test('a size may have a unit, apart or not', () => {
  assert.equal(ids('left > 10 GB'), 'NY:LA');
  assert.equal(ids('left>=5GB'), 'NY:LA LA:NY');
});
test('a rate may be in bits', () => assert.equal(ids('measured < 2 Gbit/s'), 'NY:BA'));
test('what is not known is neither more nor less', () => {
  assert.equal(ids('measured > 0'), 'NY:LA NY:BA');
  assert.equal(ids('measured = none'), 'LA:NY');
  assert.equal(ids('measured != none'), 'NY:LA NY:BA');
});
test('and binds more than or', () => {
  assert.equal(ids('state = up or state = down and use > 0.5'), 'NY:LA');
  assert.equal(ids('(state = up or state = down) and use < 0.5'), 'LA:NY');
});
test('not', () => assert.equal(ids('not state = up and not use = 0'), 'NY:BA'));
test('contains', () => assert.equal(ids('id ~ ba'), 'NY:BA'));
test('a word alone is looked for in all fields', () => assert.equal(ids('degr'), 'NY:BA'));
test('the id of a link is one word', () => {
  assert.equal(ids('id = NY:LA'), 'NY:LA');
  assert.equal(ids('NY:BA or use > 0.9'), 'NY:LA NY:BA');
});
test('quotes keep words together', () => assert.equal(ids('"and"'), ''));

test('errors say what is wrong and where', () => {
  const wrong = (text: string, message: RegExp, at: number) => assert.throws(() => compile(text, FIELDS), (error: unknown) => {
    assert.ok(error instanceof FilterError);
    assert.match(error.message, message);
    assert.equal(error.at, at);
    return true;
  });
  wrong('speed > 3', /no field "speed"; there are id, state, use, left, measured/, 0);
  wrong('use >', /expected a value after ">"/, 5);
  wrong('(use > 1', /a "\)" is missing/, 8);
  wrong('state = up down', /expected "and" or "or" before "down"/, 11);
  wrong('= 3', /expected a field/, 0);
  wrong('use > "', /not understood/, 5);
});

test('what is no number is no number, not a word', () => {
  assert.equal(ids('use > high'), '');
  assert.equal(ids('use != high'), 'NY:LA LA:NY NY:BA');
});
test('names that every object has are no fields', () => {
  for (const name of ['constructor', '__proto__', 'hasOwnProperty', 'toString']) {
    assert.throws(() => compile(`${name} = 1`, FIELDS), FilterError);
  }
  assert.throws(() => compile('use > 10 constructor', FIELDS), FilterError);
  assert.ok(Number.isNaN(quantity('3constructor')));
});
test('what is pasted by mistake is refused in words', () => {
  for (const text of ['('.repeat(100_000), 'not '.repeat(100_000), `${'('.repeat(60)}use > 1${')'.repeat(60)}`]) {
    assert.throws(() => compile(text, FIELDS), /too many brackets/);
  }
  assert.equal(ids(`${'('.repeat(20)}use > 0.9${')'.repeat(20)}`), 'NY:LA');
  assert.equal(ids(Array(300).fill('use > 0.9').join(' or ')), 'NY:LA');
});

test('quantities', () => {
  assert.equal(quantity('5 Gbit/s'), 625e6);
  assert.equal(quantity('2min'), 120);
  assert.equal(quantity('1e3'), 1000);
  assert.ok(Number.isNaN(quantity('3 apples')));
});
