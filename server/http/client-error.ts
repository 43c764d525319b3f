import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, sentence } from '#contract/kit/errors.ts'

/** What the reader of HTTP refuses before there is a request: status and refusal by its code. */
const refused: Readonly<Record<string, readonly [status: number, code: ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: [431, 'too_large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'bad_request'],
}

/** Answers what is no HTTP, or too much of it, in the words of every other refusal, and ends the connection. */
export function clientError(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, code] = refused[error.code ?? ''] ?? [400, 'bad_request']
  const msg = sentence(code, {}, 'zh')
  const body = JSON.stringify({ code: status, success: false, msg, error: code, error_description: msg, data: null })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  // The answer to a HEAD request ends with its headers; what follows is an error of the client's reader.
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD '
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`)
}
