import { randomBytes } from 'node:crypto'
import { appendFile, chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownFolder } from '#server/db/cluster/data-home.ts'
import { withClient } from '#server/db/cluster/embedded.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { ensureRoles, type Roles } from '#server/db/roles.ts'
import { tryAddress } from '#server/runtime/listen.ts'
import { command, listening, type Running, run } from './processes.ts'

const name = 'hospital'
const secret = (): string => randomBytes(12).toString('hex')

/** Waits until a server that takes connections answers: it recovers first. */
const answering = async (url: string): Promise<void> => {
  for (let tries = 0; ; tries++) {
    try {
      return await withClient(url, async (client) => void (await client.query('select 1')))
    } catch (error) {
      if (tries === 200) throw error
      await sleep(200)
    }
  }
}

/** A primary with a replica that confirms every commit. */
export interface Pair {
  readonly roles: Roles
  readonly name: string
  readonly ports: { readonly primary: number; readonly replica: number }
  /** Address of the database as the superuser. */
  superUrl(port: number): string
  /** Kills the primary and promotes the replica; resolves when it takes writes, with the milliseconds since the kill. */
  failOver(): Promise<number>
}

/** Makes both servers below `home`, with the program's roles and an empty database. */
export async function startPair(bin: string, home: string): Promise<Pair> {
  const password = secret()
  const replication = secret()
  const roles: Roles = {
    owner: { name: 'wardkeeper_owner', password: secret() },
    app: { name: 'wardkeeper_app', password: secret() },
    jobs: { name: 'wardkeeper_jobs', password: secret() },
  }
  const folder = join(home, 'database')
  await mkdir(folder)
  await chmod(folder, 0o755)
  await ownFolder(folder, processUser())
  const [primaryData, replicaData, passwordFile] = [join(folder, 'primary'), join(folder, 'replica'), join(folder, 'password')]
  await writeFile(passwordFile, `${password}\n`, { mode: 0o644 })
  const asPostgres = { asPostgres: true, cwd: folder }
  const flags = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`, '--encoding=UTF8', '--locale=C.UTF-8']
  await command('initdb', join(bin, 'initdb'), [...flags, `--pgdata=${primaryData}`], asPostgres)
  await appendFile(join(primaryData, 'pg_hba.conf'), 'host replication replicator 127.0.0.1/32 scram-sha-256\n')

  const url = (port: number, user: string, word: string, database: string): string =>
    `postgresql://${user}:${word}@127.0.0.1:${port}/${database}`
  const start = async (which: string, data: string): Promise<{ port: number; running: Running }> => {
    const port = await tryAddress('127.0.0.1', 0)
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=120', 'hot_standby=on']
    const running = run(
      `postgres ${which}`,
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
      asPostgres,
    )
    await listening(port, running)
    await answering(url(port, 'postgres', password, 'postgres'))
    return { port, running }
  }
  const primary = await start('primary', primaryData)
  await withClient(url(primary.port, 'postgres', password, 'postgres'), async (client) => {
    await client.query(`create role replicator login replication password '${replication}'`)
    await ensureRoles(client, roles, name)
  })
  const from = `host=127.0.0.1 port=${primary.port} user=replicator password=${replication}`
  await command(
    'pg_basebackup',
    join(bin, 'pg_basebackup'),
    ['-d', from, '-D', replicaData, '-R', '-X', 'stream', '-c', 'fast'],
    asPostgres,
  )
  const replica = await start('replica', replicaData)
  // Set once the copy is made, so that the promoted replica does not wait for one of its own.
  await withClient(url(primary.port, 'postgres', password, 'postgres'), async (client) => {
    await client.query(`alter system set synchronous_standby_names = '*'`)
    await client.query('select pg_reload_conf()')
    for (;;) {
      const { rows } = await client.query<{ sync_state: string }>('select sync_state from pg_stat_replication')
      if (rows[0]?.sync_state === 'sync') break
      await sleep(100)
    }
  })
  return {
    roles,
    name,
    ports: { primary: primary.port, replica: replica.port },
    superUrl: (port) => url(port, 'postgres', password, name),
    async failOver() {
      const killed = Date.now()
      // SIGQUIT ends all its processes at once, without writing anything down: a crash.
      primary.running.signal('SIGQUIT')
      await primary.running.ended
      await command('pg_ctl promote', join(bin, 'pg_ctl'), ['promote', '-D', replicaData, '-w'], asPostgres)
      return Date.now() - killed
    },
  }
}
