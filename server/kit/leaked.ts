import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

let list: ReadonlySet<string> | undefined

/** Whether a password is among the most common ones of public leaks, in capitals or not. */
export function isLeaked(password: string): boolean {
  // Read when the first password is chosen. The list is beside this file, and beside the bundle in dist/server.
  list ??= new Set(
    readFileSync(fileURLToPath(new URL('./leaked-passwords/list.txt', import.meta.url)), 'utf8')
      .trimEnd()
      .split('\n'),
  )
  return list.has(password.toLowerCase())
}
