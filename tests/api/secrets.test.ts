import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { asWholeOwner } from '#server/backup/tables.ts'
import { takeBackup } from '#server/backup/take.ts'
import { withClient } from '#server/db/cluster/embedded.ts'
import { writeAs } from '#server/db/pool.ts'
import { keepSecret, keyOf, newKey, type SecretKeys, takeSecret } from '#server/kit/access/secrets.ts'
import { reseal } from '#server/reseal.ts'
import { secretKeysOf } from '#server/secret-keys.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const [key, next] = [newKey(), newKey()]
const ringOf = (...texts: string[]): SecretKeys => ({ current: () => texts.map((text) => keyOf(text)!) })
const ring = ringOf(key)

const app = await appForFile({ env: { SECRETS_KEY: key } })

const keep = (rowId: string, text: string, tenant = home.tenant) =>
  writeAs(app.pool, tenant, async (tx) => keepSecret(tx, ring, { purpose: 'test', rowId }, text))
const take = (rowId: string, keys = ring, tenant = home.tenant) =>
  writeAs(app.pool, tenant, (tx) => takeSecret(tx, keys, { purpose: 'test', rowId }))

test('a secret is kept, taken once, and not there for the neighbour', async () => {
  await keep('a', 'the word')
  expect(await take('a', ring, other.tenant)).toBeUndefined()
  expect(await take('a')).toBe('the word')
  expect(await take('a')).toBeUndefined()
})

test('a ciphertext that was moved to another row or tenant does not open', async () => {
  await keep('b', 'of b')
  await app.sql(`update secret set row_id = 'c' where row_id = 'b'`)
  await expect(take('c')).rejects.toThrow(/changed or belongs elsewhere/)
  await app.sql(`update secret set row_id = 'b', tenant_id = $1 where row_id = 'c'`, [other.tenant])
  await expect(take('b', ring, other.tenant)).rejects.toThrow(/changed or belongs elsewhere/)
  await app.sql('delete from secret')
})

test('a rotation seals everything with the first key, in every tenant; what another key sealed stays and is told', async () => {
  await keep('d', 'of d')
  await keep('e', 'of e', other.tenant)
  const rotate = (...texts: string[]) =>
    withClient(app.database.ownerUrl, (client) =>
      asWholeOwner(client, [{ name: 'secret', columns: [] }], () => reseal(client, ringOf(...texts).current())),
    )
  expect(await rotate(next)).toEqual({ done: 0, left: [keyOf(key)!.id] })
  expect(await rotate(next, key)).toEqual({ done: 2, left: [] })
  expect(await rotate(next, key)).toEqual({ done: 0, left: [] })
  expect(await app.sql('select distinct key_id from secret')).toEqual([{ key_id: keyOf(next)!.id }])
  await expect(take('d')).rejects.toMatchObject({ code: 'rule' })
  expect(await take('d', ringOf(next))).toBe('of d')
  expect(await take('e', ringOf(next), other.tenant)).toBe('of e')
})

test('a backup holds the ciphertext and the name of its key, neither the text nor the key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wardkeeper-secrets-'))
  try {
    secretKeysOf({ SECRETS_KEY: undefined, DATA_DIR: app.dataDir }).current()
    await keep('f', 'plain-text-of-f')
    const manifest = await takeBackup(app.database.ownerUrl, app.dataDir, join(folder, 'kept'))
    expect(manifest.secretKeys).toEqual([keyOf(key)!.id])
    const files = (await readdir(join(folder, 'kept'), { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
    expect(files.map(({ name }) => name)).not.toContain('secrets.key')
    const fileKey = (await readFile(join(app.dataDir, 'secrets.key'), 'utf8')).trim()
    for (const { parentPath, name } of files) {
      const bytes = await readFile(join(parentPath, name))
      const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')
      for (const secret of ['plain-text-of-f', key, fileKey, Buffer.from(key, 'base64').toString('hex')])
        expect([name, text.includes(secret)]).toEqual([name, false])
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('no call lists or exports what is sealed', async () => {
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Record<string, unknown> }
  expect(JSON.stringify(document)).not.toMatch(/"sealed":|key_id|secrets\.key/)
})
