import assert from 'node:assert/strict';
import { test } from 'node:test';
import { href, parse } from '../../main/web/route';
import { EventParser } from '../../main/web/sse';

const TEXT = 'retry: 1000\n\nevent: snapshot\nid: s-1\ndata: {"a":1}\n\n: a comment\nevent: alive\nid: s-2\ndata: {\ndata: }\n\ndata: plain\n\n';

test('messages come out of text in pieces of any size', () => {
  const expected = new EventParser().push(TEXT);
  assert.deepEqual(expected, [
    { event: 'snapshot', data: '{"a":1}', id: 's-1' },
    { event: 'alive', data: '{\n}', id: 's-2' },
    { event: 'message', data: 'plain', id: 's-2' },
  ]);
  for (let size = 1; size < 20; size++) {
    const parser = new EventParser();
    const found = [];
    for (let i = 0; i < TEXT.length; i += size) {
      found.push(...parser.push(TEXT.slice(i, i + size)));
    }
    assert.deepEqual(found, expected);
  }
});

test('half a message is none yet', () => assert.deepEqual(new EventParser().push('event: change\ndata: {}\n'), []));

test('addresses say the view and what is selected', () => {
  for (const route of [
    { view: 'overview', selected: null },
    { view: 'links', selected: { kind: 'link', id: 'NY:LA' } },
    { view: 'shuffles', selected: { kind: 'shuffle', id: 'a b/c?d&e=f' } },
  ] as const) {
    assert.deepEqual(parse(href(route.view, route.selected)), route);
  }
  assert.deepEqual(parse('#/nowhere?thing=1'), { view: 'overview', selected: null });
  assert.deepEqual(parse(''), { view: 'overview', selected: null });
});
