import type { FastifyInstance, FastifyRequest } from 'fastify'
import { takeReadings } from '#contract/calls/iot/sensor.ts'
import { mostContent } from '#contract/entities/iot/sensor-kinds.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { countedTogether } from '#server/http/counted.ts'
import type { Mounting } from '#server/http/mount.ts'
import { sendAnswer } from '#server/http/reply.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { type Credential, credentialOf } from './credentials.ts'
import { contentOf, namedBy } from './message-content.ts'
import { judgeReadings } from './raise-alarms.ts'
import { countTaken, type Message, type MessageFigures, takeMessages } from './take-messages.ts'

/** Messages of one request. */
const mostMessages = 5000

/** The messages of a body: each is a reading with its `sensorCode`, or names its `topic` and holds the reading as `payload`. */
function messagesOf(body: unknown, by: Credential): Message[] {
  const all = Array.isArray(body) ? body : ((body ?? {}) as Record<string, unknown>).messages
  if (!Array.isArray(all)) throw refusalOf([{ field: 'messages', label: takeReadings.input.messages, rule: 'required' }])
  if (all.length > mostMessages)
    throw new Refusal('rule', { zh: `一次最多上报 ${mostMessages} 条消息`, en: `Send at most ${mostMessages} messages at once` })
  return all.map((one) => ({ ...messageOf(one, by.tenantId), by }))
}

function messageOf(one: unknown, tenantId: string): Message {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return { tenantId, sensorCode: '', payload: one, fault: 'badPayload' }
  const { topic, sensorCode, payload = one } = one as Record<string, unknown>
  const named = typeof topic === 'string' ? namedBy(topic) : undefined
  const of = {
    tenantId: typeof topic === 'string' ? (named?.tenantId ?? '') : tenantId,
    sensorCode: named?.sensorCode ?? (typeof sensorCode === 'string' ? sensorCode : ''),
  }
  if (typeof payload === 'string') return { ...of, ...contentOf(payload) }
  const text = JSON.stringify(payload)
  return text.length > mostContent ? { ...of, ...contentOf(text) } : { ...of, payload }
}

const bearer = ({ headers }: FastifyRequest): string => (headers.authorization ?? '').replace(/^Bearer /, '')

/** Takes readings over HTTP. `limit`: requests a minute, by address. `figures` counts what became of the messages. */
export function telemetryRoute(app: FastifyInstance, { tools }: Mounting, limit: number, figures: MessageFigures): void {
  const counted = countedTogether(app, limit)
  for (const path of pathsOf(takeReadings))
    app.post(`/api${path}`, counted, async (request, reply) => {
      const credential = await credentialOf(tools.pool, bearer(request))
      if (!credential) throw new Refusal('signed_out')
      const now = new Date()
      const taken = await takeMessages(tools.pool, credential.tenantId, messagesOf(request.body, credential), now)
      if (taken.revoked.size > 0) throw new Refusal('signed_out')
      // The readings are stored; what fails here is done by the timed job within a minute.
      if (taken.isJudged)
        await judgeReadings(tools.pool, credential.tenantId, now).catch((error: unknown) =>
          request.log.error(error, 'alarms are not judged'),
        )
      countTaken(figures, taken)
      const { stored, repeated, rejected } = taken
      return sendAnswer(request, reply.header('cache-control', 'no-store'), 'one', { stored, repeated, rejected: rejected.length })
    })
}
