import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processUser } from '#server/db/cluster/process-user.ts'
import { tryAddress } from '#server/runtime/listen.ts'
import type { Pair } from './database.ts'
import { listening, type Running, run } from './processes.ts'

/** The pooler in front of the database: one name gives each transaction another session, one keeps sessions. */
export interface Pooler {
  /** Address of one of the program's roles; `keeps` sessions or not. */
  url(role: 'owner' | 'app' | 'jobs', keeps: boolean): string
  /** Sends new connections to the server on this port. */
  pointTo(port: number): Promise<void>
}

/** Starts pgbouncer as docs/OPERATIONS.md describes it. */
export async function startPooler(file: string, home: string, pair: Pair): Promise<Pooler> {
  const folder = join(home, 'pgbouncer')
  await mkdir(folder)
  const port = await tryAddress('127.0.0.1', 0)
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  const secrets = Object.values(pair.roles).map((role) => `"${role.name}" "${role.password}"`)
  await writeFile(users, `${secrets.join('\n')}\n`)
  const write = (target: number): Promise<void> => {
    const to = `host=127.0.0.1 port=${target} dbname=${pair.name} connect_query='set timezone to UTC'`
    return writeFile(
      settings,
      `[databases]
${pair.name} = ${to} pool_mode=transaction pool_size=20
${pair.name}_session = ${to} pool_mode=session pool_size=40
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
ignore_startup_parameters = extra_float_digits,options
server_login_retry = 1
max_client_conn = 400
`,
    )
  }
  await write(pair.ports.primary)
  const user = processUser()
  await chmod(folder, 0o755)
  if (user) for (const path of [folder, users, settings]) await chown(path, user.uid, user.gid)
  const running = run('pgbouncer', file, [settings], { asPostgres: true, cwd: folder })
  await listening(port, running)
  return {
    url: (role, keeps) => {
      const { name, password } = pair.roles[role]
      return `postgresql://${name}:${password}@127.0.0.1:${port}/${pair.name}${keeps ? '_session' : ''}`
    },
    async pointTo(target) {
      await write(target)
      running.signal('SIGHUP')
    },
  }
}

/** Starts nginx with the lines of deploy/nginx.conf, without the certificate, in front of these ports; returns its address. */
export async function startProxy(file: string, home: string, ports: readonly number[]): Promise<{ url: string; running: Running }> {
  const folder = join(home, 'nginx')
  await mkdir(folder)
  const port = await tryAddress('127.0.0.1', 0)
  const deployed = await readFile(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')
  const upstream = ports.map((one) => `  server 127.0.0.1:${one};`).join('\n')
  const [front = ''] = deployed.split(/^server \{\n {2}listen 80;/m)
  const plain = front
    .replace(/^ {2}server 127\.0\.0\.1:8080;$/m, upstream)
    .replace(/^ {2}listen 443 ssl;$/m, `  listen 127.0.0.1:${port};`)
    .replace(/^ {2}(http2|ssl_certificate|ssl_certificate_key)\b.*$/gm, '')
  if (!plain.includes('proxy_buffering off') || !plain.includes(`listen 127.0.0.1:${port}`))
    throw new Error('deploy/nginx.conf has changed: mend the drill')
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const settings = join(folder, 'nginx.conf')
  await writeFile(
    settings,
    `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
${kinds.map((kind) => `  ${kind}_temp_path ${folder}/${kind};`).join('\n')}
${plain}
}
`,
  )
  await chmod(folder, 0o777)
  const running = run('nginx', file, ['-c', settings, '-p', folder, '-e', `${folder}/error.log`])
  await listening(port, running)
  return { url: `http://127.0.0.1:${port}`, running }
}
