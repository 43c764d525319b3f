import { describe, expect, test } from 'vitest'
import { choice, integer, link, text } from '#contract/kit/fields/field.ts'
import { changes } from '#src/kit/form/draft.ts'
import { isBlank, mergeLines, newLine, placed, problemsOfLines, sentLines } from '#src/kit/lines/line-draft.ts'

const fields = {
  user: link({ zh: '人员', en: 'Person', to: 'user' }),
  note: text({ zh: '说明', en: 'Note', required: true, max: 20 }),
  count: integer({ zh: '数量', en: 'Count', min: 1 }),
  unit: choice({ zh: '单位', en: 'Unit', initial: 'piece', of: { piece: { zh: '个', en: 'Piece' }, box: { zh: '盒', en: 'Box' } } }),
}
const saved = (id: string, note: string, count = 1) => ({ id, userId: null, userName: null, note, count, unit: 'piece' })
const base = [saved('a', '甲'), saved('b', '乙'), saved('c', '丙')]
const [a, b, c] = base as [(typeof base)[number], (typeof base)[number], (typeof base)[number]]

describe('what a draft says of lines', () => {
  test('is nothing where nothing differs, in any order where none is kept', () => {
    expect(sentLines(fields, false, base, [...base])).toBe(undefined)
    expect(sentLines(fields, false, base, [c, a, b])).toBe(undefined)
    expect(sentLines(fields, false, base, [...base, newLine(fields)])).toBe(undefined)
    expect(sentLines(fields, true, base, [c, a, b])?.lines).toEqual([{ id: 'c' }, { id: 'a' }, { id: 'b' }])
  })

  test('is ids with what changed, and new lines whole; old values are never sent again', () => {
    const now = [a, newLine(fields), { ...c, count: 5 }, { ...newLine(fields), note: '丁' }]
    expect(sentLines(fields, false, base, now)).toEqual({
      lines: [{ id: 'a' }, { id: 'c', count: 5 }, { note: '丁', unit: 'piece' }],
      places: [0, 2, 3],
    })
    expect(sentLines(fields, false, base, [{ ...a, note: '' }, b, c])?.lines[0]).toEqual({ id: 'a', note: null })
  })

  test('problems stand where the line stands in the form', () => {
    const now = [newLine(fields), { ...newLine(fields), count: 0 }]
    expect(isBlank(now[0]!, fields)).toBe(true)
    const sent = sentLines(fields, false, [], now)!
    const found = problemsOfLines({ entity: 'x', by: 'y', as: 'lines' }, fields, { zh: '行', en: 'Lines' }, sent, now)
    expect(found.map(({ field, rule }) => [field, rule])).toEqual([
      ['lines.1.note', 'required'],
      ['lines.1.count', 'too_small'],
    ])
    expect(placed('lines', { field: 'lines.0.note' }, [3]).field).toBe('lines.3.note')
    expect(placed('lines', { field: 'lines' }, [3]).field).toBe('lines')
  })
})

describe('a draft that is kept on top of a newer row', () => {
  test('holds what others saved wherever the person changed nothing', () => {
    const theirs = [saved('a', '甲改'), saved('c', '丙', 9), saved('d', '丁')]
    const merged = mergeLines(fields, base, [{ ...a, count: 7 }, b, c], theirs)
    expect(merged.map(({ id, note, count }) => [id, note, count])).toEqual([
      ['a', '甲改', 7],
      ['c', '丙', 9],
      ['d', '丁', 1],
    ])
    expect(sentLines(fields, false, theirs, merged)?.lines).toEqual([{ id: 'a', count: 7 }, { id: 'c' }, { id: 'd' }])
  })

  test('keeps removals and changes of the person, and does not add twice what was saved though its answer was lost', () => {
    const mine = [a, { ...b, note: '乙改' }, { note: '戊', count: 2, unit: 'piece' }]
    const theirs = [a, c, saved('e', '戊', 2)]
    const merged = mergeLines(fields, base, mine, theirs)
    expect(merged.map(({ id, note }) => [id, note])).toEqual([
      ['a', '甲'],
      [undefined, '乙改'],
      ['e', '戊'],
    ])
  })
})

test('a form notices a change inside a list', () => {
  expect(changes({ parts: [{ n: 1 }] }, { parts: [{ n: 2 }] })).toEqual({ parts: [{ n: 2 }] })
  expect(changes({ parts: [{ n: 1 }] }, { parts: [{ n: 1 }] })).toEqual({})
})
