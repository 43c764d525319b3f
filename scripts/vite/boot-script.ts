import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const source = fileURLToPath(new URL('../../src/app/boot.ts', import.meta.url))

/**
 * Puts `src/app/boot.ts` before everything else of a page, as a small classic script of its own: it may lead to the other body, and nothing of this
 * one should have been fetched by then. A file and not an inline script, because the content policy allows no inline ones.
 */
export function bootScript(): Plugin {
  let base = '/'
  let fileName = ''
  return {
    name: 'boot-script',
    configResolved(config) {
      base = config.base
    },
    async buildStart() {
      if (this.meta.watchMode) return
      const code = await classicScript(source)
      fileName = `assets/boot-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source: code })
    },
    transformIndexHtml(_html, { server }) {
      const attrs = server ? { type: 'module', src: `${base}src/app/boot.ts` } : { src: base + fileName }
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
    },
  }
}

/** The code of a module and all it imports as one classic script. */
export async function classicScript(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, lib: { entry, formats: ['iife'], name: 'eamScript' } },
  })
  const [first] = Array.isArray(result) ? result : [result]
  if (first === undefined || !('output' in first)) throw new Error(`${entry} gave no output`)
  return first.output[0].code
}

/** Gives the built page another name: the phone's page is the index of its folder. */
export function htmlName(from: string, to: string): Plugin {
  return {
    name: 'html-name',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle[from]
        if (page) page.fileName = to
      },
    },
  }
}

/** Asks for a page's styles before its program: nothing is painted without them, and behind forty scripts they come last. */
export function stylesFirst(): Plugin {
  return {
    name: 'styles-first',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links: string[] = []
        const rest = html.replace(/[ \t]*<link rel="stylesheet"[^>]*>\n?/g, (link) => {
          links.push(link)
          return ''
        })
        return rest.replace(/[ \t]*<script type="module"/, (program) => links.join('') + program)
      },
    },
  }
}
