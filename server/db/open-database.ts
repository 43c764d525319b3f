import pg from 'pg'
import { StartRefused } from '../refused.ts'
import type { Settings } from '../settings.ts'
import { startEmbedded, withClient } from './cluster/embedded.ts'
import type { ProcessUser } from './cluster/process-user.ts'

/** A database to work with, built in or the operator's own, with its URLs for `pg`. */
export interface OpenDatabase {
  appUrl: string
  ownerUrl: string
  jobsUrl: string
  /** A URL whose sessions persist, for LISTEN; `appUrl` if absent. */
  directUrl?: string
  /** `appUrl` leads to a pooler that may use another session for each transaction. */
  isPooled?: boolean
  /** Only for the built-in database. */
  superUrl: string | undefined
  /** Whether a PostgreSQL left over from a killed program was stopped first. */
  recovered: boolean
  stop(): Promise<void>
  /** Resolves when the built-in database ends; never for the operator's own. */
  ended: Promise<void>
}

/** Starts the built-in database in `home`, or checks the one in the settings. Throws StartRefused with a message for the operator. */
export const openDatabase = async (settings: Settings, home: string, user: ProcessUser | undefined): Promise<OpenDatabase> => {
  if (!settings.DATABASE_URL || !settings.MIGRATE_DATABASE_URL) return startEmbedded(home, user)
  const [appUrl, ownerUrl, jobsUrl] = [
    settings.DATABASE_URL,
    settings.MIGRATE_DATABASE_URL,
    settings.JOBS_DATABASE_URL ?? settings.DIRECT_DATABASE_URL ?? settings.DATABASE_URL,
  ]
  const owner = await look('MIGRATE_DATABASE_URL', ownerUrl)
  const app = await look('DATABASE_URL', appUrl)
  const jobs = jobsUrl === appUrl ? app : await look('JOBS_DATABASE_URL', jobsUrl)
  refuseUnfit({ owner, app, jobs })
  const directUrl = settings.DIRECT_DATABASE_URL ?? appUrl
  const isPooled = directUrl !== appUrl
  if (isPooled) {
    const direct = await look('DIRECT_DATABASE_URL', directUrl)
    if (direct.role !== app.role || direct.database !== app.database)
      throw new StartRefused('DIRECT_DATABASE_URL must name the role and the database of DATABASE_URL.')
    // Through a pooler, the time zone of a session cannot be set when it begins.
    if (app.zone !== 'UTC')
      throw new StartRefused(`Sessions of the pooler of DATABASE_URL are in ${app.zone}: give it connect_query='set timezone to UTC'.`)
  }
  return {
    appUrl,
    ownerUrl,
    jobsUrl,
    directUrl,
    isPooled,
    superUrl: undefined,
    recovered: false,
    stop: () => Promise.resolve(),
    ended: new Promise(() => undefined),
  }
}

interface Looked {
  role: string
  database: string
  version: number
  over: boolean
  owns: boolean
  encoding: string
  zone: string
}

const question = `select current_user as role, current_database() as database, current_setting('server_version_num')::int as version,
  (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as over,
  (select pg_has_role(current_user, datdba, 'member') from pg_database where datname = current_database()) as owns,
  current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone`

const look = async (name: string, url: string): Promise<Looked> => {
  try {
    return await withClient(url, async (client) => (await client.query<Looked>(question)).rows[0] as Looked)
  } catch (error) {
    const said = error instanceof AggregateError ? String(error.errors[0]) : error instanceof Error ? error.message : String(error)
    const advice =
      error instanceof pg.DatabaseError ? 'check user, password and database in it' : 'start the database, or correct the address'
    throw new StartRefused(`The database of ${name} cannot be reached (${said.replace(/^Error: /, '')}): ${advice}.`)
  }
}

const refuseUnfit = ({ owner, app, jobs }: { owner: Looked; app: Looked; jobs: Looked }): void => {
  if (app.version < 150000)
    throw new StartRefused(`The database is PostgreSQL ${Math.floor(app.version / 10000)}: version 15 or newer is needed.`)
  if (owner.database !== app.database) {
    throw new StartRefused(
      `DATABASE_URL is on database "${app.database}", MIGRATE_DATABASE_URL on "${owner.database}": both must name the same one.`,
    )
  }
  if (app.encoding !== 'UTF8') throw new StartRefused(`The database "${app.database}" is not in UTF8: make it with encoding UTF8.`)
  if (!owner.owns)
    throw new StartRefused(
      `The role "${owner.role}" of MIGRATE_DATABASE_URL does not own the database "${owner.database}": give it the owner's.`,
    )
  for (const [name, found] of [
    ['DATABASE_URL', app],
    ['JOBS_DATABASE_URL', jobs],
  ] as const) {
    if (found.over || found.owns) {
      throw new StartRefused(
        `The role "${found.role}" of ${name} is a superuser, passes row level security or owns the database: give the program a plain role.`,
      )
    }
  }
}
