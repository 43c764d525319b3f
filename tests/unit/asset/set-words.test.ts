import { expect, test } from 'vitest'
import { memberTrouble, setState } from '#contract/entities/asset/sets/set-words.ts'

test('a device of a set can be used in use or in stock without a stop', () => {
  for (const eamStatus of ['in_use', 'in_stock']) expect(memberTrouble({ eamStatus, stopKinds: null })).toBeUndefined()
  expect(memberTrouble({ eamStatus: 'lent', stopKinds: [] })?.zh).toBe('借出')
  expect(memberTrouble({ eamStatus: 'missing' })?.en).toBe('Missing')
})

test('a stop is said before the state that it led to', () => {
  expect(memberTrouble({ eamStatus: 'idle', stopKinds: ['quality', 'recall'] })).toEqual({
    zh: '停用（质控、厂家召回）',
    en: 'Out of service (Quality control, Manufacturer recall)',
  })
})

test('a set says how many of its devices cannot be used', () => {
  expect(setState(0, 0).zh).toBe('没有设备')
  expect(setState(6, 0).en).toBe('Complete: 6 devices')
  expect(setState(6, 2).zh).toBe('不齐全：6 台中 2 台不可用')
})
