import { expect, test } from 'vitest'
import { ownAddress } from '#src/data/own-address.ts'

test.each(['/', '/eam/device?a=1#x', '/m/c/abc', '/login?from=//evil.example', '/a//b', '/盘点'])(
  '%s is an address of this site',
  (address) => {
    expect(decodeURI(ownAddress(address, 'elsewhere'))).toBe(address)
  },
)

test.each([
  '//evil.example/x',
  '/\\evil.example/x',
  '\\\\evil.example',
  '///evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  '//',
  '',
])('%j leads away, so the other address is taken', (address) => {
  expect(ownAddress(address)).toBe('/')
  expect(new URL(ownAddress(address), 'https://here.example').origin).toBe('https://here.example')
})
