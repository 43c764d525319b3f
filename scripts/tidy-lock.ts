// Writes package-lock.json as every npm since version 10 leaves it, so that `npm install` in a clean clone changes nothing.
//   npx tsx scripts/tidy-lock.ts [package-lock.json]
import { readFileSync, writeFileSync } from 'node:fs'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly libc?: unknown }>>
}

/** The text of a lock in npm's order and without what some versions of npm take out again: npm 10 drops `libc`. */
export const tidyLock = (text: string): string => {
  const lock = JSON.parse(text) as Lock
  const packages = Object.entries(lock.packages)
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([path, { libc: _, ...rest }]) => [path, rest])
  return `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`
}

if (process.argv[1] === import.meta.filename) {
  const file = process.argv[2] ?? 'package-lock.json'
  writeFileSync(file, tidyLock(readFileSync(file, 'utf8')))
}
