import { expect, test } from 'vitest'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { deviceIndexOf } from '#src/features/asset/public/device-index.ts'
import { isOwnCode, onPlate } from '#src/features/asset/public/plate.ts'

const card = (id: string, sn: string | null): PhoneDevice => ({
  id,
  version: 1,
  deviceName: '监护仪',
  deviceCode: `ZC-${id}`,
  deviceModel: null,
  manufacturer: null,
  assetsCode: null,
  assetTagNo: null,
  rfidCode: 'E2801160',
  qrToken: null,
  sn,
  useDeptId: null,
  useDeptName: null,
  locationId: null,
  locationName: null,
  eamStatus: 'in_use',
  keeperId: null,
  keeperName: null,
})
const index = deviceIndexOf([card('1', 'SN-7'), card('2', 'SN-8'), card('3', 'SN-8'), card('4', null)])

test('a plate finds the card of its serial number, with any other content of the code', () => {
  expect(onPlate(index, '010950600013437617271231\u001d21SN-7')?.id).toBe('1')
  expect(onPlate(index, '(01)09506000134376(17)271231(21)SN-7')?.id).toBe('1')
})

test('a serial number that two cards carry, one that none carries, a damaged code and a plain one find nothing', () => {
  expect(onPlate(index, '(01)09506000134376(21)SN-8')).toBeUndefined()
  expect(onPlate(index, '(01)09506000134376(21)SN-9')).toBeUndefined()
  expect(onPlate(index, '(01)09506000134377(21)SN-7')).toBeUndefined()
  expect(onPlate(index, 'SN-7')).toBeUndefined()
})

test('of two devices with the same serial number the one with the device identifier of the code is meant', () => {
  const twins = deviceIndexOf([
    { ...card('1', 'SN-7'), udiDi: '09506000134376' },
    { ...card('2', 'SN-7'), udiDi: '9506000134352' },
    { ...card('3', 'SN-9'), udiDi: '09506000134376' },
  ])
  expect(onPlate(twins, '(01)09506000134352(21)SN-7')?.id).toBe('2')
  expect(onPlate(twins, '010950600013437621SN-7')?.id).toBe('1')
  expect(onPlate(twins, '(01)09506000134352(21)SN-9')).toBeUndefined()
})

test('labels, tags and numbers are codes of the card for the server too, plates are not', () => {
  expect(isOwnCode(card('1', 'SN-7'), 'zc-1')).toBe(true)
  expect(isOwnCode(card('1', 'SN-7'), 'e2801160')).toBe(true)
  expect(isOwnCode(card('1', 'SN-7'), 'SN-7')).toBe(false)
})
