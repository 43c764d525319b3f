import type pg from 'pg'

/** Names and passwords of the three database roles that the program uses. */
export interface Roles {
  owner: RoleSecret
  app: RoleSecret
  jobs: RoleSecret
}

export interface RoleSecret {
  name: string
  password: string
}

/** Names of the roles in the built-in database. */
export const roleNames = { owner: 'wardkeeper_owner', app: 'wardkeeper_app', jobs: 'wardkeeper_jobs' } as const

/** Session settings by kind of role; in milliseconds if no unit is given. */
const sessionSettings = {
  app: { idle_in_transaction_session_timeout: '60s', transaction_timeout: '120s', max_parallel_workers_per_gather: '0' },
  jobs: { idle_in_transaction_session_timeout: '60s', transaction_timeout: '15min', max_parallel_workers_per_gather: '0' },
} as const

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const named = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Creates missing roles and the database, and sets passwords and session settings; may run at every start. `superuser` is connected to
 * another database of the server. None of the roles is a superuser, bypasses row level security or may create roles.
 */
export const ensureRoles = async (superuser: pg.Client, roles: Roles, database: string): Promise<void> => {
  for (const kind of ['owner', 'app', 'jobs'] as const) await ensureRole(superuser, roles[kind])
  const found = await superuser.query('select 1 from pg_database where datname = $1', [database])
  if (found.rowCount === 0) await superuser.query(`create database ${named(database)} owner ${named(roles.owner.name)} template template0`)
  await grantDatabase(superuser, roles, database)
  for (const kind of ['app', 'jobs'] as const) await tuneRole(superuser, roles[kind].name, kind)
}

/** Sets who may connect to the database; also needed for a database created from a template, which does not inherit it. */
export const grantDatabase = async (superuser: pg.Client, roles: Roles, database: string): Promise<void> => {
  await superuser.query(`revoke all on database ${named(database)} from public`)
  await superuser.query(`grant connect on database ${named(database)} to ${named(roles.app.name)}`)
  // Nothing uses CREATE: the job queue is a table in `public`.
  await superuser.query(`grant connect, create on database ${named(database)} to ${named(roles.jobs.name)}`)
}

const ensureRole = async (superuser: pg.Client, role: RoleSecret): Promise<void> => {
  const found = await superuser.query('select 1 from pg_roles where rolname = $1', [role.name])
  const verb = found.rowCount === 0 ? 'create' : 'alter'
  const may = 'login nosuperuser nobypassrls nocreatedb nocreaterole noreplication'
  await superuser.query(`${verb} role ${named(role.name)} ${may} password ${quoted(role.password)}`)
}

/**
 * Sets the session settings of a role. A role may do this for itself, so it also works on an operator's own server (`name`: the signed-in
 * role). Settings that the server does not support (transaction_timeout before 17) are left out.
 */
export const tuneRole = async (client: pg.Client, name: string, kind: 'app' | 'jobs'): Promise<void> => {
  const wanted = Object.entries(sessionSettings[kind])
  const known = await client.query<{ name: string }>('select name from pg_settings where name = any($1)', [
    wanted.map(([setting]) => setting),
  ])
  const now = await client.query<{ set: string[] | null }>(
    'select setconfig as set from pg_db_role_setting join pg_roles on pg_roles.oid = setrole where rolname = $1 and setdatabase = 0',
    [name],
  )
  for (const [setting, value] of wanted) {
    if (!known.rows.some((row) => row.name === setting) || now.rows[0]?.set?.includes(`${setting}=${value}`)) continue
    await client.query(`alter role ${named(name)} set ${setting} = ${quoted(value)}`)
  }
}
