import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAlone, staleParts } from './build.mjs'
import { runningHere } from './running.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const refuse = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) refuse(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`)
if (!existsSync('node_modules')) refuse('The packages are not installed: run npm install first.')

const running = process.env.DATABASE_URL ? undefined : runningHere()
if (running) {
  refuse(
    running.url
      ? `程序已在 ${running.url} 运行（进程 ${running.pid}）：直接打开，或先停止它。\nThis program already runs at ${running.url} (process ${running.pid}): use that one, or stop it first.`
      : `This program is already starting (process ${running.pid}): wait for it, or stop it first.`,
  )
}
try {
  if (staleParts().length > 0 && !(await buildAlone())) process.exit(1)
} catch (error) {
  if (error.code !== 'ENOSPC') throw error
  refuse(`The disk that holds ${root} is full: free some space there and start again.`)
}

// In this process, so that Ctrl-C and kill reach the program itself.
await import(join(root, 'dist', 'server', 'main.js'))
