import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryAddress } from '#server/runtime/listen.ts'

const places = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', 'mosquitto']

/** Where Debian's `mosquitto` is; undefined where the package is not installed. */
export const mosquittoAt = places.find((place) => !spawnSync(place, ['-h']).error)

/** A running mosquitto of a test. */
export interface Mosquitto {
  readonly port: number
  /** With account and password. */
  readonly url: string
  /** Ends it with everything it knows only in memory, and starts it again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts mosquitto on a free port of 127.0.0.1, with one account, keeping sessions on disk. */
export async function startMosquitto(): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), 'wardkeeper-mosquitto-'))
  const port = await tryAddress('127.0.0.1', 0)
  const config = join(folder, 'mosquitto.conf')
  await writeFile(join(folder, 'passwords'), 'ward:right-horse\n', { mode: 0o600 })
  spawnSync(
    mosquittoAt!.replace(/(s?bin\/)?mosquitto$/, (_, folder?: string) => `${folder ? 'bin/' : ''}mosquitto_passwd`),
    ['-U', join(folder, 'passwords')],
  )
  const user = process.getuid?.() === 0 ? ['user root'] : []
  const lines = [`listener ${port} 127.0.0.1`, 'allow_anonymous false', `password_file ${join(folder, 'passwords')}`]
  const kept = ['persistence true', `persistence_location ${folder}/`, 'max_queued_messages 0', 'max_inflight_messages 0']
  await writeFile(config, [...user, ...lines, ...kept, ''].join('\n'))
  let child: ChildProcess
  const start = async (): Promise<void> => {
    child = spawn(mosquittoAt!, ['-c', config], { stdio: 'ignore' })
    for (let left = 400; left > 0; left--) {
      const socket = connect(port, '127.0.0.1')
      const isOpen = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'error').then(
          () => false,
          () => false,
        ),
      ]).catch(() => false)
      socket.destroy()
      if (isOpen) return
      if (child.exitCode !== null) throw new Error(`mosquitto ends with ${child.exitCode}`)
      await new Promise((done) => setTimeout(done, 25))
    }
    throw new Error('mosquitto does not listen')
  }
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await start()
  return {
    port,
    url: `mqtt://ward:right-horse@127.0.0.1:${port}`,
    async restart() {
      await end()
      await start()
    },
    async stop() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
