import { expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import { select, selectApart } from '#server/kit/read/select.ts'

const view = viewOf(device)
const joinsOf = (joins: string): string[] => [...joins.matchAll(/left join (\w+)/g)].map(([, table]) => table!)

test('a card read in a session is read from one table; names are put beside it', () => {
  const { joins, named, columns } = selectApart(view)
  expect(joinsOf(joins)).toEqual([])
  expect(named.map(({ as }) => as)).toEqual(
    expect.arrayContaining(['createUserName', 'useDeptName', 'locationName', 'keeperName', 'supplierName']),
  )
  for (const { id } of named) expect(columns).toContain(`"${id}"`)
})

test('a card read in a snapshot joins every name', () => {
  const { joins, named } = select(view)
  expect(named).toEqual([])
  expect(joinsOf(joins)).toHaveLength(1 + Object.values(device.fields).filter((field) => field.kind === 'link').length)
})
