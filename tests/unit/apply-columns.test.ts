import { expect, test } from 'vitest'
import { columnsOfKind } from '#contract/entities/custody/apply-columns.ts'
import { applyKinds, holdingKinds } from '#contract/entities/custody/apply-kinds.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { eventTypes } from '#contract/entities/custody/event-types.ts'
import { applyOfKind } from '#src/features/custody/kind-view.ts'
import { daysOverdue } from '#src/features/custody/overdue.ts'

test('each kind of hand-over has its own columns, and any other kind none [ASSET-APPLY-KINDS]', () => {
  for (const kind of Object.keys(applyKinds)) expect(columnsOfKind(kind) !== undefined).toBe(holdingKinds.some((one) => one === kind))
  expect(columnsOfKind('anything')).toBeUndefined()
})

test('the columns name title, device, places, applicant, progress and remark [ASSET-APPLY-COL-1] [ASSET-APPLY-COL-2] [ASSET-APPLY-COL-3] [ASSET-APPLY-COL-4] [ASSET-APPLY-COL-5] [ASSET-APPLY-COL-6] [ASSET-APPLY-COL-7] [ASSET-APPLY-COL-8] [ASSET-APPLY-COL-9] [ASSET-APPLY-COL-10] [ASSET-APPLY-COL-11] [ASSET-APPLY-COL-12] [ASSET-APPLY-COL-13]', () => {
  const names = [
    'applyTitle',
    'deviceName',
    'rfidCode',
    'deviceSpecs',
    'useDeptName',
    'oldUseDeptName',
    'useLocationName',
    'oldUseLocationName',
  ]
  const others = ['createUserName', 'createTime', 'approvalNode', 'statusValue', 'remark']
  for (const kind of ['receive', 'borrow', 'allot', 'regain'])
    expect(columnsOfKind(kind)).toEqual(expect.arrayContaining([...names, ...others]))
})

test('a loan also says when [ASSET-APPLY-COL-14] [ASSET-APPLY-COL-15] [ASSET-APPLY-COL-16]', () => {
  expect(columnsOfKind('borrow')).toEqual(expect.arrayContaining(['borrowTime', 'returnTime', 'actualReturnTime']))
})

test('every column is a field that the list can show', () => {
  for (const kind of holdingKinds)
    for (const name of applyOfKind(kind).columns ?? []) expect(name === 'createTime' || name in deviceApply.fields).toBe(true)
})

test('the columns that a hospital configures come before the set of the kind', () => {
  const of = applyOfKind('borrow', ['applyTitle', 'reason'])
  expect(of.columns).toEqual(['applyTitle', 'reason'])
  expect([of.fields.reason!.list, of.fields.borrowTime!.list]).toEqual([true, false])
  expect(applyOfKind('borrow', []).columns).toEqual(applyOfKind('borrow').columns)
})

test('the kinds have the names of the field [ASSET-APPLY-LABEL-1] [ASSET-APPLY-LABEL-2] [ASSET-APPLY-LABEL-3] [ASSET-CAP-5]', () => {
  expect(applyKinds).toMatchObject({ receive: { zh: '领用' }, allot: { zh: '调拨' }, regain: { zh: '退库' }, borrow: { zh: '借用' } })
  expect(Object.keys(applyKinds)).toHaveLength(11)
})

test('days overdue are begun days after the due time of a device that is out', () => {
  const now = Date.parse('2026-03-04T12:00:00Z')
  const due = (returnTime: string, more = {}) => daysOverdue({ status: 'received', eventType: 'borrow', returnTime, ...more }, now)
  expect([due('2026-03-04T12:00:00Z'), due('2026-03-04T11:59:00Z'), due('2026-03-02T12:00:00Z')]).toEqual([0, 1, 2])
  expect([due('2026-03-01T00:00:00Z', { status: 'returned' }), due('2026-03-01T00:00:00Z', { eventType: 'receive' })]).toEqual([0, 0])
})

test('there are nine event types, each with the kind of application behind it [ASSET-ENT-EVT]', () => {
  expect(Object.keys(eventTypes).sort()).toEqual([
    'borrow',
    'check',
    'in',
    'maintain',
    'measure',
    'purchase',
    'repair',
    'scrap',
    'transfer',
  ])
  expect(Object.entries(eventTypes).filter(([name, kind]) => name !== kind)).toEqual([
    ['scrap', 'disposal'],
    ['transfer', 'allot'],
  ])
  for (const kind of Object.values(eventTypes)) expect(applyKinds).toHaveProperty(kind)
})
