import { expect, test } from 'vitest'
import { passkeySite } from '#server/features/identity/factors/passkey-site.ts'

test('passkeys are offered at a host name over HTTPS and on this machine, never at an address without a name', () => {
  const at = (url?: string) => passkeySite(url)?.rpId
  expect(passkeySite('https://ward.example.org:8443/')).toEqual({ origin: 'https://ward.example.org:8443', rpId: 'ward.example.org' })
  expect(at('http://localhost:3000')).toBe('localhost')
  for (const url of [
    undefined,
    'http://ward.example.org',
    'https://192.168.1.20',
    'http://127.0.0.1:3000',
    'https://[fd00::1]',
    'https://2130706433',
  ])
    expect(at(url), url).toBeUndefined()
})
