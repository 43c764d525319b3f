import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartRefused } from '../refused.ts'

/** The contents of a backup; stored in it as manifest.json, written last. */
export interface Manifest {
  readonly format: 1
  readonly program: string
  /** ISO with offset: the moment whose state it holds. */
  readonly takenAt: string
  readonly migrations: readonly { readonly version: number; readonly name: string; readonly sha256: string }[]
  readonly tables: readonly {
    readonly name: string
    readonly columns: readonly string[]
    readonly rows: number
    /** Of the packed file. */
    readonly sha256: string
  }[]
  /** Uploaded contents, and the local certificate authority that phones trust. */
  readonly files: number
  /** Ids of the keys that seal its secrets; the keys are not in it. */
  readonly secretKeys?: readonly string[]
}

export const manifestName = 'manifest.json'

/** Where the rows of a table lie in a backup. */
export const rowsFile = (folder: string, table: string): string => join(folder, 'tables', `${table}.copy.gz`)

/** sha-256 of a file, hex. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Reads and checks a whole backup before anything is done with it. Throws StartRefused when it is none, or damaged. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined)
  if (text === undefined) throw new StartRefused(`${folder} holds no complete backup: ${manifestName} is missing.`)
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1)
    throw new StartRefused(`The backup in ${folder} was made by a newer program (${manifest.program}): use that one.`)
  for (const table of manifest.tables)
    if ((await hashOf(rowsFile(folder, table.name)).catch(() => '')) !== table.sha256)
      throw new StartRefused(`The backup in ${folder} is damaged: the rows of ${table.name} are not what was written. Use another one.`)
  return manifest
}
