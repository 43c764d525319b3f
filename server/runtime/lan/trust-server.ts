import { X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { trustPage } from './trust-page.ts'

const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

/**
 * Answers by plain HTTP, before a phone trusts anything: the page that explains, the authority's certificate, and a redirect to the program for
 * every other address. It serves nothing else. `app` answers the address of the program for the host that was asked, which may be any: only
 * names of this machine may come back.
 */
export function trustServer(authority: string, app: (host: string) => string): Server {
  const certificate = new X509Certificate(authority)
  return createServer((request, response) => {
    const host = /^(\[[^\]]+\]|[^:]+)/.exec(request.headers.host ?? '')?.[1] ?? ''
    const address = app(host.replace(/^\[|\]$/g, '').toLowerCase())
    const path = request.url?.split('?')[0]
    if (path === '/trust/authority.crt')
      response
        .writeHead(200, {
          ...headers,
          'content-type': 'application/x-x509-ca-cert',
          'content-disposition': 'attachment; filename="wardkeeper-authority.crt"',
        })
        .end(certificate.raw)
    else if (path === '/' || path === '/trust')
      response
        .writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' })
        .end(trustPage(address, certificate.fingerprint256))
    else response.writeHead(307, { ...headers, location: `${address}/` }).end()
  })
}
