import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { contentsOf } from './contents.ts'
import { dataHome } from './db/cluster/data-home.ts'
import { processUser } from './db/cluster/process-user.ts'
import { openDatabase } from './db/open-database.ts'
import { openPool } from './db/pool.ts'
import type { MqttListen } from './features/iot/mqtt/start-mqtt.ts'
import { announce } from './runtime/announce.ts'
import { firstPassword } from './runtime/first-password.ts'
import { serveLan } from './runtime/lan/serve-lan.ts'
import { tlsOf } from './runtime/lan/tls.ts'
import { addressOf, choosePort, listenRefusal } from './runtime/listen.ts'
import { takeLock } from './runtime/lock.ts'
import { prepareDatabase } from './runtime/prepare.ts'
import { liveProcess, type ProcessLife } from './runtime/process-life.ts'
import { secretKeysOf } from './secret-keys.ts'
import { readSettings, type Settings } from './settings.ts'

const start = async (life: ProcessLife): Promise<void> => {
  const asked = readSettings(process.argv.includes('--lan') ? { ...process.env, LAN: 'on' } : process.env)
  const builtIn = asked.DATABASE_URL === undefined
  const user = builtIn ? processUser() : undefined
  const home = await dataHome(asked.DATA_DIR, user, builtIn)
  const lock = builtIn ? await takeLock(home.asked) : undefined
  if (lock) life.onStop(lock.release)
  const port = await choosePort(asked.HOST, asked.PORT, home.folder)
  const tls = await tlsOf(asked, home.folder)
  const url = addressOf(asked.HOST, port, tls)
  const settings: Settings = { ...asked, PORT: port, DATA_DIR: home.folder, PUBLIC_URL: asked.PUBLIC_URL ?? url }
  // Asked before a new database is created: stopping here leaves nothing half done.
  const early =
    builtIn && !settings.DEMO && !existsSync(join(home.folder, 'postgres')) ? await firstPassword(settings.ADMIN_PASSWORD) : undefined

  const database = await openDatabase(settings, home.folder, user)
  life.onStop(database.stop)
  let running = true
  life.onStop(async () => {
    running = false
  })
  void database.ended.then(async () => {
    if (running) await endWith(life, `PostgreSQL ends again and again: see ${join(home.folder, 'postgres.log')} and start again.`)
  })

  const pool = openPool(database.appUrl, settings.DATABASE_POOL, database.isPooled)
  life.onStop(() => pool.end())
  const password = (): Promise<string> => (early === undefined ? firstPassword(settings.ADMIN_PASSWORD) : Promise.resolve(early))
  const prepared = await prepareDatabase(database, pool, settings.DEMO, password, contentsOf(settings, () => {}).put)
  secretKeysOf(settings).current()
  const shutdown = { delayMs: settings.STOP_DELAY * 1000, withinMs: settings.STOP_GRACE * 1000 }
  let mqttPort: number | undefined
  const mqtt: MqttListen | undefined =
    settings.MQTT_PORT === 0 || settings.MQTT_URL
      ? undefined
      : {
          host: asked.HOST,
          port: settings.MQTT_PORT,
          opened: (found) => {
            mqttPort = found
          },
        }
  const app = await buildApp({
    settings,
    pool,
    jobsUrl: database.jobsUrl,
    ...(database.directUrl ? { directUrl: database.directUrl } : {}),
    tls: tls?.pair,
    localAuthority: tls?.authority !== undefined,
    shutdown,
    ...(mqtt ? { mqtt } : {}),
  })
  life.onStop(() => app.close(), shutdown.delayMs + shutdown.withinMs)
  await app.listen({ host: asked.HOST, port }).catch((error: unknown) => Promise.reject(listenRefusal(error, asked.HOST, port)))
  const lan = tls && (await serveLan({ tls, app, port, host: asked.HOST, life }))
  await lock?.announce(url)
  announce({ url, home, database, settings, prepared, trust: lan, ...(mqtt ? { mqtt: mqttPort } : {}) })
}

const endWith = async (life: ProcessLife, sentence: string): Promise<void> => {
  console.error(sentence)
  await life.end(1)
}

await liveProcess(start)
