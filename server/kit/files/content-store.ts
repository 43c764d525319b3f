import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Stores file contents, each once per tenant under its hash (hex sha-256). May hold contents that no row refers to any more. */
export interface ContentStore {
  /** Whether the content is stored completely, with `size` bytes. */
  has(tenantId: string, sha256: string, size: number): Promise<boolean>
  /** Durable: when it returns, the content survives a power failure. `name`: the hash, or `thumbName` or `copyName` of it. */
  put(tenantId: string, name: string, bytes: Buffer): Promise<void>
  read(tenantId: string, sha256: string): Promise<Readable>
  /** A derived content (`thumbName`, `copyName`); undefined if not computed yet, empty if it cannot be computed. */
  made(tenantId: string, name: string): Promise<Buffer | undefined>
  /** Removes a content and everything derived from it. */
  remove(tenantId: string, sha256: string): Promise<void>
  /** Yields the hash of every stored object of a tenant older than `olderThanMs`; repeats the hash for each derived object. */
  list(tenantId: string, olderThanMs: number): AsyncIterable<string>
  /** Health check: whether contents can be read and written now. */
  answers(): Promise<boolean>
}

const tenant = /^[0-9A-Za-z]{1,12}$/
const name = /^([0-9a-f]{64})(\.thumb|\.copy)?$/

/** The object name of the thumbnail of a content. */
export const thumbName = (sha256: string): string => `${sha256}.thumb`

/** The object name of the copy of a picture that browsers can show. */
export const copyName = (sha256: string): string => `${sha256}.copy`

/** The object names of a content and everything derived from it. */
export const namesOf = (sha256: string): readonly string[] => [sha256, thumbName(sha256), copyName(sha256)]

/** The hash of an object name; undefined if it is not the name of a content. */
export const hashOfName = (given: string): string | undefined => name.exec(given)?.[1]

/** Throws for names that could lead outside the tenant's folder. */
export function checkNames(tenantId: string, given: string): void {
  if (!tenant.test(tenantId) || !name.test(given)) throw new Error('no name of a content')
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Contents in a folder: `<folder>/<tenant>/<aa>/<name>`. */
export function diskStore(folder: string): ContentStore {
  const pathOf = (tenantId: string, name: string): string => {
    checkNames(tenantId, name)
    return join(folder, tenantId, name.slice(0, 2), name)
  }
  const names = (path: string): Promise<string[]> => readdir(path).catch(() => [])
  return {
    async has(tenantId, sha256, size) {
      const found = await stat(pathOf(tenantId, sha256)).catch(() => undefined)
      return found?.isFile() === true && found.size === size
    },
    async put(tenantId, name, bytes) {
      const path = pathOf(tenantId, name)
      const part = join(folder, tenantId, `${randomUUID()}.part`)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        const handle = await open(part, 'wx', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      for (const above of [dirname(path), join(folder, tenantId), folder]) await sync(above)
    },
    async read(tenantId, sha256) {
      const handle = await open(pathOf(tenantId, sha256), 'r')
      return createReadStream('', { fd: handle })
    },
    async made(tenantId, name) {
      return readFile(pathOf(tenantId, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
    },
    async remove(tenantId, sha256) {
      for (const name of namesOf(sha256)) await rm(pathOf(tenantId, name), { force: true })
    },
    answers: async () => true,
    async *list(tenantId, olderThanMs) {
      if (!tenant.test(tenantId)) return
      const before = Date.now() - olderThanMs
      for (const start of await names(join(folder, tenantId))) {
        // A partial upload left by a killed process.
        if (start.endsWith('.part')) {
          const path = join(folder, tenantId, start)
          const found = await stat(path).catch(() => undefined)
          if (found && found.mtimeMs < before) await rm(path, { force: true })
          continue
        }
        for (const name of await names(join(folder, tenantId, start))) {
          const sha256 = hashOfName(name)
          const found = sha256 && (await stat(join(folder, tenantId, start, name)).catch(() => undefined))
          if (found && found.mtimeMs < before) yield sha256
        }
      }
    },
  }
}
