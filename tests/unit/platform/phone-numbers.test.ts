import { expect, test } from 'vitest'
import { filled } from '#server/features/notice/sms-provider.ts'
import { phonesIn, plainNumber } from '#server/features/notice/sms-send.ts'

test('one phone is one, however its number is written', () => {
  const written = ['13800138000', '+8613800138000', '008613800138000', '8613800138000', '+13800138000']
  expect(new Set(written.map(plainNumber))).toEqual(new Set(['13800138000']))
  expect(phonesIn(written.join())).toHaveLength(1)
  // A number of another country keeps its code, and a number in a city that begins like ours.
  expect(plainNumber('+85251234567')).toBe('85251234567')
  expect(plainNumber('86123456')).toBe('86123456')
})

test('a template says values that were given, and nothing of the program', () => {
  expect(filled(`\${constructor}\${toString}\${code}`, { code: '7' })).toBe('7')
})
