import { Agent, request } from 'node:http'

/** What tests read of an answer; the names are those of a `Response`. */
export interface PlainAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly text: string
}

export interface PlainRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  readonly signal?: AbortSignal
}

const agent = new Agent({ keepAlive: true })

/**
 * One request over HTTP, with half the work of `fetch`: for tests that make thousands. Follows no redirect and asks for no packed answer.
 */
export const plainRequest = (url: string, { method = 'GET', headers = {}, body, signal }: PlainRequest = {}): Promise<PlainAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { accept: '*/*', ...headers }, agent, ...(signal ? { signal } : {}) }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const bytes = Uint8Array.from(parts.length === 1 ? parts[0]! : Buffer.concat(parts))
        const read = new Headers()
        for (const [name, values] of Object.entries(answer.headersDistinct)) for (const value of values ?? []) read.append(name, value)
        resolve({
          status: answer.statusCode ?? 0,
          headers: read,
          bytes,
          get text() {
            return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
          },
        })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
