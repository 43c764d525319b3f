import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Hit, hitOfText } from '#src/kit/scan/hit.ts'
import { tagText } from '#src/kit/scan/nfc.ts'
import { BATCH_MS, ReaderBatch } from '#src/kit/scan/reader-batch.ts'
import { type KeyPress, meaning, nameOf } from '#src/kit/scan/reader-keys.ts'
import { Wedge } from '#src/kit/scan/wedge.ts'

const typed = (wedge: Wedge, keys: Iterable<string>, gapMs: number, from = 1000): number => {
  let at = from
  for (const key of keys) {
    at += gapMs
    expect(wedge.feed(key, at)).toBeUndefined()
  }
  return at
}

describe('fast keys', () => {
  test('a reader without a key at its end is understood by its silence, a person is not', () => {
    const wedge = new Wedge()
    const end = typed(wedge, 'E280110001', 35)
    expect(wedge.rest(end + 20)).toBeUndefined()
    expect(wedge.rest(end + 100)).toBe('E280110001')
    expect(wedge.rest(end + 200)).toBeUndefined()
    expect(wedge.rest(typed(wedge, 'E280110001', 36, 5000) + 100)).toBeUndefined()
    expect(wedge.rest(typed(wedge, 'ABCDE', 5, 9000) + 100)).toBeUndefined()
  })

  test('the separator is part of a code, and so are letters behind Shift', () => {
    const wedge = new Wedge()
    const end = typed(wedge, ['1', '0', 'Shift', 'A', 'Shift', 'B', '\x1d', '2', '1'], 20)
    expect(wedge.feed('Enter', end + 20)).toBe('10AB\x1d21')
  })

  test('an end that comes late belongs to a person', () => {
    const wedge = new Wedge()
    expect(wedge.feed('Enter', typed(wedge, 'E280110001', 5) + 300)).toBeUndefined()
  })
})

const press = (key: string, code = '', more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
})
const usual = { separators: ['F8', 'Ctrl+]'] }

describe('what a key means', () => {
  test('characters and ends as they are', () => {
    expect(meaning(press('a', 'KeyQ'), usual)).toBe('a')
    expect(meaning(press('Enter'), usual)).toBe('Enter')
    expect(meaning(press('Shift'), usual)).toBeUndefined()
    expect(meaning(press('c', 'KeyC', { ctrlKey: true }), usual)).toBeUndefined()
  })

  test('the keys of the separator, as they are set', () => {
    expect(meaning(press('F8'), usual)).toBe('\x1d')
    expect(meaning(press(']', 'BracketRight', { ctrlKey: true }), usual)).toBe('\x1d')
    expect(meaning(press('\x1d'), usual)).toBe('\x1d')
    expect(meaning(press('F8'), { separators: ['F9'] })).toBeUndefined()
    expect(meaning(press('~', 'Backquote', { shiftKey: true }), { separators: ['~'] })).toBe('\x1d')
    expect(nameOf(press(']', '', { ctrlKey: true }))).toBe('Ctrl+]')
  })

  test('under an input method or another alphabet the place of the key counts', () => {
    expect(meaning(press('Process', 'KeyZ', { shiftKey: true }), usual)).toBe('Z')
    expect(meaning(press('Process', 'Digit7'), usual)).toBe('7')
    expect(meaning(press('я', 'KeyZ'), usual)).toBe('z')
    expect(meaning(press('，', 'Comma'), usual)).toBe(',')
    expect(meaning(press('Process', 'Digit9', { shiftKey: true }), usual)).toBe('(')
    expect(meaning(press('Unidentified', 'Slash'), usual)).toBe('/')
    expect(meaning(press('Process', 'F4'), usual)).toBeUndefined()
  })
})

const hit = (text: string, at: number): Hit => ({ text, format: 'Text', source: 'reader', at })

describe('a bulk reader', () => {
  let reported: string[][]
  let batch: ReaderBatch
  beforeEach(() => {
    vi.useFakeTimers()
    reported = []
    batch = new ReaderBatch((hits) => void reported.push(hits.map(({ text }) => text)))
  })
  afterEach(() => {
    batch.end()
    vi.useRealTimers()
  })

  test('the first is reported at once, those of the next 100 ms together', () => {
    batch.add(hit('A', 0))
    expect(reported).toEqual([['A']])
    for (const [at, text] of ['B', 'C', 'D'].entries()) batch.add(hit(text, at))
    expect(reported).toHaveLength(1)
    vi.advanceTimersByTime(BATCH_MS)
    expect(reported).toEqual([['A'], ['B', 'C', 'D']])
    vi.advanceTimersByTime(BATCH_MS)
    batch.add(hit('E', 300))
    expect(reported.at(-1)).toEqual(['E'])
  })

  test('a tag that stays in the field is reported once, and again two seconds after it left', () => {
    for (let at = 0; at <= 3000; at += 50) batch.add(hit('A', at))
    expect(reported).toEqual([['A']])
    batch.add(hit('A', 4999))
    vi.advanceTimersByTime(BATCH_MS)
    expect(reported).toHaveLength(1)
    batch.add(hit('A', 6999))
    expect(reported).toEqual([['A'], ['A']])
  })

  test('waiting hits are reported when the page closes', () => {
    batch.add(hit('A', 0))
    batch.add(hit('B', 1))
    batch.end()
    expect(reported).toEqual([['A'], ['B']])
  })

  test('a thousand tags at once are reported in one batch after the first', () => {
    for (let tag = 0; tag < 1000; tag++) batch.add(hit(`E2${tag}`, tag / 10))
    vi.advanceTimersByTime(BATCH_MS)
    expect(reported.map((hits) => hits.length)).toEqual([1, 999])
  })
})

test('keys and tags become hits: identifier apart, spaces away, separators kept', () => {
  expect(hitOfText(']C110AB\x1d', 'reader', 5)).toEqual({ text: '10AB\x1d', format: 'Text', aim: ']C1', source: 'reader', at: 5 })
  expect(hitOfText('  ZC-1 ', 'typed', 5)).toEqual({ text: 'ZC-1', format: 'Text', source: 'typed', at: 5 })
  expect(hitOfText(' ', 'typed', 5)).toBeUndefined()
})

test('a tag says its text or address, else its number', () => {
  const data = (text: string) => new DataView(new TextEncoder().encode(text).buffer)
  expect(tagText({ serialNumber: '04:a2:1f', message: { records: [] } })).toBe('04A21F')
  const records = [
    { recordType: 'mime', data: data('x') },
    { recordType: 'text', data: data(' ') },
    { recordType: 'url', data: data('https://h/c/1') },
  ]
  expect(tagText({ serialNumber: '04:a2:1f', message: { records } })).toBe('https://h/c/1')
})
