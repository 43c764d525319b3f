import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { copyTree } from '#tests/harness/copy-tree.ts'
import { startCopy } from '#tests/harness/test-cluster.ts'
import type { Clone } from './clone.ts'
import type { OwnServer } from './own-server.ts'

/**
 * The data folder of a program that was started once with the demo and has ended, filled by the first who asks in a run: a first start takes 20 s of
 * processor time, one on a copy three. First starts themselves are what places, life, demo, node-versions, two-processes and own-database look at.
 */
const demoData = async (clone: Clone): Promise<string> => {
  const [filled, filling] = ['filled', 'filling'].map((name) => join(inject('shared'), name)) as [string, string]
  if (existsSync(filled)) return filled
  // What a first start left that failed.
  await rm(filling, { recursive: true, force: true })
  const program = await clone.start({ DATA_DIR: filling, DEMO: 'on', ADMIN_PASSWORD: '' })
  await program.url
  const code = await program.end('SIGTERM')
  if (code !== 0) throw new Error(`The program that filled ${filling} ended with ${code}: ${program.said()}`)
  // A program that starts on a copy takes a port of its own.
  await rm(join(filling, 'last-port'), { force: true })
  await rename(filling, filled)
  return filled
}

/** Puts the demo into a data folder that does not exist yet, as a program leaves it that was started there and ended. */
export const fillDemo = async (clone: Clone, data: string): Promise<void> => {
  await mkdir(dirname(data), { recursive: true })
  await copyTree(await demoData(clone), data)
}

/** A PostgreSQL server of an operator's own whose database `wardkeeper` has the demo in it, with the settings that name it. */
export const demoServer = async (clone: Clone): Promise<Awaited<ReturnType<OwnServer['database']>> & Pick<OwnServer, 'stop'>> => {
  const data = await demoData(clone)
  const words = JSON.parse(await readFile(join(data, 'secrets.json'), 'utf8')) as Record<'superuser' | 'owner' | 'app' | 'jobs', string>
  const server = await startCopy({ data: join(data, 'postgres'), password: words.superuser, major: undefined })
  const at = (kind: 'owner' | 'app' | 'jobs') => server.url(`wardkeeper_${kind}`, words[kind], 'wardkeeper')
  return {
    env: { DATABASE_URL: at('app'), MIGRATE_DATABASE_URL: at('owner'), JOBS_DATABASE_URL: at('jobs') },
    superUrl: server.superUrl('wardkeeper'),
    stop: server.stop,
  }
}
