import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seal } from '#server/kit/access/secrets.ts'
import { keyFile, presentKeys } from '#server/secret-keys.ts'
import { asOwner, type Clone, makeClone } from './clone.ts'
import { fillDemo } from './demo-data.ts'

let clone: Clone
let data: string
beforeAll(async () => {
  clone = await makeClone()
  data = join(clone.folder, '.data')
  await fillDemo(clone, data)
})
afterAll(() => clone.remove())

const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [`scripts/${script}.mjs`, ...args], {
    cwd: clone.folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '' },
  })

const operate = (...args: string[]) => run('backup', ...args)

test('two commands: a backup beside the running program, a restore into an empty folder, files included', async () => {
  const program = await clone.start({ DEMO: 'on', ADMIN_PASSWORD: '' })
  await program.url
  await mkdir(join(data, 'files', '100001', 'ab'), { recursive: true })
  await writeFile(join(data, 'files', '100001', 'ab', 'abc'), 'a picture')
  const [key] = presentKeys({ SECRETS_KEY: undefined, DATA_DIR: data })
  expect((await stat(keyFile(data))).mode & 0o777).toBe(0o600)
  const { keyId, sealed } = seal([key!], { tenantId: '100001', purpose: 'test', rowId: 'a' }, 'a word of others')
  await asOwner(
    data,
    `select set_config('app.tenant', '100001', false); insert into secret (tenant_id, purpose, row_id, key_id, sealed) values ('100001', 'test', 'a', '${keyId}', decode('${sealed.toString('hex')}', 'hex'))`,
  )
  const { rows: before } = { rows: await asOwner(data, `select count(*) as n from schema_migration`) }

  const taken = operate('backup', 'kept')
  expect([taken.status, taken.stderr]).toEqual([0, ''])
  expect(taken.stdout).toContain(join(clone.folder, 'kept'))
  expect(operate('restore', 'kept').stderr).toMatch(/already runs at/)
  expect(await program.end('SIGTERM')).toBe(0)
  expect(operate('restore', 'kept').stderr).toMatch(/There is a database in .* already/)

  await rename(data, `${data}-lost`)
  const back = operate('restore', 'kept')
  expect([back.status, back.stderr]).toEqual([0, ''])
  // The key is no part of the backup, and the restore says what that means.
  expect(existsSync(keyFile(join(clone.folder, 'kept')))).toBe(false)
  expect(back.stdout).toContain(`Missing keys: the secrets of this backup are sealed with ${keyId}`)
  const lost = run('secrets', 'rotate')
  expect([lost.status, lost.stderr]).toEqual([1, expect.stringContaining(keyId)])
  await appendFile(keyFile(data), await readFile(keyFile(`${data}-lost`)))
  expect(run('secrets', 'rotate').stdout).toContain('Rotated: 1 secrets')
  expect(run('secrets', 'rotate').stdout).toContain('Rotated: 1 secrets')
  expect(await readFile(join(data, 'files', '100001', 'ab', 'abc'), 'utf8')).toBe('a picture')
  const again = await clone.start({ DEMO: 'on', ADMIN_PASSWORD: '' })
  const token = await fetch(
    `${await again.url}/api/osm/auth/oauth/token?tenantId=000000&username=admin&grant_type=password&scope=all&type=account&password=8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918`,
    { method: 'POST', headers: { Authorization: `Basic ${btoa('web:web_secret')}` } },
  )
  expect(token.status).toBe(200)
  expect(await asOwner(data, `select count(*) as n from schema_migration`)).toEqual(before)
  expect(await again.end('SIGTERM')).toBe(0)
  expect(existsSync(join(clone.folder, 'kept', 'manifest.json'))).toBe(true)
})

test('a damaged backup leaves nothing behind', async () => {
  await rename(data, `${data}-second`)
  await writeFile(join(clone.folder, 'kept', 'tables', 'device.copy.gz'), 'no rows')
  expect(operate('restore', 'kept').stderr).toMatch(/damaged: the rows of device/)
  expect(existsSync(join(data, 'postgres'))).toBe(false)
})
