import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

let list: ReadonlySet<string> | undefined

/** Whether a password is among the most common leaked passwords, ignoring case. */
export function isLeaked(password: string): boolean {
  // Loaded when the first password is checked. The list is beside this file, and beside the bundle in dist/server.
  list ??= new Set(
    readFileSync(fileURLToPath(new URL('./leaked-passwords/list.txt', import.meta.url)), 'utf8')
      .trimEnd()
      .split('\n'),
  )
  return list.has(password.toLowerCase())
}
