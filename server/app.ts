import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { hostname } from 'node:os'
import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import type pg from 'pg'
import { Refusal } from '#contract/kit/errors.ts'
import { calls } from '#contract/registry.ts'
import { EPOCH_HEADER } from '#contract/sync/sync.ts'
import { bucketOf, rowStores } from './contents.ts'
import { federatedRoutes } from './features/identity/federated/federated-routes.ts'
import { publicRoutes } from './features/identity/sign-in/public-routes.ts'
import { sessionRoutes } from './features/identity/sign-in/session-routes.ts'
import { boundImports } from './features/import/rows/import-places.ts'
import { dueFeedRoute } from './features/insight/due-feed-route.ts'
import { type MqttListen, startMqtt } from './features/iot/mqtt/start-mqtt.ts'
import { telemetryRoute } from './features/iot/telemetry-route.ts'
import { forgottenRoutes } from './features/notice/forgotten/forgotten-routes.ts'
import { logExport } from './features/record/public.ts'
import { labelReportRoutes } from './features/service/label/report-routes.ts'
import { bodies } from './http/bodies.ts'
import { clientError } from './http/client-error.ts'
import { docsHtml, docsScript } from './http/docs-page.ts'
import { drain, type Shutdown } from './http/drain.ts'
import { readEpoch } from './http/epoch.ts'
import { faults } from './http/faults.ts'
import { fileRoute } from './http/file-route.ts'
import { health } from './http/health.ts'
import { metrics } from './http/metrics.ts'
import { type Mounting, mount } from './http/mount.ts'
import { sendError } from './http/reply.ts'
import { requestLog } from './http/request-log.ts'
import { browserRules, securityHeaders } from './http/security-headers.ts'
import { rememberSessions, type Sessions } from './http/sessions.ts'
import { web } from './http/web.ts'
import { presented } from './http/who.ts'
import { noFigures } from './jobs/figures.ts'
import { ownJobs } from './jobs/own-jobs.ts'
import { startJobs } from './jobs/start.ts'
import { rememberTotals } from './kit/counts/totals.ts'
import { callRoutes, familyRoutes, stepRoutes } from './kit/family.ts'
import type { StoreAway } from './kit/files/content-store-s3.ts'
import { timedJobs } from './kit/jobs/job.ts'
import { reachableBy } from './kit/outbound/outbound.ts'
import { siteBy } from './kit/outbound/site.ts'
import { searchModeOf } from './kit/read/leakproof.ts'
import { startLive } from './live/start-live.ts'
import { answers, serverModules } from './modules.ts'
import { openapi } from './openapi.ts'
import { secretKeysOf } from './secret-keys.ts'
import { type Settings, secretNames } from './settings.ts'
import { blobRoutes } from './sync/blob-routes.ts'
import { keepMarks } from './sync/marks.ts'
import { syncRoutes } from './sync/sync-routes.ts'
import { uploadRoutes } from './sync/upload-routes.ts'
import { slotsFor } from './sync/work-slots.ts'
import { programVersion } from './version.ts'

export interface AppOptions {
  readonly settings: Settings
  readonly pool: pg.Pool
  /** Connection of the role that works on jobs; without it no timed jobs run in this process. */
  readonly jobsUrl?: string
  /** Address that keeps sessions, when that of the pool leads to a pooler. */
  readonly directUrl?: string
  /** PEM of certificate and key; with it the program serves HTTPS only. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** The certificate is from the program's own authority, which may be recreated: browsers must not pin HTTPS to it. */
  readonly localAuthority?: boolean
  /** Where lines of the log go; without it standard output. */
  readonly log?: { write(line: string): void }
  /** Where the broker for sensors listens; without it there is none. */
  readonly mqtt?: MqttListen
  /** Graceful shutdown; without it connections close at once. */
  readonly shutdown?: Shutdown
}

/** What an error may carry of people: tokens, and the row that PostgreSQL refused. */
const neverLogged = ['req.headers.authorization', 'req.headers.cookie', 'req.headers["blade-auth"]', 'err.detail', 'err.where']
/** Settings that are secret, wherever an object that is logged holds them. */
const neverSaid = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

const elsewhere = new Set(calls.filter((of) => of.may === 'public' || /^(sync|file)\./.test(of.name)).map((of) => of.name))

/** Whether a request reached one of our calls, however its address was written. */
const isCall = (request: FastifyRequest): boolean => request.routeOptions.url?.startsWith('/api/') === true

async function protect(app: FastifyInstance, { settings, localAuthority }: AppOptions, sessions: Sessions): Promise<void> {
  await app.register(cookie)
  securityHeaders(app, browserRules(settings.PUBLIC_URL, localAuthority === true))
  await app.register(compress, { global: true, encodings: ['br', 'gzip'] })
  if (settings.RATE_LIMIT > 0)
    await app.register(rateLimit, {
      global: true,
      max: settings.RATE_LIMIT,
      timeWindow: '1 minute',
      allowList: (request) => !isCall(request),
      // A hospital shares one address, so a signed-in person is counted by session; an unknown token is ignored.
      keyGenerator: (request) => {
        const by = presented(request)
        return by && sessions.knows(by) ? by.token : request.ip
      },
      errorResponseBuilder: () => new Refusal('too_many_requests'),
    })
}

/** The same at each start of a process, another one for each process of a machine. */
const clientIdOf = (port: number | undefined): string => `wardkeeper-${hostname()}-${port ?? 0}`

