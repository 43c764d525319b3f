import { type Quantity, quantities, type Rejection } from '#contract/entities/iot/sensor-kinds.ts'
import { dayMs } from '#contract/kit/time/day.ts'
import { momentOf } from '#contract/kit/time/moment.ts'

/** Where the messages of a sensor model hold a value: value × factor + addend. */
export interface Metric {
  readonly quantity: Quantity
  readonly path: string
  readonly factor: number
  readonly addend: number
}

/** How the messages of a sensor are read. */
export interface Mapping {
  readonly timePath: string
  readonly metrics: readonly Metric[]
}

/** The values of a reading, by quantity. */
export type Values = Readonly<Partial<Record<Quantity, number>>>

/** A message as read: its moment and values, or why it is refused. */
export type Read = { readonly ts: string; readonly values: Values } | { readonly rejection: Rejection }

/** Messages without a declared mapping name the quantities themselves. */
export const usualMapping: Mapping = {
  timePath: 'ts',
  metrics: (Object.keys(quantities) as Quantity[]).map((quantity) => ({ quantity, path: quantity, factor: 1, addend: 0 })),
}

/** A clock may be this much ahead of ours. */
const aheadMs = 300_000
/** A sensor may have stored readings for so long. */
const behindMs = 400 * dayMs

/** The value at a path such as `data.0.p` or `data[0].p`; undefined if there is none. Inherited properties are none. */
function valueAt(payload: unknown, path: string): unknown {
  let value = payload
  for (const part of path
    .replace(/^\$\.?/, '')
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')) {
    if (part === '') continue
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}

/** Milliseconds of seconds, milliseconds, or a text with or without an offset; NaN for anything else. */
function timeOf(value: unknown): number {
  if (typeof value === 'number') return value > 1e11 ? value : value * 1000
  if (typeof value !== 'string') return Number.NaN
  if (/^\d{9,14}$/.test(value)) return timeOf(Number(value))
  const moment = momentOf(value)
  return moment === undefined ? Number.NaN : Date.parse(moment)
}

/** A number, also as text or a switch; undefined if the message holds none. NaN for anything else. */
function numberOf(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return value
  return typeof value === 'string' ? Number(value) : Number.NaN
}

/** Reads a message by its mapping. One implausible value refuses it whole: the others are of the same faulty moment. */
export function readMessage(payload: unknown, mapping: Mapping, now: Date): Read {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return { rejection: 'badPayload' }
  const at = valueAt(payload, mapping.timePath)
  if (at === undefined || at === null) return { rejection: 'badPayload' }
  const ms = Math.round(timeOf(at))
  if (!(ms <= now.getTime() + aheadMs && ms >= now.getTime() - behindMs)) return { rejection: 'badClock' }
  const values: Partial<Record<Quantity, number>> = {}
  for (const { quantity, path, factor, addend } of mapping.metrics) {
    const raw = numberOf(valueAt(payload, path))
    if (raw === undefined) continue
    const scaled = raw * factor + addend
    const value = quantity === 'contact' ? Math.round(scaled) : scaled
    const { min, max } = quantities[quantity]
    if (!(value >= min && value <= max)) return { rejection: 'badValue' }
    values[quantity] = value
  }
  if (Object.keys(values).length === 0) return { rejection: 'badPayload' }
  return { ts: new Date(ms).toISOString(), values }
}
