import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A file of real data that lies beside the clone and is never part of it; undefined where it is absent. */
export function realData(name: string): string | undefined {
  const file = join(process.env.REAL_DATA ?? join(process.cwd(), '..', 'shared', 'data'), name)
  return existsSync(file) ? file : undefined
}
