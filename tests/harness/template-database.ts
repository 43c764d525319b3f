import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { withClient } from '#server/db/cluster/embedded.ts'
import { grantToRoles, migrate, migrationsFolder, readMigrations } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { ensureRoles, grantDatabase, type Roles } from '#server/db/roles.ts'
import { markLeakproof } from '#server/kit/read/leakproof.ts'
import { fillHospitals, quickenDemo } from './fill-hospitals.ts'
import type { TestServer } from './test-cluster.ts'

/** What a test file needs to make databases of its own; plain data, so it travels to the workers. */
export interface Template {
  name: string
  /** The database with the demo and the small hospitals in it. */
  filled: string
  roles: Roles
  /** Addresses with `{database}` in the place of the database's name. */
  superUrl: string
  appUrl: string
  ownerUrl: string
  jobsUrl: string
}

const hole = '__database__'

/** What was made on a server to copy from, without its address. */
export type Made = Pick<Template, 'name' | 'filled' | 'roles'>

/** What was made, on the server that has it. */
export const templateOn = (server: TestServer, { name, filled, roles }: Made): Template => {
  const of = (kind: keyof Roles): string => server.url(roles[kind].name, roles[kind].password, hole)
  return { name, filled, roles, superUrl: server.superUrl(hole), appUrl: of('app'), ownerUrl: of('owner'), jobsUrl: of('jobs') }
}

/**
 * Makes a database with every migration applied, to copy from, and one with hospitals. Roles get a random ending on a server that is not ours alone.
 */
export const makeTemplate = async (server: TestServer, shared: boolean): Promise<Made> => {
  const ending = shared ? `_test_${randomBytes(4).toString('hex')}` : ''
  const role = (kind: string) => ({ name: `wardkeeper_${kind}${ending}`, password: randomBytes(12).toString('hex') })
  const roles: Roles = { owner: role('owner'), app: role('app'), jobs: role('jobs') }
  const name = `wardkeeper_template${ending}`
  await withClient(server.superUrl('postgres'), (client) => ensureRoles(client, roles, name))
  await withClient(server.url(roles.owner.name, roles.owner.password, name), async (owner) => {
    await migrate(owner, await readMigrations(migrationsFolder()))
    await grantToRoles(owner, [roles.app.name, roles.jobs.name])
  })
  await withClient(server.superUrl(name), markLeakproof)
  const filled = `${name}_filled`
  await withClient(server.superUrl('postgres'), async (client) => {
    await client.query(`create database "${filled}" template "${name}" owner "${roles.owner.name}"`)
    await grantDatabase(client, roles, filled)
  })
  const pool = openPool(server.url(roles.app.name, roles.app.password, filled), 2)
  try {
    await fillHospitals(pool)
  } finally {
    await pool.end()
  }
  await withClient(server.superUrl(filled), async (client) => {
    await quickenDemo(client)
    // A copy keeps what is known of its tables, so that plans are those of a database in use.
    await client.query('vacuum analyze')
  })
  return { name, filled, roles }
}

/** A database of one's own with the migrations applied and no rows. */
export interface FreshDatabase {
  appUrl: string
  ownerUrl: string
  jobsUrl: string
  superUrl: string
  drop(): Promise<void>
}

/** Copies a template: `empty` without even the migrations, `migrated` without rows, `filled` with the demo and the small hospitals. */
export const copyTemplate = async (template: Template, what: 'empty' | 'migrated' | 'filled' = 'migrated'): Promise<FreshDatabase> => {
  const source = { empty: 'template0', migrated: `"${template.name}"`, filled: `"${template.filled}"` }[what]
  const name = `${template.name}_${randomBytes(6).toString('hex')}`
  const at = (url: string): string => url.replace(hole, name)
  const onServer = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => withClient(template.superUrl.replace(hole, 'postgres'), work)
  await onServer(async (client) => {
    await client.query(`create database "${name}" template ${source} owner "${template.roles.owner.name}" strategy file_copy`)
    await grantDatabase(client, template.roles, name)
  })
  return {
    appUrl: at(template.appUrl),
    ownerUrl: at(template.ownerUrl),
    jobsUrl: at(template.jobsUrl),
    superUrl: at(template.superUrl),
    drop: () => onServer(async (client) => void (await client.query(`drop database if exists "${name}" with (force)`))),
  }
}

/** Removes from a shared server everything that this run made. */
export const removeTemplate = (template: Template): Promise<void> =>
  withClient(template.superUrl.replace(hole, 'postgres'), async (client) => {
    const left = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      `${template.name.replaceAll('_', '\\_')}%`,
    ])
    for (const { datname } of left.rows) await client.query(`drop database "${datname}" with (force)`)
    for (const role of Object.values(template.roles)) await client.query(`drop role if exists "${role.name}"`)
  })
