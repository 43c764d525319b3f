import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/kit/errors.ts'

/** Folder of the built pages: beside the bundled server, or in dist of the sources; undefined before the first build. */
function webFolder(): string | undefined {
  const folders = ['../web/', '../../dist/web/', '../dist/web/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  return folders.find((folder) => existsSync(`${folder}index.html`))
}

/** Whether a path names a page of ours in every reading: browsers take what begins with `//` or `/\` for another host, and a proxy may decode it first. */
function isOwnPage(path: string): boolean {
  const decoded = path.replace(/%(?:25)*(2f|5c)/gi, (_, sign: string) => (sign.toLowerCase() === '2f' ? '/' : '\\'))
  return /^\/(?![/\\])/.test(decoded)
}

/** Serves the desk at `/` and the phone at `/m/`; any other page address of either opens its body. `folder`: where the built pages are. */
export async function web(app: FastifyInstance, folder = webFolder()): Promise<void> {
  if (folder)
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      // The build leaves compressed scripts beside the scripts; compressing them for each visitor takes longer than all else of a page.
      preCompressed: true,
      // The library's own line would stand above ours.
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz'],
      setHeaders(reply, path) {
        // Files with a hash in their name never change; everything else is revalidated.
        reply.header('cache-control', /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
        reply.header('vary', 'accept-encoding')
      },
    })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (folder && wantsPage && isOwnPage(path) && !path.startsWith('/api'))
      return reply.header('cache-control', 'no-cache').sendFile(path === '/m' || path.startsWith('/m/') ? 'm/index.html' : 'index.html')
    throw new Refusal('no_such_call')
  })
}
