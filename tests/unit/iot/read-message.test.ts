import { expect, test } from 'vitest'
import type { Quantity } from '#contract/entities/iot/sensor-kinds.ts'
import { contentOf, namedBy } from '#server/features/iot/message-content.ts'
import { type Mapping, readMessage, usualMapping } from '#server/features/iot/read-message.ts'

const now = new Date('2026-11-30T03:00:00Z')
const mapping = (timePath: string, ...metrics: [Quantity, string, number?, number?][]): Mapping => ({
  timePath,
  metrics: metrics.map(([quantity, path, factor = 1, addend = 0]) => ({ quantity, path, factor, addend })),
})
const at = '2026-11-30T02:59:00.000Z'
const seconds = Date.parse(at) / 1000

test.each<[string, Mapping, unknown, Record<string, number>]>([
  [
    'a smart plug with a telegram of its own',
    mapping('Time', ['power', 'ENERGY.Power'], ['energy', 'ENERGY.Total']),
    { Time: at, ENERGY: { Power: 42, Total: 1.5 } },
    { power: 42, energy: 1.5 },
  ],
  [
    'a LoRa uplink in tenths',
    mapping('rx.time', ['temperature', 'object.t', 0.1], ['humidity', 'object.h', 0.5]),
    { rx: { time: seconds }, object: { t: -185, h: 120 } },
    { temperature: -18.5, humidity: 60 },
  ],
  [
    'registers of a meter in kilowatts and watt-hours',
    mapping('t', ['power', 'regs[0].v', 1000], ['energy', 'regs[1].v', 0.001]),
    { t: seconds * 1000, regs: [{ v: 1.25 }, { v: 2500 }] },
    { power: 1250, energy: 2.5 },
  ],
  [
    'a probe in Fahrenheit, as text',
    mapping('$.ts', ['temperature', '$.f', 5 / 9, -160 / 9]),
    { ts: String(seconds), f: '37.4' },
    { temperature: 3 },
  ],
  ['a door that says true', mapping('ts', ['contact', 'open']), { ts: at, open: true }, { contact: 1 }],
])('%s', (_name, by, payload, wanted) => {
  const said = readMessage(payload, by, now)
  expect(said).toMatchObject({ ts: at })
  for (const [name, value] of Object.entries(wanted))
    expect((said as { values: Record<string, number> }).values[name]).toBeCloseTo(value, 6)
})

test.each<[string, Mapping, unknown]>([
  ['badPayload', mapping('a.b', ['power', 'p']), { a: 1, p: 1 }],
  ['badPayload', mapping('ts', ['power', 'nothing.there']), { ts: at, p: 1 }],
  ['badPayload', mapping('ts', ['power', 'constructor.length']), { ts: at }],
  ['badPayload', usualMapping, [{ ts: at, power: 1 }]],
  ['badClock', usualMapping, { ts: 0, power: 1 }],
  ['badClock', usualMapping, { ts: '2099-01-01T00:00:00Z', power: 1 }],
  ['badValue', usualMapping, { ts: at, power: { v: 1 } }],
  ['badValue', mapping('ts', ['power', 'p', 1000]), { ts: at, p: 1e9 }],
])('a mapping that does not fit says %s', (rejection, by, payload) => {
  expect(readMessage(payload, by, now)).toEqual({ rejection })
})

test('topics and contents are read as they are, and nothing else is', () => {
  expect(namedBy('eam/100001/PW-1/telemetry')).toEqual({ tenantId: '100001', sensorCode: 'PW-1' })
  for (const topic of ['eam/1/2/3/telemetry', '/eam/1/2/telemetry', 'eam//2/telemetry', 'eam/1/2/telemetry/', ''])
    expect(namedBy(topic)).toBeUndefined()
  expect(contentOf('{"a":1}')).toEqual({ payload: { a: 1 } })
  expect(contentOf('NaN').fault).toBe('badPayload')
  expect(contentOf(`"${'x'.repeat(70_000)}"`).fault).toBe('tooLarge')
})
