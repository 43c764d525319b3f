import { expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceStop } from '#contract/entities/asset/stops/device-stop.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { entities } from '#contract/registry.ts'
import { fullName, recordName } from '#src/kit/record/record-name.ts'

const order = { id: '1', orderNo: 'WX-2026-000001', deviceId: '2', deviceName: '输液泵', faultDescription: '屏幕不亮\n下午发现' } as never

test('a record is called as people call it, with its number beside', () => {
  expect(recordName(repairOrder, order, 'zh')).toEqual({ name: '输液泵 · 屏幕不亮', number: 'WX-2026-000001' })
  expect(fullName(repairOrder, order, 'zh')).toBe('输液泵 · 屏幕不亮 WX-2026-000001')
  const card = { id: '2', deviceName: '输液泵', deviceCode: 'SB-2026-000007' } as never
  expect(recordName(device, card, 'zh')).toEqual({ name: '输液泵', number: 'SB-2026-000007' })
  const stop = { id: '3', stopNo: 'TY-2026-000001', deviceName: '输液泵', stopKind: Object.keys(deviceStop.fields.stopKind.of)[0] } as never
  expect(recordName(deviceStop, stop, 'en').name).toMatch(/^输液泵 · [A-Z]/)
})

test('an empty record is called by its number, and a long text is cut', () => {
  expect(recordName(repairOrder, { id: '1', orderNo: 'WX-2026-000001' } as never, 'zh').name).toBe('WX-2026-000001')
  const told = recordName(repairOrder, { id: '1', deviceName: '泵', faultDescription: '坏'.repeat(90) } as never, 'zh').name
  expect(told).toBe(`泵 · ${'坏'.repeat(40)}…`)
})

test('no record is headed by a number alone', () => {
  const numbered = entities.filter(({ path, title, fields, called }) => path && fields[title]!.kind === 'numbering' && !called)
  expect(numbered.map(({ name }) => name)).toEqual([])
  for (const { fields, called = [] } of entities) expect(called.filter((name) => !fields[name])).toEqual([])
})
