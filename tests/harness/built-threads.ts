import { rmSync } from 'node:fs'
import { mkdtemp, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import serverBuild from '../../vite.server.config.ts'
import { scratchFolder } from './scratch.ts'

const entries = serverBuild.build!.rolldownOptions!.input as Readonly<Record<string, string>>

/**
 * Builds the entries of worker threads as they are delivered, into a folder that goes with this process. A thread from the sources is a new loader that
 * compiles the whole server: ten times the work of a built one, for each thread.
 */
export async function buildThreads(): Promise<string> {
  const folder = await mkdtemp(join(scratchFolder(), 'wardkeeper-threads-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // Packages are found from where the importing file lies.
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await build({
    ...serverBuild,
    configFile: false,
    logLevel: 'error',
    build: {
      ...serverBuild.build,
      outDir: join(folder, 'server'),
      emptyOutDir: true,
      sourcemap: false,
      rolldownOptions: {
        ...serverBuild.build!.rolldownOptions,
        input: Object.fromEntries(Object.entries(entries).filter(([name]) => name.endsWith('-thread'))),
      },
    },
  })
  return join(folder, 'server')
}
