import { createServer, type Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet'
import type pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import type { Intake } from '#server/features/iot/mqtt/intake.ts'
import { openOutside } from '#server/features/iot/mqtt/outside.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
const v5 = { protocolVersion: 5 } as const
const until = async (is: () => boolean): Promise<void> => {
  for (let left = 2000; left > 0 && !is(); left--) await new Promise((done) => setTimeout(done, 5))
  expect(is()).toBe(true)
}

/** A broker of a few lines and the program's client at it. `rows` answers whether a hospital exists. */
async function pair(rows: () => Promise<{ rowCount: number }>) {
  const [waiting, heard, sockets] = [[] as Parameters<Intake['add']>[1][], [] as Packet[], [] as Socket[]]
  const server = createServer((socket) => {
    sockets.push(socket)
    const reading = parser(v5)
    const say = (packet: Packet) => socket.write(generate(packet, v5))
    reading.on('packet', (packet) => {
      heard.push(packet)
      if (packet.cmd === 'connect') say({ cmd: 'connack', returnCode: 0, reasonCode: 0, sessionPresent: false })
      if (packet.cmd === 'subscribe') say({ cmd: 'suback', messageId: packet.messageId!, granted: [1] })
    })
    socket.on('data', (chunk) => reading.parse(chunk)).on('error', () => {})
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const intake: Intake = {
    add: (_tenant, one) => void waiting.push(one),
    hasRoom: () => true,
    onRoom() {},
    idle: async () => {},
  }
  const silent = { info() {}, warn() {}, error() {} } as unknown as FastifyBaseLogger
  const outside = await openOutside({
    url: `mqtt://127.0.0.1:${(server.address() as { port: number }).port}`,
    clientId: 'ward-1',
    pool: { query: rows } as unknown as pg.Pool,
    intake,
    log: silent,
    figures: new Map(),
  })
  ends.push(
    () => server.close(),
    () => {
      for (const socket of sockets) socket.destroy()
    },
    () => outside.close(),
  )
  await until(() => heard.some(({ cmd }) => cmd === 'subscribe'))
  const publish = (messageId: number, topic = 'eam/100001/A/telemetry'): void => {
    const packet = { cmd: 'publish', topic, payload: '{}', qos: 1, messageId, dup: false, retain: false }
    sockets.at(-1)!.write(generate(packet as IPublishPacket, v5))
  }
  const acknowledged = (): (number | undefined)[] => heard.filter(({ cmd }) => cmd === 'puback').map(({ messageId }) => messageId)
  return { publish, waiting, acknowledged, connects: () => heard.filter(({ cmd }) => cmd === 'connect').length }
}

// The library offers no way to acknowledge later, so the program stands in front of one of its methods: this fails if that changes.
test('the broker hears of a message when it is stored, not before, and never of one that is not', async () => {
  const { publish, waiting, acknowledged, connects } = await pair(async () => ({ rowCount: 1 }))
  for (const id of [1, 2, 3]) publish(id)
  await until(() => waiting.length === 3)
  // One that no hospital could list is done at once.
  publish(4, 'eam/other')
  await until(() => acknowledged().length > 0)
  expect(acknowledged()).toEqual([4])
  waiting[1]!.done()
  await until(() => acknowledged().length === 2)
  waiting[0]!.done()
  await until(() => acknowledged().length === 3)
  expect(acknowledged()).toEqual([4, 2, 1])
  // The connection starts over, so that the broker sends it again.
  waiting[2]!.done(new Error('the database is away'))
  await until(() => connects() === 2)
  expect(acknowledged()).toEqual([4, 2, 1])
})

test('while no one can say whether a hospital exists, one message waits and the others stay with the broker', async () => {
  const asked: ((_: { rowCount: number }) => void)[] = []
  const { publish, waiting, acknowledged } = await pair(() => new Promise((done) => void asked.push(done)))
  for (let id = 1; id <= 20; id += 1) publish(id, `eam/${100_000 + id}/A/telemetry`)
  for (let at = 0; at < 20; at += 1) {
    await until(() => asked.length > at)
    expect(asked.length).toBe(at + 1)
    asked[at]!({ rowCount: 1 })
  }
  await until(() => waiting.length === 20)
  for (const { done } of waiting) done()
  await until(() => acknowledged().length === 20)
})
