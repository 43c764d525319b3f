import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parts, stampOf, stampsNow } from './build-stamp.mjs'
import { compressAssets } from './compress-web.mjs'
import { birthOf } from './running.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stampFile = join('dist', '.stamp')

const commands = {
  desk: ['build'],
  phone: ['build', '--mode', 'phone'],
  server: ['build', '--config', 'vite.server.config.ts'],
}

const readStamps = () => {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return {}
  }
}

/** Names of the parts whose sources have changed since they were built, in the order they are built in. */
export const staleParts = () => {
  process.chdir(root)
  const [stamps, now] = [readStamps(), stampsNow()]
  const stale = Object.keys(parts).filter((name) => stamps[name] !== now[name] || !existsSync(parts[name].to))
  // The desk's build empties the folder that the phone's lies in.
  return stale.includes('desk') && !stale.includes('phone')
    ? Object.keys(parts).filter((name) => name === 'phone' || stale.includes(name))
    : stale
}

/** Builds stale parts, one after another. Returns false when a build failed; its output has been shown then. */
export const build = () => {
  process.chdir(root)
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  for (const name of staleParts()) {
    if (!existsSync(vite)) {
      console.error('The build is older than the sources and the build tools are not installed: run npm install first.')
      return false
    }
    process.stdout.write(`正在构建 / building: ${name}\n`)
    // A build that fails half way is stale afterwards.
    remember(name, '')
    const stamp = stampOf(name)
    const done = spawnSync(process.execPath, [vite, ...commands[name], '--logLevel', 'warn'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (done.status !== 0) {
      const said = `${done.stdout ?? ''}${done.stderr ?? ''}`
      if (/ENOSPC|No space left/.test(said)) console.error(`The disk that holds ${root} is full: free some space there and start again.`)
      else console.error(`${said}\nThe build of ${name} failed: see above.`)
      return false
    }
    if (name !== 'server') compressAssets(dirname(parts[name].to))
    remember(name, stamp)
  }
  return true
}

const remember = (name, stamp) => {
  mkdirSync('dist', { recursive: true })
  writeFileSync(stampFile, `${JSON.stringify({ ...readStamps(), [name]: stamp }, null, 2)}\n`)
}

/** One build at a time in a clone: a second one waits for the first, then finds nothing stale. */
export const buildAlone = async () => {
  process.chdir(root)
  const lock = join('dist', '.building')
  mkdirSync('dist', { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) }), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!isBuilding(lock)) rmSync(lock, { force: true })
      else await new Promise((done) => setTimeout(done, 300))
    }
  }
  try {
    return build()
  } finally {
    rmSync(lock, { force: true })
  }
}

const isBuilding = (lock) => {
  try {
    const { pid, birth } = JSON.parse(readFileSync(lock, 'utf8'))
    process.kill(pid, 0)
    return birthOf(pid) === birth
  } catch {
    return false
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = (await buildAlone()) ? 0 : 1
