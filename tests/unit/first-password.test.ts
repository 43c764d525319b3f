import { describe, expect, test } from 'vitest'
import { weakness } from '#server/runtime/first-password.ts'

describe('the first password', () => {
  test.each(['admin', 'ADMIN', 'adminadmin', '1234567890', 'aaaaaaaaaaaa', 'wardkeeper'])('%s is refused as well known', (password) => {
    expect(weakness(password)).toBe('is one everybody tries first')
  })
  test('short ones are refused, counted in characters', () => {
    expect(weakness('abc-def-9')).toBe('must have at least 10 characters')
    expect(weakness('医院设备医院')).toBe('must have at least 10 characters')
  })
  test('a long one with different characters is accepted', () => {
    expect(weakness('Right-Horse-7')).toBeUndefined()
    expect(weakness('深圳人民医院设备科的钥匙')).toBeUndefined()
  })
})
