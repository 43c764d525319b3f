import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where the contents of files are, each once in a tenant under its hash (hex sha-256). A place may hold contents that no row names any more. */
export interface ContentStore {
  /** Whether it is there whole, with so many bytes. */
  has(tenantId: string, sha256: string, size: number): Promise<boolean>
  /** When it returns, the content outlives a power cut. */
  put(tenantId: string, sha256: string, bytes: Buffer): Promise<void>
  read(tenantId: string, sha256: string): Promise<Readable>
  remove(tenantId: string, sha256: string): Promise<void>
  /** Every hash of a tenant that has lain there for so long. */
  list(tenantId: string, olderThanMs: number): AsyncIterable<string>
}

const hash = /^[0-9a-f]{64}$/
const tenant = /^[0-9A-Za-z]{1,12}$/

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Contents in a folder: `<folder>/<tenant>/<aa>/<sha>`. */
export function diskStore(folder: string): ContentStore {
  const pathOf = (tenantId: string, sha256: string): string => {
    if (!tenant.test(tenantId) || !hash.test(sha256)) throw new Error('no name of a content')
    return join(folder, tenantId, sha256.slice(0, 2), sha256)
  }
  const names = (path: string): Promise<string[]> => readdir(path).catch(() => [])
  return {
    async has(tenantId, sha256, size) {
      const found = await stat(pathOf(tenantId, sha256)).catch(() => undefined)
      return found?.isFile() === true && found.size === size
    },
    async put(tenantId, sha256, bytes) {
      const path = pathOf(tenantId, sha256)
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
    async remove(tenantId, sha256) {
      await rm(pathOf(tenantId, sha256), { force: true })
    },
    async *list(tenantId, olderThanMs) {
      if (!tenant.test(tenantId)) return
      const before = Date.now() - olderThanMs
      for (const start of await names(join(folder, tenantId))) {
        // What a writer that was killed has left.
        if (start.endsWith('.part')) {
          const path = join(folder, tenantId, start)
          const found = await stat(path).catch(() => undefined)
          if (found && found.mtimeMs < before) await rm(path, { force: true })
          continue
        }
        for (const name of await names(join(folder, tenantId, start))) {
          const found = hash.test(name) ? await stat(join(folder, tenantId, start, name)).catch(() => undefined) : undefined
          if (found && found.mtimeMs < before) yield name
        }
      }
    },
  }
}
