import { expect, test } from 'vitest'
import { dept } from '#contract/entities/identity/dept.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import { rowNames } from '#src/kit/list/columns/row-names.ts'

test('rows of one title are told apart by the word of a choice, not by its key', () => {
  const rows = [
    { id: '1', version: 1, deptName: '内科', category: 'clinical', categoryValue: '临床' },
    { id: '2', version: 1, deptName: '内科', category: 'warehouse', categoryValue: '库房' },
    { id: '3', version: 1, deptName: '外科', category: 'clinical', categoryValue: '临床' },
  ]
  expect(rows.map(rowNames(viewOf(dept), rows))).toEqual(['内科 临床', '内科 库房', '外科'])
})
