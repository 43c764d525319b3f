import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from '#contract/kit/errors.ts'
import { sharedAnswer } from '#server/kit/shared-answer.ts'

/** For so long one collection of the figures answers all who ask. */
const keptMs = 1000

const isHere = (address: string): boolean => address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'

/** A page that rebinds its own name to this machine sends that name as host. */
const isLoopbackHost = (host: string | undefined): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host ?? '')

/** What proxies add: one on this machine asks for others. */
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'] as const

/** The methods of calls and pages; the others have one label together. */
const counted: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT'])

/** The module of a call; `page` for what is no call, `core` for calls of no module, such as the queue of phones. */
const moduleOf = ({ routeOptions: { url, config } }: FastifyRequest): string =>
  (config as { module?: string } | undefined)?.module ?? (url?.startsWith('/api/') ? 'core' : 'page')

/** What other parts of the program know for the metrics. `ended`: by kind and outcome of a job. */
export interface Measured {
  readonly heldSeconds: () => number
  /** Open streams of live changes. */
  readonly streams: () => number
  readonly jobs: { readonly running: number; readonly waiting: number; readonly ended: ReadonlyMap<string, number> }
  /** Sensor messages by what became of them. */
  readonly messages: ReadonlyMap<string, number>
}

/** Asked from this machine itself by a loopback name, or with the token. */
const mayRead = (request: FastifyRequest, token: string | undefined): boolean => {
  if (token === undefined)
    return isHere(request.ip) && isLoopbackHost(request.headers.host) && forwarding.every((name) => request.headers[name] === undefined)
  const given = Buffer.from((request.headers.authorization ?? '').replace(/^Bearer /, ''))
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/**
 * Counts requests by call, status and duration, and serves them with the process metrics for Prometheus at `/metrics`; to this machine only, or to
 * requests that carry METRICS_TOKEN. Collecting blocks the event loop for milliseconds, so requests share one answer for a second. Calls are named by
 * their declared addresses, so no id and no person gets into a label. The series have a bound: four classes of status for each address, and one
 * histogram for each module; the log says how long each request took.
 */
export function metrics(
  app: FastifyInstance,
  pool: pg.Pool,
  token: string | undefined,
  { heldSeconds, jobs, streams, messages }: Measured,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took',
    // The name that dashboards of running installations ask for.
    labelNames: ['area'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const total = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by the class of their status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections to PostgreSQL of this process',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
  const held = new Gauge({
    name: 'sync_feed_held_seconds',
    help: 'For how long a running transaction has kept new rows from phones',
    registers: [registry],
    collect() {
      this.set(heldSeconds())
    },
  })
  const live = new Gauge({
    name: 'live_streams',
    help: 'Open streams of live changes',
    registers: [registry],
    collect() {
      this.set(streams())
    },
  })
  const working = new Gauge({
    name: 'background_jobs',
    help: 'Jobs that this process works on, and those that any process may begin',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'running' }, jobs.running)
      this.set({ state: 'waiting' }, jobs.waiting)
    },
  })
  const ended = new Counter({
    name: 'background_jobs_ended_total',
    help: 'Attempts at jobs that have ended in this process',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [key, count] of jobs.ended) {
        const [kind = '', outcome = ''] = key.split(' ')
        this.inc({ kind, outcome }, count)
      }
    },
  })
  const sensors = new Counter({
    name: 'sensor_messages_total',
    help: 'Sensor messages that this process took, by what became of them',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, count] of messages) this.inc({ outcome }, count)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'page'
    // A stream is open for hours, which says nothing about how fast calls are.
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream'))
      duration.observe({ area: moduleOf(request) }, reply.elapsedTime / 1000)
    const method = counted.has(request.method) ? request.method : 'other'
    total.inc({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` })
  })
  const collected = sharedAnswer(keptMs, () => registry.metrics())
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw new Refusal('no_such_call')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await collected())
  })
  app.addHook('onClose', async () => {
    connections.reset()
    held.reset()
    live.reset()
    working.reset()
    ended.reset()
    sensors.reset()
    registry.clear()
  })
}
