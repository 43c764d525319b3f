import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { MessageFigures } from '../take-messages.ts'
import { openBroker, type Pair } from './broker.ts'
import { openIntake } from './intake.ts'
import { openOutside } from './outside.ts'

/** Where sensors reach the program by MQTT. */
export interface MqttListen {
  readonly host: string
  readonly port: number
  /** Told the port once the broker listens; undefined: the port cannot be opened. */
  readonly opened: (port: number | undefined) => void
}

interface Given {
  readonly pool: pg.Pool
  readonly figures: MessageFigures
  /** A broker of the operator's own, instead of the one that comes with the program. */
  readonly outside?: { readonly url: string; readonly clientId: string } | undefined
  readonly listen?: MqttListen | undefined
  readonly tls?: Pair | undefined
  /** Connections a minute and address. */
  readonly limit: number
}

/** Starts taking readings by MQTT, if the settings say so. The program runs on without it when the port is taken or the broker away. */
export async function startMqtt(app: FastifyInstance, { pool, figures, outside, listen, tls, limit }: Given): Promise<void> {
  if (!outside && !listen) return
  const { log } = app
  const intake = openIntake(pool, log, figures)
  if (outside) {
    const { close } = await openOutside({ ...outside, pool, intake, log, figures })
    app.addHook('onClose', close)
    return
  }
  if (!listen) return
  try {
    const broker = await openBroker({ ...listen, pool, intake, log, tls, limit })
    app.server.on('certificate', (pair: Pair) => broker.renew(pair))
    app.addHook('onClose', () => broker.close())
    listen.opened(broker.port)
  } catch (error) {
    log.warn(error, 'the MQTT port cannot be opened')
    listen.opened(undefined)
  }
}
