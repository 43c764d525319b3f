import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '#server/db/cluster/embedded.ts'
import { ensureRoles, type Roles } from '#server/db/roles.ts'
import { startTestServer, type TestServer } from '#tests/harness/test-cluster.ts'
import { type Clone, makeClone } from './clone.ts'

const roles: Roles = {
  owner: { name: 'hospital_owner', password: 'o-o-o' },
  app: { name: 'hospital_app', password: 'a-a-a' },
  jobs: { name: 'hospital_jobs', password: 'j-j-j' },
}
let server: TestServer
let clones: Clone[]

beforeAll(async () => {
  server = await startTestServer()
  await withClient(server.superUrl('postgres'), (client) => ensureRoles(client, roles, 'hospital'))
  clones = await Promise.all([makeClone(), makeClone()])
})
afterAll(async () => {
  for (const clone of clones) await clone.remove()
  await server.stop()
})

const at = (kind: keyof Roles) => server.url(roles[kind].name, roles[kind].password, 'hospital')

describe('your own PostgreSQL', () => {
  test('two processes start on it at the same moment and no PostgreSQL of ours is started', async () => {
    const env = { DATABASE_URL: at('app'), MIGRATE_DATABASE_URL: at('owner'), JOBS_DATABASE_URL: at('jobs') }
    const programs = await Promise.all(clones.map((clone) => clone.start(env)))
    const urls = await Promise.all(programs.map((program) => program.url))
    expect(new Set(urls).size).toBe(2)
    expect(programs[0]?.said()).toContain('DATABASE_URL')
    for (const program of programs) expect(await program.end('SIGTERM')).toBe(0)
    await withClient(at('owner'), async (owner) => {
      expect((await owner.query('select count(*)::int > 0 as done from schema_migration')).rows).toEqual([{ done: true }])
    })
    await withClient(at('app'), async (app) => {
      expect((await app.query(`select current_setting('idle_in_transaction_session_timeout') as it`)).rows).toEqual([{ it: '1min' }])
    })
  })

  test.each([
    [
      'a wrong password',
      () => ({ DATABASE_URL: at('app').replace('a-a-a', 'x'), MIGRATE_DATABASE_URL: at('owner') }),
      /DATABASE_URL cannot be reached .*check user, password/,
    ],
    [
      'the owner as the application role',
      () => ({ DATABASE_URL: at('owner'), MIGRATE_DATABASE_URL: at('owner') }),
      /give the program a plain role/,
    ],
    [
      'the application role as the owner',
      () => ({ DATABASE_URL: at('app'), MIGRATE_DATABASE_URL: at('app') }),
      /does not own the database "hospital"/,
    ],
  ])('%s is refused with one sentence', async (_name, env, sentence) => {
    const program = await clones[0]!.start(env())
    expect(await program.ended).toBe(1)
    expect(program.said()).toMatch(sentence)
    expect(program.said().trim().split('\n')).toHaveLength(1)
    await rm(`${clones[0]!.folder}/.data`, { recursive: true, force: true })
  })
})
