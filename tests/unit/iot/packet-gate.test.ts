import { EventEmitter, once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet'
import { afterEach, expect, test, vi } from 'vitest'
import { mostOpen, mostPublish, PacketGate } from '#server/features/iot/mqtt/packet-gate.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A gate and the client in front of it. */
async function pair(hasRoom = () => true) {
  const open = { bytes: 0, most: 0 }
  const opened = (bytes: number): void => {
    open.bytes += bytes
    open.most = Math.max(open.most, open.bytes)
  }
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const client = connect((server.address() as { port: number }).port, '127.0.0.1')
  client.on('error', () => {})
  const [socket] = (await once(server, 'connection')) as [Socket]
  const [gate, packets, errors, reading] = [new PacketGate(socket, { hasRoom, opened }), [] as Packet[], [] as Error[], parser()]
  reading.on('packet', (packet) => packets.push(packet))
  gate.on('error', (error) => errors.push(error))
  gate.on('data', (chunk: Buffer) => reading.parse(chunk))
  ends.push(() => {
    client.destroy()
    server.close()
  })
  return { client, gate, packets, errors, open }
}
const message = (text: string, messageId = 1): Buffer =>
  generate({ cmd: 'publish', topic: 'eam/1/A/telemetry', payload: text, qos: 1, messageId, dup: false, retain: false } as IPublishPacket)
const until = async (is: () => boolean): Promise<void> => {
  for (let left = 2000; left > 0 && !is(); left--) await new Promise((done) => setTimeout(done, 5))
  expect(is()).toBe(true)
}

test('packets pass whole however they are cut on the way', async () => {
  const { client, packets } = await pair()
  client.setNoDelay(true)
  const bytes = Buffer.concat([message('a'.repeat(300), 1), generate({ cmd: 'pingreq' }), message('b', 2)])
  for (const byte of bytes) {
    client.write(Buffer.from([byte]))
    await new Promise((done) => setImmediate(done))
  }
  await until(() => packets.length === 3)
  expect(packets.map(({ cmd }) => cmd)).toEqual(['publish', 'pingreq', 'publish'])
  expect((packets[0] as IPublishPacket).payload.toString()).toBe('a'.repeat(300))
})

test('a client meets a full window while its messages are not stored; what it sends beyond stays with it', async () => {
  const { client, gate, packets, open } = await pair()
  const one = message('x'.repeat(1000))
  let [isFull, sent] = [false, 0]
  // Until nothing more fits into the buffers between the two.
  while (!isFull && sent < 100_000) {
    isFull = !client.write(one) && client.writableLength > 4 * 1024 * 1024
    sent += 1
    if (sent % 100 === 0) await new Promise((done) => setImmediate(done))
  }
  expect(isFull).toBe(true)
  expect(packets.length).toBe(mostOpen)
  for (let at = 0; at < sent; at += 1) {
    await until(() => packets.length > at)
    gate.settled()
  }
  expect(packets.length).toBe(sent)
  expect(open.bytes).toBe(0)
  expect(open.most).toBeLessThan(mostOpen * 1100)
})

test('a connection that ends gives back what its messages held', async () => {
  const { client, gate, packets, open } = await pair()
  client.write(Buffer.concat([message('a'), message('b')]))
  await until(() => packets.length === 2)
  expect(open.bytes).toBeGreaterThan(0)
  gate.destroy()
  await until(() => open.bytes === 0)
  gate.settled()
  expect(open.bytes).toBe(0)
})

test('nothing passes while there is no room, and all of it afterwards', async () => {
  let hasRoom = false
  const { client, gate, packets } = await pair(() => hasRoom)
  client.write(Buffer.concat([generate({ cmd: 'pingreq' }), message('a', 1), message('b', 2)]))
  await until(() => packets.length === 1)
  expect(packets[0]!.cmd).toBe('pingreq')
  hasRoom = true
  gate.retry()
  await until(() => packets.length === 3)
})

test('nothing passes between CONNECT and its answer', async () => {
  const { client, gate, packets } = await pair()
  client.write(
    Buffer.concat([
      generate({ cmd: 'connect', clientId: 'a', keepalive: 0, protocolId: 'MQTT', protocolVersion: 4, clean: true }),
      message('a'),
    ]),
  )
  await until(() => packets.length === 1)
  gate.welcome()
  await until(() => packets.length === 2)
})

test('of a message of 200 MB so much passes as shows that it is too large, and the next one is whole', async () => {
  const { client, packets } = await pair()
  const part = Buffer.alloc(1024 * 1024, 'y')
  const parts = 200
  const head = Buffer.concat([Buffer.from([0, 1]), Buffer.from('t'), Buffer.from([0, 7])])
  let length = head.length + part.length * parts
  const bytes = [0x32]
  for (; length > 0; length = Math.floor(length / 128)) bytes.push((length % 128) | (length >= 128 ? 128 : 0))
  client.write(Buffer.concat([Buffer.from(bytes), head]))
  for (let at = 0; at < parts; at += 1) if (!client.write(part)) await once(client, 'drain')
  client.write(message('next', 8))
  await until(() => packets.length === 2)
  const [large, next] = packets as [IPublishPacket, IPublishPacket]
  expect(large).toMatchObject({ topic: 't', messageId: 7 })
  expect(large.payload.length).toBe(mostPublish - head.length)
  expect(next.payload.toString()).toBe('next')
})

test('other packets above their bound, and lengths without an end, end the connection', async () => {
  for (const bytes of [
    [0x10, 0xff, 0xff, 0x7f],
    [0x30, 0xff, 0xff, 0xff, 0xff, 0x01],
  ]) {
    const { client, packets, errors } = await pair()
    client.write(Buffer.from(bytes))
    await once(client, 'close')
    expect(packets).toEqual([])
    expect(errors).toHaveLength(1)
  }
})

test('a packet has a minute to arrive, however many came before it and wherever chunks end', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ends.push(() => vi.useRealTimers())
  const socket = Object.assign(new EventEmitter(), { pause() {}, resume() {}, destroy() {} })
  const gate = new PacketGate(socket as unknown as Socket, { hasRoom: () => true, opened() {} })
  gate.on('error', () => {}).on('data', () => {})
  const bytes = message('steady')
  const cut = bytes.length - 5
  socket.emit('data', bytes.subarray(0, cut))
  // A slow link in full use: each chunk ends one message and begins the next.
  for (let at = 0; at < 10; at += 1) {
    vi.advanceTimersByTime(20_000)
    socket.emit('data', Buffer.concat([bytes.subarray(cut), bytes.subarray(0, cut)]))
  }
  expect(gate.destroyed).toBe(false)
  vi.advanceTimersByTime(40_000)
  socket.emit('data', bytes.subarray(cut, cut + 1))
  vi.advanceTimersByTime(20_000)
  expect(gate.destroyed).toBe(true)
})
