import { createHash, randomUUID } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:tls'
import type { AuthenticateError, Client } from 'aedes'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type Credential, credentialOf } from '../credentials.ts'
import { contentOf, namedBy } from '../message-content.ts'
import { type Intake, mostOfAll, mostOfTenant } from './intake.ts'
import { PacketGate } from './packet-gate.ts'

/** Connections at a time. */
const mostConnections = 5000
/** Sign-ins that fail, of one address in a minute, before further ones are refused unread. */
const mostWrong = 60
/** How long a connection may take to sign in, ms. */
const signInMs = 10_000
/** Bytes that a waiting message takes beside its content. */
const besides = 300

/** Certificate and key, PEM. */
export interface Pair {
  readonly cert: string
  readonly key: string
}

/** The open broker. */
export interface Broker {
  readonly port: number
  /** Shows a renewed certificate to new connections. */
  renew(pair: Pair): void
  /** Stops reading, acknowledges what is stored and closes all connections. */
  close(): Promise<void>
}

interface Given {
  readonly pool: pg.Pool
  readonly intake: Intake
  readonly log: FastifyBaseLogger
  readonly host: string
  readonly port: number
  /** Without it plain TCP. */
  readonly tls?: Pair | undefined
  /** Connections a minute and address. */
  readonly limit: number
}

/** Counts events by address; `over` an address's number of a minute. Forgets all of them each minute. */
function counted(): { add(address: string): number; of(address: string): number } {
  let counts = new Map<string, number>()
  let minute = 0
  const current = (): Map<string, number> => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, counts] = [now, new Map()]
    return counts
  }
  return {
    of: (address) => current().get(address) ?? 0,
    add(address) {
      const count = (current().get(address) ?? 0) + 1
      current().set(address, count)
      return count
    },
  }
}

/** Bytes of messages that gates have let pass, by hospital and in all: they are bounded before the intake has the whole message. */
function openRoom(): { has(tenantId: string): boolean; take(tenantId: string, bytes: number): void } {
  const open = new Map<string, number>()
  let total = 0
  return {
    has: (tenantId) => total < mostOfAll && (open.get(tenantId) ?? 0) < mostOfTenant,
    take(tenantId, bytes) {
      total += bytes
      const now = (open.get(tenantId) ?? 0) + bytes
      if (now === 0) open.delete(tenantId)
      else open.set(tenantId, now)
    },
  }
}

/** Codes of a refused CONNECT. */
const refusals = { away: 3, wrong: 4, limited: 5 } as const
const refusal = (why: keyof typeof refusals): AuthenticateError =>
  Object.assign(new Error(why), { returnCode: refusals[why] as AuthenticateError['returnCode'] })

/**
 * Opens the broker that comes with the program. It takes readings and hands on nothing: no subscriptions, no retained messages, no wills, no sessions.
 * A message is acknowledged when it is stored or listed as rejected. Rejects when the port is taken.
 */
export async function openBroker({ pool, intake, log, host, port, tls, limit }: Given): Promise<Broker> {
  const { Aedes } = await import('aedes')
  const senders = new WeakMap<Client, { readonly gate: PacketGate; by?: Credential }>()
  const gates = new Set<PacketGate>()
  const [tries, wrong] = [counted(), counted()]
  const nothing = Buffer.alloc(0)

  const room = openRoom()
  const retryAll = (): void => {
    for (const gate of gates) gate.retry()
  }

  const broker = await Aedes.createBroker({
    connectTimeout: signInMs,
    maxClientsIdLength: 500,
    preConnect(client, packet, done) {
      const address = senders.get(client)?.gate.address ?? ''
      if (tries.add(address) > limit || wrong.of(address) >= mostWrong) return done(new Error('too many connections'), false)
      delete packet.will
      packet.clean = true
      // Of this credential: a client of another hospital with the same name must not push it out, nor clients without a name each other.
      packet.clientId = `${createHash('sha256')
        .update(packet.password ?? '')
        .digest('base64url')}/${packet.clientId || randomUUID()}`
      done(null, true)
    },
    authenticate(client, username, password, done) {
      const sender = senders.get(client)
      if (!sender) return done(refusal('away'), null)
      credentialOf(pool, password?.toString() ?? '').then(
        (by) => {
          if (!by || by.tenantId !== username) {
            wrong.add(sender.gate.address)
            return done(refusal('wrong'), null)
          }
          sender.by = by
          done(null, true)
        },
        (error: unknown) => {
          log.error(error, 'a sensor cannot sign in')
          done(refusal('away'), null)
        },
      )
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
    authorizeForward: () => null,
    authorizePublish(client, packet, done) {
      const sender = client && senders.get(client)
      if (!sender?.by) return done(new Error('not signed in'))
      const { gate, by } = sender
      const content = packet.payload as Buffer
      packet.retain = false
      const message = { ...(namedBy(packet.topic) ?? { tenantId: '', sensorCode: '' }), ...contentOf(content.toString()), by }
      intake.add(by.tenantId, {
        message,
        size: content.length + besides,
        done(error) {
          gate.settled()
          // It is stored: copies that wait for the second half of QoS 2 need no content.
          packet.payload = nothing
          done(error)
        },
      })
    },
  })
  broker.on('clientReady', (client) => senders.get(client)?.gate.welcome())

  const admit = (socket: Socket): void => {
    socket.setNoDelay(true).setKeepAlive(true, 60_000)
    const sender: { readonly gate: PacketGate; by?: Credential } = {
      gate: new PacketGate(socket, {
        hasRoom: () => sender.by !== undefined && room.has(sender.by.tenantId) && intake.hasRoom(sender.by.tenantId),
        opened: (bytes) => room.take(sender.by?.tenantId ?? '', bytes),
      }),
    }
    gates.add(sender.gate)
    sender.gate.once('close', () => {
      gates.delete(sender.gate)
      retryAll()
    })
    senders.set(broker.handle(sender.gate), sender)
  }
  intake.onRoom(() => retryAll())
  const server: Server = tls ? createSecureServer({ ...tls, handshakeTimeout: signInMs }, admit) : createServer(admit)
  server.maxConnections = mostConnections
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(port, host, () => {
      server.off('error', fail)
      done()
    })
  })
  server.on('error', (error) => log.error(error, 'the MQTT port fails'))
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    renew(pair) {
      if (tls) (server as SecureServer).setSecureContext(pair)
    },
    async close() {
      const closed = new Promise((done) => server.close(done))
      for (const gate of gates) gate.stop()
      await intake.idle()
      // Acknowledgements of the last batch are written in the next turns.
      await new Promise((done) => setTimeout(done, 50))
      await new Promise<void>((done) => broker.close(done))
      for (const gate of gates) gate.destroy()
      await closed
    },
  }
}
