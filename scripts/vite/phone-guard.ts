import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const forbidden = /\/node_modules\/(antd|@ant-design|echarts|zrender|zod)\/|\/contract\/(registry\.ts$|areas\/)/

export interface FirstPage {
  /** Module of a page that must load at once, from the project's root. */
  readonly page: string
  /** Most bytes of JavaScript, gzip, that may arrive before it shows. */
  readonly limit: number
}

/** Fails a build whose graph holds what is too big for a phone, or whose first page needs more JavaScript than allowed. */
export function phoneGuard(first?: FirstPage): Plugin {
  return {
    name: 'phone-guard',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        for (const chunk of chunks) {
          const found = Object.keys(chunk.modules).find((id) => forbidden.test(id.replaceAll('\\', '/')))
          if (found) this.error(`${found} must not be part of the phone; it is in ${chunk.fileName}`)
        }
        if (!first) return
        const bytes = sizeOf(firstChunks(chunks, bundle, first.page))
        if (bytes > first.limit) this.error(`${first.page} needs ${bytes} B of JavaScript (gzip), allowed are ${first.limit} B`)
      },
    },
  }
}

/** The chunks that must arrive before a page shows: those of the entry, those of the page, and all they import statically. */
function firstChunks(chunks: Chunk[], bundle: Bundle, page: string): Set<Chunk> {
  const needed = new Set<Chunk>()
  const need = (chunk: Chunk): void => {
    if (needed.has(chunk)) return
    needed.add(chunk)
    for (const name of chunk.imports) {
      const part = bundle[name]
      if (part?.type === 'chunk') need(part)
    }
  }
  const holders = chunks.filter((chunk) => Object.keys(chunk.modules).some((id) => id.replaceAll('\\', '/').endsWith(`/${page}`)))
  if (holders.length === 0) throw new Error(`no chunk holds ${page}`)
  for (const chunk of [...chunks.filter((one) => one.isEntry), ...holders]) need(chunk)
  return needed
}

const sizeOf = (chunks: Set<Chunk>): number => [...chunks].reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0)
