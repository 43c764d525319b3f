import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Copies a folder with the owners of its files: PostgreSQL refuses data of another user. Not by `fs.cp`, which takes twice as long. */
export const copyTree = async (from: string, to: string): Promise<void> => {
  await run('cp', ['-a', '--reflink=auto', from, to])
}
