import { mostContent } from '#contract/entities/iot/sensor-kinds.ts'
import type { Message } from './take-messages.ts'

/** Hospital and sensor of a topic `eam/{tenantId}/{sensorCode}/telemetry`; undefined for any other topic. */
export function namedBy(topic: string): { readonly tenantId: string; readonly sensorCode: string } | undefined {
  const [, tenantId, sensorCode] = /^eam\/([^/]+)\/([^/]+)\/telemetry$/.exec(topic) ?? []
  return tenantId !== undefined && sensorCode !== undefined ? { tenantId, sensorCode } : undefined
}

/** The content of a message as text: read as JSON, or why it is not. */
export function contentOf(text: string): Pick<Message, 'payload' | 'fault'> {
  if (text.length > mostContent) return { payload: text.slice(0, 1000), fault: 'tooLarge' }
  try {
    return { payload: JSON.parse(text) as unknown }
  } catch {
    return { payload: text, fault: 'badPayload' }
  }
}
