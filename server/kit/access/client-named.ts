/** Client id and secret from a Basic header; undefined without one. */
export function basicClient(authorization: string | undefined): { readonly id: string; readonly secret: string } | undefined {
  const [, coded] = /^basic\s+([\w+/=-]+)\s*$/i.exec(authorization ?? '') ?? []
  if (!coded) return undefined
  const [id = '', ...secret] = Buffer.from(coded, 'base64').toString('utf8').split(':')
  return { id, secret: secret.join(':') }
}
