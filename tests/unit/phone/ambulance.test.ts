import { expect, test } from 'vitest'
import {
  enteredOf,
  expiryOf,
  linesOf,
  operationOf,
  type PhoneItem,
  type PhoneVehicle,
  shiftAt,
  vehicleOf,
  withEntered,
} from '#src/features/check/phone/ambulance-model.ts'

const item = (id: string, more: Partial<PhoneItem> = {}): PhoneItem => ({
  ...{ id, vehicleId: 'v', place: 1, itemName: `物品${id}`, quantity: 10 },
  ...more,
})

test('the lines of a check say the number that was found, and the reason of a loss alone', () => {
  const items = [item('1', { expiresOn: '2027-01-31' }), item('2', { deviceId: 'd' })]
  const findings = new Map([
    ['1', { result: 'complete' as const, quantity: 3, note: '早先填的' }],
    ['2', { result: 'loss' as const, quantity: 4, note: '抢救用掉' }],
  ])
  expect(linesOf(items, findings)).toEqual([
    { itemName: '物品1', lineResult: 'complete', standard: 10, quantity: 10, expiresOn: '2027-01-31' },
    { itemName: '物品2', deviceId: 'd', lineResult: 'loss', standard: 10, quantity: 4, note: '抢救用掉' },
  ])
})

test('a check is none while an item has not been looked at, and without items', () => {
  expect(linesOf([], new Map())).toBeUndefined()
  expect(linesOf([item('1'), item('2')], new Map([['1', { result: 'complete' }]]))).toBeUndefined()
})

test('an item is pointed out thirty days before it expires, and after', () => {
  const on = (expiresOn: string | null) => expiryOf({ expiresOn }, '2026-11-20')
  expect([on(null), on('2026-12-21'), on('2026-12-20'), on('2026-11-20'), on('2026-11-19')]).toEqual([
    ...[undefined, undefined],
    ...['soon', 'soon', 'expired'],
  ])
})

test('the shift follows the hour', () => {
  expect([0, 7, 8, 15, 16, 23].map(shiftAt)).toEqual(['night', 'night', 'day', 'day', 'evening', 'evening'])
})

test('a vehicle is found by its own code or by the label of its card', () => {
  const vehicles = [
    { id: '1', vehicleName: 'A', vehicleCode: 'JQ-A', deptId: 'x' },
    { id: '2', vehicleName: 'B', deptId: 'x', deviceId: 'card' },
  ] as PhoneVehicle[]
  expect(vehicleOf(vehicles, ' jq-a', undefined)?.id).toBe('1')
  expect(vehicleOf(vehicles, '0123456789ab', 'card')?.id).toBe('2')
  expect(vehicleOf(vehicles, 'JQ-C', undefined)).toBeUndefined()
})

test('what is entered about items is held as plain values, which a draft keeps', () => {
  const loss = { result: 'loss', quantity: 3, note: '抢救用掉' }
  const values = withEntered(withEntered({ shift: 'day', handOverTo: '王护士' }, '1', { result: 'complete' }), '2', loss)
  expect(Object.values(values).filter((value) => typeof value === 'object')).toEqual([])
  const restored = JSON.parse(JSON.stringify(values))
  expect(restored).toMatchObject({ shift: 'day', handOverTo: '王护士' })
  expect(['1', '2', '3'].map((id) => enteredOf(restored, id))).toEqual([{ result: 'complete' }, loss, {}])
  expect(enteredOf(withEntered(values, '2', { result: 'complete' }), '2')).toEqual({ result: 'complete' })
})

test('checks of a trolley are queued apart, so that a refused one holds none back', () => {
  const vehicle = { id: 'v', vehicleName: 'A', deptId: 'x' } as PhoneVehicle
  const queued = operationOf(vehicle, 'c', { shift: 'day' })
  expect(queued).toEqual({
    kind: 'ambulanceCheck.submit',
    target: { type: 'ambulanceCheck', id: 'c' },
    body: { deptId: 'x', vehicle: 'A', vehicleCardId: 'v', shift: 'day' },
  })
  expect(queued).not.toHaveProperty('lane')
})
