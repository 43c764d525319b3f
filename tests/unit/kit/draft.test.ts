import { expect, it } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { repairResult } from '#contract/entities/service/repair-flow.ts'
import { customField } from '#contract/entities/settings/custom-field.ts'
import { changes, plainValues, problemOf, startOf, writable } from '#src/kit/form/draft.ts'

it('a form offers no field that steps or the database write', () => {
  const names = writable(device.fields).map(([name]) => name)
  for (const name of ['deviceCode', 'qrToken', 'eamStatus', 'filingStatus', 'borrowDept']) expect(names).not.toContain(name)
  expect(names).toContain('useDept')
})

it('a new row starts with the initial choices, an old one with its values by wire name', () => {
  expect(startOf(customField.fields, undefined)).toMatchObject({ entity: 'device', fieldKind: 'text' })
  expect(startOf(device.fields, { deviceName: 'CT', useDeptId: 'd', useDeptName: 'ICU' })).toMatchObject({
    deviceName: 'CT',
    useDeptId: 'd',
  })
})

it('only what differs is sent, and what was emptied is null', () => {
  const start = { deviceName: 'CT', brand: 'GE', originalValue: '10.00', isMeasure: 0, remark: undefined }
  expect(changes(start, { deviceName: 'CT', brand: '', originalValue: '12.00', isMeasure: 0, remark: null })).toEqual({
    brand: null,
    originalValue: '12.00',
  })
})

it('a typed value is checked by the facts of its field', () => {
  expect(problemOf('deviceName', device.fields.deviceName, '')?.rule).toBe('required')
  expect(problemOf('originalValue', device.fields.originalValue, '12.345')?.rule).toBe('not_money')
  expect(problemOf('usefulLifeMonths', device.fields.usefulLifeMonths, 601)).toMatchObject({ rule: 'too_big', limit: 600 })
  expect(problemOf('usefulLifeMonths', device.fields.usefulLifeMonths, null)).toBeUndefined()
  expect(problemOf('useDept', device.fields.useDept, 'no id')?.rule).toBe('not_id')
})

it('lines picked from a list travel without the names that the form shows beside them', () => {
  const parts = [{ stockPartId: '01900000-0000-7000-8000-000000000001', stockPartName: '显示屏', quantity: 1 }]
  expect(problemOf('parts', repairResult.parts, parts)).toBeUndefined()
  expect(plainValues(repairResult, { parts, laborCost: '80' })).toEqual({
    parts: [{ stockPartId: '01900000-0000-7000-8000-000000000001', quantity: 1 }],
    laborCost: '80',
  })
  expect(problemOf('parts', repairResult.parts, [{ quantity: 0 }])).toMatchObject({ rule: 'too_small' })
})
