import { withClient } from '#server/db/cluster/embedded.ts'
import { ensureRoles, type Roles } from '#server/db/roles.ts'
import { startTestServer } from '#tests/harness/test-cluster.ts'

const roles: Roles = {
  owner: { name: 'ward_owner', password: 'o-o-o' },
  app: { name: 'ward_app', password: 'a-a-a' },
  jobs: { name: 'ward_jobs', password: 'j-j-j' },
}

/** A PostgreSQL server of an operator's own, with the roles of the program. */
export interface OwnServer {
  /** Makes an empty database; returns the settings that name it and its superuser's address. */
  database(name: string): Promise<{ env: Record<'DATABASE_URL' | 'MIGRATE_DATABASE_URL' | 'JOBS_DATABASE_URL', string>; superUrl: string }>
  stop(): Promise<void>
}

/** Starts such a server. */
export const ownServer = async (): Promise<OwnServer> => {
  const server = await startTestServer()
  return {
    stop: server.stop,
    async database(name) {
      await withClient(server.superUrl('postgres'), (client) => ensureRoles(client, roles, name))
      const at = (kind: keyof Roles) => server.url(roles[kind].name, roles[kind].password, name)
      return {
        env: { DATABASE_URL: at('app'), MIGRATE_DATABASE_URL: at('owner'), JOBS_DATABASE_URL: at('jobs') },
        superUrl: server.superUrl(name),
      }
    },
  }
}