/** Assembles the program on a migrated database: protection, sessions, families, steps, calls, sync, pages. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { settings, pool } = options
  const { tls } = options
  const secure: Pick<FastifyServerOptions<Server>, 'serverFactory'> = tls
    ? { serverFactory: (handler) => createSecureServer({ ...tls }, handler) as unknown as Server }
    : {}
  const app = fastify({
    ...secure,
    logger:
      settings.LOG_LEVEL === 'silent'
        ? false
        : { level: settings.LOG_LEVEL, redact: [...neverLogged, ...neverSaid], ...(options.log ? { stream: options.log } : {}) },
    logController: new fastify.LogController({ disableRequestLogging: true }),
    trustProxy: settings.TRUST_PROXY,
    genReqId: () => randomUUID().slice(0, 8),
    // Who still gets through while the program stops is answered like everybody else, and asked to end the connection.
    return503OnClosing: false,
    // Addresses that cannot be read are refused in the same words as everything else.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: clientError,
    bodyLimit: 4 * 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  const epoch = await readEpoch(pool)
  const marking = await keepMarks(pool, epoch, app.log)
  app.addHook('onClose', async () => marking.stop())
  app.addHook('onRequest', async (request, reply) => {
    if (!isCall(request)) return
    reply.header(EPOCH_HEADER, epoch.current()).header('cache-control', 'no-store')
  })
  app.setErrorHandler(sendError)
  bodies(app)
  const secrets = secretKeysOf(settings)
  const reachable = reachableBy(settings.OUTBOUND_PRIVATE)
  const warn = ({ reason }: StoreAway): void => app.log.warn({ reason }, 'the store of files fails')
  const bucket = bucketOf(settings, warn)
  const source = { folder: join(settings.DATA_DIR, 'files'), secrets, reachable, warn }
  const stores = bucket
    ? undefined
    : await rowStores(pool, source, (error) => app.log.error({ err: error }, 'the stores of files are unknown'))
  const contents = bucket ?? stores!
  const tools = {
    pool,
    totals: rememberTotals(),
    searchMode: await searchModeOf(pool),
    contents,
    stores,
    bucket: bucket && { endpoint: settings.S3_ENDPOINT!, bucket: settings.S3_BUCKET! },
    secrets,
    reachable,
    publicUrl: settings.PUBLIC_URL,
    site: siteBy(app, settings.PUBLIC_URL, tls !== undefined),
    filesIn: settings.S3_BUCKET ? ('bucket' as const) : ('disk' as const),
  }
  const mounting: Mounting = { tools, sessions: rememberSessions(tools), publicUrl: settings.PUBLIC_URL, tellExport: logExport }
  await protect(app, options, mounting.sessions)
  const figures = noFigures()
  const live: { streams: () => number } = { streams: () => 0 }
  const messages = new Map<string, number>()
  metrics(app, pool, settings.METRICS_TOKEN, {
    heldSeconds: marking.heldSeconds,
    jobs: figures,
    streams: () => live.streams(),
    messages,
  })
  requestLog(app, mounting.sessions)
  health(app, pool, contents)
  if (settings.WARDKEEPER_TEST_FAULTS) faults(app)
  const routes = [...familyRoutes(), ...stepRoutes(), ...callRoutes(answers, elsewhere)]
  const publicLimit = settings.RATE_LIMIT === 0 ? 1_000_000 : Math.ceil(settings.RATE_LIMIT / 4)
  sessionRoutes(app, mounting, { captcha: settings.CAPTCHA, limit: publicLimit })
  federatedRoutes(app, mounting, publicLimit)
  publicRoutes(app, mounting, publicLimit)
  forgottenRoutes(app, mounting, publicLimit)
  dueFeedRoute(app, mounting, publicLimit)
  labelReportRoutes(app, mounting, publicLimit)
  const telemetryLimit = settings.RATE_LIMIT === 0 ? 1_000_000 : settings.RATE_LIMIT * 4
  telemetryRoute(app, mounting, telemetryLimit, messages)
  for (const route of routes) mount(app, mounting, route)
  const inSlot = slotsFor(pool)
  syncRoutes(app, mounting, routes, epoch, inSlot)
  blobRoutes(app, mounting, contents, epoch, inSlot)
  uploadRoutes(app, mounting, contents, inSlot)
  fileRoute(app, mounting, contents)
  const hub = await startLive(app, mounting, {
    streams: settings.LIVE_STREAMS,
    heartbeatS: settings.LIVE_HEARTBEAT,
    url: options.directUrl,
  })
  live.streams = hub.count
  // Made when it is first asked for: most programs end without, and it takes a fifth of a start.
  let document: string | undefined
  app.get('/api/openapi.json', async (_, reply) => {
    document ??= JSON.stringify(openapi(programVersion))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  app.get('/api/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(docsHtml))
  app.get('/api/docs.js', async (_, reply) => reply.type('text/javascript; charset=utf-8').send(docsScript))
  await web(app)
  drain(app, options.shutdown, hub.close)
  boundImports(pool, {
    threads: settings.IMPORT_THREADS,
    seconds: settings.IMPORT_SECONDS,
    workSeconds: settings.IMPORT_WORK_SECONDS,
  })
  for (const { onClose } of serverModules) if (onClose) app.addHook('onClose', () => onClose(pool))
  for (const job of ownJobs) timedJobs.set(job.name, job)
  const jobs = await startJobs(tools, options.jobsUrl, app.log, figures)
  app.addHook('onClose', () => jobs.stop())
  const outside = settings.MQTT_URL ? { url: settings.MQTT_URL, clientId: settings.MQTT_CLIENT_ID ?? clientIdOf(settings.PORT) } : undefined
  await startMqtt(app, { pool, figures: messages, outside, listen: options.mqtt, tls, limit: telemetryLimit })
  return app
}
