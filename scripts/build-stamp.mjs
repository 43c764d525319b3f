import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const web = ['src', 'contract', 'public', 'index.html', 'phone.html', 'vite.config.ts', 'scripts/vite', 'scripts/compress-web.mjs']
const common = ['package.json', 'package-lock.json', 'tsconfig.base.json']

/** The inputs of each build. */
export const parts = {
  desk: { from: [...web, ...common], to: 'dist/web/index.html' },
  phone: { from: [...web, ...common], to: 'dist/web/m/index.html' },
  server: { from: ['server', 'contract', 'vite.server.config.ts', ...common], to: 'dist/server/main.js' },
}

const filesOf = (path) => {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

/** {@link stampOf} of each part, looked at now; parts with the same inputs read them once. */
export const stampsNow = () => {
  const known = new Map()
  return Object.fromEntries(
    Object.keys(parts).map((name) => {
      const inputs = parts[name].from.join()
      if (!known.has(inputs)) known.set(inputs, stampOf(name))
      return [name, known.get(inputs)]
    }),
  )
}

/** Hash of names and contents of everything a part is built from. */
export const stampOf = (name) => {
  const hash = createHash('sha256').update(process.version.split('.')[0])
  for (const file of parts[name].from.flatMap(filesOf)) hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}
