import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const forbidden = /\/node_modules\/(antd|@ant-design|echarts|zrender|zod)\/|\/contract\/(registry\.ts$|modules\/)/

export interface FirstPage {
  /** Module of a page that must load at once, from the project's root. */
  readonly page: string
  /** Groups of modules of which the page loads one, such as the words of the person's language: the largest counts. */
  readonly oneOf?: readonly (readonly string[])[]
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
        if (first) checkSize(first, chunks, bundle, (text) => this.error(text))
      },
    },
  }
}

/** Fails a build whose first page needs more JavaScript than allowed. */
export function firstLoad(first: FirstPage): Plugin {
  return {
    name: 'first-load',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        checkSize(first, chunks, bundle, (text) => this.error(text))
      },
    },
  }
}

function checkSize(first: FirstPage, chunks: Chunk[], bundle: Bundle, fail: (text: string) => never): void {
  const bytes = Math.max(...(first.oneOf ?? [[]]).map((also) => sizeOf(firstChunks(chunks, bundle, [first.page, ...also]))))
  if (bytes > first.limit) fail(`${first.page} needs ${bytes} B of JavaScript (gzip), allowed are ${first.limit} B`)
}

/** The chunks that must arrive before a page shows: those of the entry, those of its modules, and all they import statically. */
function firstChunks(chunks: Chunk[], bundle: Bundle, modules: readonly string[]): Set<Chunk> {
  const needed = new Set<Chunk>()
  const need = (chunk: Chunk): void => {
    if (needed.has(chunk)) return
    needed.add(chunk)
    for (const name of chunk.imports) {
      const part = bundle[name]
      if (part?.type === 'chunk') need(part)
    }
  }
  for (const chunk of chunks) if (chunk.isEntry) need(chunk)
  for (const name of modules) {
    const holders = chunks.filter((chunk) => Object.keys(chunk.modules).some((id) => id.replaceAll('\\', '/').endsWith(`/${name}`)))
    if (holders.length === 0) throw new Error(`no chunk holds ${name}`)
    holders.forEach(need)
  }
  return needed
}

const sizeOf = (chunks: Set<Chunk>): number => [...chunks].reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0)
