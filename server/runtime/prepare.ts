import type { Client, Pool } from 'pg'
import { markLeakproof } from '#server/kit/read/leakproof.ts'
import { withClient } from '../db/cluster/embedded.ts'
import { addNewFlows } from '../db/first/default-flows.ts'
import { clearUnfinished, fillFirst } from '../db/first/first-start.ts'
import { writeApiScopes } from '../db/first/new-api-scopes.ts'
import { addNewMenus } from '../db/first/new-menus.ts'
import { fillRegions } from '../db/first/new-regions.ts'
import { grantNewRights } from '../db/first/new-rights.ts'
import { writeRightDuties } from '../db/first/right-duties.ts'
import { makeLogMonths } from '../db/log-months.ts'
import { grantToRoles, migrate, migrationsFolder, readMigrations, withMigrationLock } from '../db/migrate.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import { tuneRole } from '../db/roles.ts'
import type { DemoAccount } from '../demo/demo-account.ts'
import type { PutContent } from '../demo/demo-ground.ts'
import { demoHistory, demoRows } from '../modules.ts'

/** What the operator should know of a database that is ready. */
export interface Prepared {
  /** The demo accounts it holds. */
  accounts: readonly DemoAccount[]
  /** False when the server does not let keyword search use its index. */
  indexed: boolean
}

/**
 * Migrations, rights and session settings of the roles, what only the superuser may do, and the first rows; safe at every start and in
 * several processes at once. `password` is asked for when there are no users yet and no demo;
 * `putContent` keeps the pictures of the demo.
 */
export const prepareDatabase = async (
  database: OpenDatabase,
  pool: Pool,
  demo: boolean,
  password: () => Promise<string>,
  putContent?: PutContent,
): Promise<Prepared> => {
  const migrations = await readMigrations(migrationsFolder())
  const { appUrl, jobsUrl, ownerUrl, superUrl } = database
  const work: { url: string; kind: 'app' | 'jobs' }[] = [{ url: appUrl, kind: 'app' }]
  if (jobsUrl !== appUrl) work.push({ url: jobsUrl, kind: 'jobs' })
  return withClient(ownerUrl, (owner) =>
    withMigrationLock(owner, async () => {
      const bring = async (): Promise<void> => {
        await migrate(owner, migrations)
        await grantToRoles(
          owner,
          work.map(({ url }) => roleOf(url)),
        )
      }
      await bring()
      if (await clearUnfinished(pool, owner)) await bring()
      for (const { url, kind } of work) await withClient(url, (client) => tuneRole(client, roleOf(url), kind))
      const indexed = await withClient(superUrl ?? ownerUrl, markLeakproof)
      const accounts = await fillFirst(pool, demo, password, [...demoRows, ...demoHistory], putContent)
      await makeLogMonths(owner)
      await writeRightDuties(pool)
      await grantNewRights(pool)
      await addNewMenus(pool)
      await addNewFlows(pool)
      await writeApiScopes(pool)
      await fillRegions(pool)
      await gatherStatistics(owner)
      return { indexed, accounts }
    }),
  )
}

/** Autovacuum would gather them a minute later; until then the planner takes every table for empty. */
const gatherStatistics = async (owner: Client): Promise<void> => {
  const { rows } = await owner.query<{ never: boolean }>(`select reltuples < 0 as never from pg_class where oid = 'device'::regclass`)
  if (rows[0]?.never) await owner.query('analyze')
}

const roleOf = (url: string): string => decodeURIComponent(new URL(url).username)
