import { expect, test } from 'vitest'
import type { Query, Rows } from '#server/db/query.ts'
import { rememberLinks } from '#server/kit/read/link-memory.ts'

const named = [{ id: 'supplierId', as: 'supplierName', of: 'supplier' }]
const page: readonly Query[] = [{ text: '', named }]

/** A memory over tenants whose suppliers are called `<tenant> <mark> <id>`; counts its reads. */
function lab(most?: number) {
  const asked: string[][] = []
  let mark = 1
  const memory = rememberLinks(async (tenantId, [, ...queries]): Promise<Rows[]> => {
    const found = queries.map((query) => query.values![1] as string[])
    asked.push(found.flat())
    return [
      { rows: [{ names: mark }], rowCount: 1 },
      ...found.map((ids) => ({
        rows: ids.filter((id) => id !== 'absent').map((id) => ({ id, name: `${tenantId} ${mark} ${id}` })),
        rowCount: 0,
      })),
    ]
  }, most)
  return {
    asked,
    memory,
    rename: () => ++mark,
    async fill(tenantId: string, ids: readonly (string | null)[], at = mark) {
      const rows = ids.map((supplierId): Record<string, unknown> => ({ supplierId }))
      await memory.fill(tenantId, at, page, [{ rows, rowCount: rows.length }])
      return rows.map((row) => row.supplierName)
    },
  }
}

test('names are read once and remembered until the mark changes', async () => {
  const { asked, fill, rename } = lab()
  expect(await fill('1', ['a', null, 'b', 'a'])).toEqual(['1 1 a', null, '1 1 b', '1 1 a'])
  expect(await fill('1', ['b', 'c'])).toEqual(['1 1 b', '1 1 c'])
  expect(asked).toEqual([['a', 'b'], ['c']])
  rename()
  expect(await fill('1', ['a', 'b'])).toEqual(['1 2 a', '1 2 b'])
  expect(asked).toHaveLength(3)
})

test('a request that saw an older mark than the memory is given no name of another one', async () => {
  const { asked, fill, rename } = lab()
  await fill('1', ['a'])
  rename()
  expect(await fill('1', ['a'], 1)).toEqual(['1 1 a'])
  expect(await fill('1', ['a'])).toEqual(['1 2 a'])
  expect(await fill('1', ['a'], 1)).toEqual(['1 2 a'])
  expect(asked).toEqual([['a'], ['a'], ['a']])
})

test('what is not found is asked for again, and one tenant never sees the names of another', async () => {
  const { asked, fill } = lab()
  expect(await fill('1', ['absent'])).toEqual([null])
  expect(await fill('1', ['absent'])).toEqual([null])
  expect(await fill('1', ['a'])).toEqual(['1 1 a'])
  expect(await fill('2', ['a'])).toEqual(['2 1 a'])
  expect(asked).toEqual([['absent'], ['absent'], ['a'], ['a']])
})

test('the memory keeps within its bytes and holds what was used lately', async () => {
  const { asked, fill, memory } = lab(20_000)
  const often = ['x', 'y']
  for (let round = 0; round < 300; round++) {
    await fill('1', [...often, `a${round}`])
    await fill(`t${round}`, ['a'])
    expect(memory.bytes()).toBeLessThanOrEqual(20_000)
  }
  expect(asked.flat().filter((id) => often.includes(id))).toEqual(often)
})
