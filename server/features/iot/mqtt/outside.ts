import type { FastifyBaseLogger } from 'fastify'
import type { MqttClient, Packet } from 'mqtt'
import type pg from 'pg'
import { contentOf, namedBy } from '../message-content.ts'
import type { MessageFigures } from '../take-messages.ts'
import type { Intake } from './intake.ts'

/** Every process takes a part of this stream. */
export const sharedTopic = '$share/wardkeeper/eam/+/+/telemetry'
/** How long the broker keeps messages for a process that is away, seconds. */
const sessionSeconds = 7 * 24 * 3600
/** Messages that the broker sends ahead of their acknowledgement. */
const mostUnacknowledged = 1000
/** Bytes of a packet; the broker drops larger messages. */
const mostPacket = 4 * 1024 * 1024
/** Pauses before the next try to connect, ms. */
const [firstPause, longestPause] = [500, 30_000]
/** For so long it is remembered whether a hospital is in use, ms, and of how many. */
const [keptMs, mostKept] = [60_000, 10_000]
const besides = 300

interface Given {
  readonly url: string
  /** Fixed for a process, as the broker keeps its session by it. */
  readonly clientId: string
  readonly pool: pg.Pool
  readonly intake: Intake
  readonly log: FastifyBaseLogger
  readonly figures: MessageFigures
}

/** Asks whether a hospital exists and is not stopped; topics of a foreign broker may invent any. */
function tenantsOf(pool: pg.Pool): (id: string) => Promise<boolean> {
  const known = new Map<string, { readonly until: number; readonly exists: Promise<boolean> }>()
  return (id) => {
    const now = Date.now()
    const kept = known.get(id)
    if (kept && kept.until > now) return kept.exists
    if (known.size >= mostKept) known.clear()
    const exists = /^[0-9A-Za-z]{1,20}$/.test(id)
      ? pool.query('select 1 from tenant where id = $1 and stopped_at is null', [id]).then(({ rowCount }) => rowCount === 1)
      : Promise.resolve(false)
    known.set(id, { until: now + keptMs, exists })
    exists.catch(() => known.delete(id))
    return exists
  }
}

/** Sends a packet; the library keeps this method to itself, yet a message is acknowledged by nothing else. */
type SendPacket = (packet: Packet, done?: (error?: Error) => void, ...more: unknown[]) => void

/**
 * Takes readings from a broker of the operator's own, which lets senders in by rules of its own. MQTT 5, a shared subscription, a session that
 * outlives the process. A message is acknowledged when it is stored or listed as rejected; what was not is sent again to this process.
 */
export async function openOutside({ url, clientId, pool, intake, log, figures }: Given): Promise<{ close(): Promise<void> }> {
  const { connect } = await import('mqtt')
  const exists = tenantsOf(pool)
  const client: MqttClient = connect(url, {
    ...{ protocolVersion: 5, clientId, clean: false, resubscribe: false, reconnectPeriod: firstPause, connectTimeout: 15_000 },
    properties: { sessionExpiryInterval: sessionSeconds, receiveMaximum: mostUnacknowledged, maximumPacketSize: mostPacket },
  })
  // Of the present connection, by packet id: what sends the acknowledgement, once the library has asked to.
  let unacknowledged = new Map<number, { isStored: boolean; acknowledge?: () => void }>()
  let waitForRoom: (() => void)[] = []
  let isClosing = false
  intake.onRoom(() => {
    for (const go of waitForRoom.splice(0)) go()
  })

  const sender = client as unknown as { _sendPacket: SendPacket }
  const send = sender._sendPacket.bind(client)
  sender._sendPacket = (packet, done, ...more) => {
    const open = packet.cmd === 'puback' ? unacknowledged.get(packet.messageId!) : undefined
    if (!open) return send(packet, done, ...more)
    open.acknowledge = () => send(packet)
    if (open.isStored) settle(unacknowledged, packet.messageId!)
    done?.()
  }
  const settle = (of: typeof unacknowledged, id: number): void => {
    const open = of.get(id)
    if (!open || of !== unacknowledged) return
    open.isStored = true
    if (!open.acknowledge) return
    of.delete(id)
    open.acknowledge()
  }
  /** The broker sends again what this connection leaves unacknowledged. */
  const startOver = (): void => void client.stream.destroy()

  client.handleMessage = (packet, next) => {
    if (isClosing) return
    const [of, id] = [unacknowledged, packet.messageId]
    if (id !== undefined && packet.qos > 0) of.set(id, { isStored: false })
    const stored = (error?: Error): void => {
      if (id === undefined || packet.qos === 0) return
      if (!error) settle(of, id)
      else if (of === unacknowledged) startOver()
    }
    const named = namedBy(packet.topic)
    const content = packet.payload as Buffer
    const take = (isKnown: boolean): void => {
      if (named && isKnown) {
        const message = { ...named, ...contentOf(content.toString()) }
        intake.add(named.tenantId, { message, size: content.length + besides, done: stored })
      } else {
        // There is no hospital whose list could show it.
        figures.set('foreignTopic', (figures.get('foreignTopic') ?? 0) + 1)
        stored()
      }
    }
    // The next packets are read at once, so that many share a transaction, as long as it is known where they go and there is room for them.
    void exists(named?.tenantId ?? '')
      .then(take, stored)
      .then(() => {
        if (!named || intake.hasRoom(named.tenantId)) next()
        else waitForRoom.push(() => next())
      })
  }

  client.on('connect', () => {
    client.options.reconnectPeriod = firstPause
    log.info('connected to the MQTT broker')
    client.subscribe(sharedTopic, { qos: 1 }, (error) => {
      if (!error) return
      log.error(error, 'the MQTT broker refuses the subscription')
      client.options.reconnectPeriod = longestPause
      startOver()
    })
  })
  client.on('close', () => {
    unacknowledged = new Map()
    waitForRoom = []
    client.options.reconnectPeriod = Math.min(longestPause, (client.options.reconnectPeriod ?? firstPause) * 2)
  })
  client.on('error', (error) => log.warn(error, 'the MQTT broker does not answer'))

  return {
    async close() {
      isClosing = true
      await intake.idle()
      await client.endAsync()
    },
  }
}
