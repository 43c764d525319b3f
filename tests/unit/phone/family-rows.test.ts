import { expect, test, vi } from 'vitest'
import { maintaining } from '#contract/entities/maintenance/maintain-flow.ts'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { type FamilyRow, familyRows, type PhoneFamily } from '#src/kit/phone/family/phone-family.ts'
import type { PhoneStore } from '#src/kit/phone/store/phone-store.ts'

const held = [
  { id: 'o1', deviceId: 'd1', dueDate: '2026-12-02' },
  { id: 'o2', deviceId: 'd2', dueDate: '2026-11-30' },
  { id: 'o3', deviceId: 'd1', dueDate: '2026-12-01' },
]
vi.mock('#src/data/cache/read-rows.ts', () => ({ readRows: async () => held }))

const words = { zh: '无', en: 'None' }
const of = {} as PhoneStore

test('the rows of one device are chosen before the cards of the devices are read', async () => {
  const complete = vi.fn(async (_: PhoneStore, rows: readonly FamilyRow[]): Promise<FamilyRow[]> => [...rows])
  const facts = { path: '/maintenance', due: 'dueDate', lines: [], facts: [], none: words, noneHelp: words }
  const family: PhoneFamily = { of: maintainOrder, on: maintaining, ...facts, complete }
  const ids = (rows: readonly FamilyRow[]): string[] => rows.map(({ id }) => id)
  expect(ids(await familyRows(of, family, { by: 'device', id: 'd1' }))).toEqual(['o3', 'o1'])
  expect(ids(complete.mock.calls[0]![1])).toEqual(['o1', 'o3'])
  expect(ids(await familyRows(of, family))).toEqual(['o2', 'o3', 'o1'])
})
