import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerKind } from '#contract/kit/entity/answer.ts'
import { type ErrorCode, type ErrorParameters, Refusal, sentence } from '#contract/kit/errors.ts'
import { isLostConnection } from '#server/db/cluster/lost-connection.ts'
import { disposition, isDownload } from '#server/kit/files/download.ts'
import { noteLacking } from './request-log.ts'
import { languageOf } from './who.ts'

const success = { zh: '操作成功', en: 'Done' }

/** Sends the answer of a call: the envelope, a flat object, or a file. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answers: AnswerKind, data: unknown): unknown {
  if (isDownload(data)) return reply.header('content-disposition', disposition(data.download)).type(data.type).send(data.body)
  const body = answers === 'flat' ? data : { code: 200, success: true, msg: success[languageOf(request)], data: data ?? null }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** What a refusal says, for a whole answer or for one operation of a push. */
export function refusalBody(request: FastifyRequest, code: ErrorCode, http: number, parameters: ErrorParameters, data: unknown) {
  const msg = sentence(code, parameters, languageOf(request))
  return { code: http, success: false, msg, error: code, error_description: msg, data }
}

// Database errors that say something a person can act on.
const databaseCodes: Readonly<Record<string, ErrorCode>> = {
  '0A000': 'busy',
  '21000': 'bad_request',
  '22001': 'bad_request',
  '22003': 'bad_request',
  '22007': 'bad_request',
  '22008': 'bad_request',
  '22021': 'bad_request',
  '22P02': 'bad_request',
  '22P05': 'bad_request',
  '23502': 'bad_request',
  '23503': 'bad_request',
  '25P03': 'busy',
  '26000': 'busy',
  '40001': 'busy',
  '40P01': 'busy',
  '53300': 'busy',
  '54000': 'bad_request',
  '55P03': 'op_in_progress',
  '57014': 'busy',
  '57P01': 'busy',
  '57P02': 'busy',
  '57P03': 'busy',
  ECONNREFUSED: 'busy',
  ECONNRESET: 'busy',
  EPIPE: 'busy',
}

/** The refusal that an error means; undefined for an unexpected error. */
export function refusalFrom(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code ? databaseCodes[code] : undefined
  if (known || code?.startsWith('08')) return new Refusal(known ?? 'busy')
  if (isLostConnection(error)) return new Refusal('busy')
  // Nesting that no person makes ends in the depth of the stack.
  if (error instanceof RangeError && /call stack/.test(error.message)) return new Refusal('bad_request')
  if (statusCode === 413) return new Refusal('too_large')
  if (statusCode === 429) return new Refusal('too_many_requests')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('bad_request')
  return undefined
}

/** The one place where errors become HTTP: refusals with their message, everything else logged under a request id that the person sees. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const refusal = refusalFrom(error)
  if (!refusal) request.log.error({ err: error }, 'unforeseen error')
  if (refusal?.parameters.lacks) noteLacking(request, String(refusal.parameters.lacks))
  const code = refusal?.code ?? 'unknown'
  const http = refusal?.http ?? 500
  const parameters = refusal?.parameters ?? { request: request.id }
  if ((http === 429 || http === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', '2')
  return reply
    .code(http)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusalBody(request, code, http, parameters, refusal?.data ?? null)))
}
