import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'

let serial = 0

/** A client that signs in at the broker of a program and does not come back by itself; rejects when refused. */
export const mqttClient = (port: number, tenantId: string, secret: string, more: IClientOptions = {}): Promise<MqttClient> =>
  connectAsync(
    `mqtt://127.0.0.1:${port}`,
    { username: tenantId, password: secret, reconnectPeriod: 0, clientId: `t-${process.pid}-${++serial}`, ...more },
    false,
  )

/** The topic of a sensor. */
export const topicOf = (tenantId: string, code: string): string => `eam/${tenantId}/${code}/telemetry`

/** Resolves when the connection of a client ends. */
export const cutOf = async (client: MqttClient): Promise<void> => {
  if (client.connected) await new Promise<void>((done) => client.once('close', () => done()))
}

/** Looks up to 300 times, at least 15 s long, whether something has happened; then throws. */
export async function seen(what: string, hasHappened: () => Promise<boolean>): Promise<void> {
  for (let left = 300; left > 0; left--) {
    if (await hasHappened()) return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`${what}: not so after 300 looks`)
}
