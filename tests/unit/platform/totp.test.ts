import { expect, test } from 'vitest'
import { base32, codeOf, otpAddress, stepAt, stepOfCode } from '#server/features/identity/factors/totp.ts'

const secret = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, for SHA-1; six digits are the last six of its eight.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i seconds the code is that of RFC 6238', (seconds, code) => {
  expect(codeOf(secret, stepAt(seconds * 1000))).toBe(code)
  expect(stepOfCode(secret, code, seconds * 1000)).toBe(stepAt(seconds * 1000))
})

test('a code of the step before and after fits, one further away and other texts do not', () => {
  const at = 1111111109_000
  const codes = [-2, -1, 0, 1, 2].map((by) => codeOf(secret, stepAt(at) + by))
  expect(codes.map((code) => stepOfCode(secret, code, at) !== undefined)).toEqual([false, true, true, true, false])
  for (const typed of ['', '12345', '1234567', 'abcdef', ' 81804']) expect(stepOfCode(secret, typed, at)).toBeUndefined()
})

test('the secret is base32 as RFC 4648 writes it, and the address is what authenticators read', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(base32(Buffer.from('foob'))).toBe('MZXW6YQ')
  const url = new URL(otpAddress(secret, '王 五', 'Wardkeeper'))
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual(['otpauth:', 'totp', '/Wardkeeper:王 五'])
  expect(url.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})
