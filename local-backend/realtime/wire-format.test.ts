import { expect, test } from 'vitest'
import { decodeFrame, encodeBroadcast, encodeFrame } from './wire-format.ts'

const frame = { joinRef: '1', ref: '2', topic: 'realtime:방', event: 'x', payload: { a: 1 } }

test('frames of both versions are parsed and written', () => {
  for (const version of [1, 2] as const) {
    const text = encodeFrame(version, { ...frame, payload: '{"a":1}' })
    expect(decodeFrame(Buffer.from(text), false, version)).toEqual(frame)
  }
})

test('an invalid frame of the version is null', () => {
  const texts = [
    '',
    '{',
    'null',
    '7',
    '[]',
    '[1,2,3,4]',
    '[null,null,null,"e",{}]',
    '[null,null,"t","e",[]]',
    '{"topic":"t"}',
  ]
  for (const version of [1, 2] as const)
    for (const text of texts) expect(decodeFrame(Buffer.from(text), false, version), text).toBeNull()
  expect(decodeFrame(Buffer.from(`["1","2","${'방'.repeat(100)}","e",{}]`), false, 2)).toBeNull()
})

/** The format of a broadcast of realtime-js. */
function push(encoding: number, topic: string, event: string, body: Buffer): Buffer {
  const parts = ['1', '2', topic, event, ''].map((part) => Buffer.from(part))
  return Buffer.concat([Buffer.from([3, ...parts.map(({ length }) => length), encoding]), ...parts, body])
}

test('broadcasts as bytes are parsed; truncated ones, other kinds and broken JSON are null', () => {
  const json = push(1, 'realtime:방', '인사', Buffer.from('{"a":"👋"}'))
  expect(decodeFrame(json, true, 2)?.broadcast).toEqual({ event: '인사', content: '{"a":"👋"}' })
  const bytes = push(0, 't', 'e', Buffer.from([0, 255]))
  expect(decodeFrame(bytes, true, 2)?.broadcast).toEqual({ event: 'e', content: Buffer.from([0, 255]) })
  const wrong = [
    json.subarray(0, 12),
    Buffer.alloc(0),
    Buffer.from([4, 0, 0, 0, 0]),
    push(2, 't', 'e', Buffer.from('x')),
  ]
  for (const data of [...wrong, push(1, 't', 'e', Buffer.from('{'))])
    expect(decodeFrame(data, true, 2)).toBeNull()
  expect(decodeFrame(json, true, 1)).toBeNull()
})

test('a broadcast is written as bytes for version 2 and as an object for version 1, which has no bytes', () => {
  const written = encodeBroadcast(2, 'realtime:방', { event: '인사', content: '{"a":1}' })
  const [topic, event] = ['realtime:방', '인사'].map((text) => Buffer.from(text)) as [Buffer, Buffer]
  expect(written).toEqual(
    Buffer.concat([Buffer.from([4, topic.length, event.length, 0, 1]), topic, event, Buffer.from('{"a":1}')]),
  )
  expect(JSON.parse(String(encodeBroadcast(1, 't', { event: 'e', content: '{"a":1}' })))).toEqual({
    topic: 't',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'e', payload: { a: 1 } },
    ref: null,
    join_ref: null,
  })
  expect(encodeBroadcast(1, 't', { event: 'e', content: Buffer.from([1]) })).toBeNull()
})
