import type { FastifyInstance, FastifyRequest } from 'fastify'
import { takeReadings } from '#contract/calls/iot/sensor.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { countedTogether } from '#server/http/counted.ts'
import type { Mounting } from '#server/http/mount.ts'
import { sendAnswer } from '#server/http/reply.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { credentialOf } from './credentials.ts'
import { judgeReadings } from './raise-alarms.ts'
import { type Message, takeMessages } from './take-messages.ts'

/** Largest content of one message in characters. */
const mostContent = 65_536
/** Messages of one request. */
const mostMessages = 5000

/** Messages since the start of the process, by what became of them, for the metrics. */
export type MessageFigures = Map<string, number>

/** The messages of a body: each is a reading with its `sensorCode`, or names its `topic` and holds the reading as `payload`. */
function messagesOf(body: unknown, tenantId: string): Message[] {
  const all = Array.isArray(body) ? body : ((body ?? {}) as Record<string, unknown>).messages
  if (!Array.isArray(all)) throw refusalOf([{ field: 'messages', label: takeReadings.input.messages, rule: 'required' }])
  if (all.length > mostMessages)
    throw new Refusal('rule', { zh: `一次最多上报 ${mostMessages} 条消息`, en: `Send at most ${mostMessages} messages at once` })
  return all.map((one) => messageOf(one, tenantId))
}

function messageOf(one: unknown, tenantId: string): Message {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return { tenantId, sensorCode: '', payload: one, fault: 'badPayload' }
  const { topic, sensorCode, payload = one } = one as Record<string, unknown>
  const named = typeof topic === 'string' ? /^eam\/([^/]+)\/([^/]+)\/telemetry$/.exec(topic) : undefined
  const of = {
    tenantId: typeof topic === 'string' ? (named?.[1] ?? '') : tenantId,
    sensorCode: named?.[2] ?? (typeof sensorCode === 'string' ? sensorCode : ''),
  }
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  if (text.length > mostContent) return { ...of, payload: text.slice(0, 1000), fault: 'tooLarge' }
  if (typeof payload !== 'string') return { ...of, payload }
  try {
    return { ...of, payload: JSON.parse(payload) as unknown }
  } catch {
    return { ...of, payload, fault: 'badPayload' }
  }
}

const bearer = ({ headers }: FastifyRequest): string => (headers.authorization ?? '').replace(/^Bearer /, '')

/** Takes readings over HTTP. `limit`: requests a minute, by address. `figures` counts what became of the messages. */
export function telemetryRoute(app: FastifyInstance, { tools }: Mounting, limit: number, figures: MessageFigures): void {
  const count = (outcome: string, more: number): void => void figures.set(outcome, (figures.get(outcome) ?? 0) + more)
  const counted = countedTogether(app, limit)
  for (const path of pathsOf(takeReadings))
    app.post(`/api${path}`, counted, async (request, reply) => {
      const credential = await credentialOf(tools.pool, bearer(request))
      if (!credential) throw new Refusal('signed_out')
      const now = new Date()
      const taken = await takeMessages(tools.pool, credential, messagesOf(request.body, credential.tenantId), now)
      // The readings are stored; what fails here is done by the timed job within a minute.
      if (taken.isJudged)
        await judgeReadings(tools.pool, credential.tenantId, now).catch((error: unknown) =>
          request.log.error(error, 'alarms are not judged'),
        )
      count('stored', taken.stored)
      count('repeated', taken.repeated)
      for (const one of taken.rejected) count(one, 1)
      const { stored, repeated, rejected } = taken
      return sendAnswer(request, reply.header('cache-control', 'no-store'), 'one', { stored, repeated, rejected: rejected.length })
    })
}
