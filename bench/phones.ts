// A hundred phones sync while the desk lists: npx tsx bench/phones.ts [--phones=100] [--seconds=30] [--cards=20000] [--pause=1000] [--home=<folder>]
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { v7 } from 'uuid'
import {
  fingerprint,
  PULL_QUERY_MAX,
  type PullAnswer,
  type PushAnswer,
  pullBody,
  pullQuery,
  SYNC_SCHEMA,
  TENANT_HEADER,
  USER_HEADER,
} from '#contract/sync/sync.ts'
import { loadNow } from './cpu.ts'
import { buildServer, bundle, removeHome, seededHome, startProgram, tenants } from './ground.ts'
import { ask, load } from './load.ts'

const { values: asked } = parseArgs({
  options: {
    phones: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '30' },
    cards: { type: 'string', default: '20000' },
    pause: { type: 'string', default: '1000' },
    home: { type: 'string' },
    built: { type: 'string' },
  },
})
const [count, ms, pauseMs] = [Number(asked.phones), Number(asked.seconds) * 1000, Number(asked.pause)]
const share = (took: readonly number[], part: number): string =>
  ([...took].sort((a, b) => a - b)[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0).toFixed(0)

/** A phone: its own session, cursors and operations. */
class Phone {
  readonly pushed: number[] = []
  readonly pulled: number[] = []
  ops = 0
  rows = 0
  private cursors: Record<string, string | null> = {}
  private readonly device = v7()
  private readonly base: string
  private readonly headers: Record<string, string>

  private readonly writes: boolean

  constructor(base: string, token: string, userId: string, writes: boolean) {
    this.base = base
    this.writes = writes
    this.headers = {
      'blade-auth': `bearer ${token}`,
      [USER_HEADER]: userId,
      [TENANT_HEADER]: tenants.large,
      'content-type': 'application/json',
    }
  }

  private async call<T>(path: string, body?: object): Promise<T> {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const answer = await fetch(this.base + path, { ...init, headers: this.headers })
    const said = (await answer.json()) as { data: T; msg: string }
    if (answer.status !== 200) throw new Error(`${path.slice(0, 60)}: ${answer.status} ${said.msg}`)
    return said.data
  }

  async pull(): Promise<void> {
    for (let more = true; more; ) {
      const request = { cursors: this.cursors, limit: 2000 }
      const query = pullQuery(request)
      const begun = performance.now()
      const answer = await (query.length > PULL_QUERY_MAX
        ? this.call<PullAnswer>('/api/sync/pull', pullBody(request))
        : this.call<PullAnswer>(`/api/sync/pull?${query}`))
      this.pulled.push(performance.now() - begun)
      this.rows += answer.changes.length
      this.cursors = { ...this.cursors, ...answer.cursors }
      more = answer.more
    }
  }

  async push(): Promise<void> {
    const ops = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const id = v7()
        const said = { kind: 'device.submit', target: { type: 'device', id }, body: { deviceName: '手机建的卡' } }
        const when = { occurredAt: new Date().toISOString(), skewMs: 0 }
        return {
          id: v7(),
          schema: SYNC_SCHEMA,
          lane: `card:${id}`,
          deps: [],
          baseVersion: null,
          ...said,
          ...when,
          fp: await fingerprint(said),
        }
      }),
    )
    const begun = performance.now()
    const { results } = await this.call<PushAnswer>('/api/sync/push', { deviceId: this.device, schema: SYNC_SCHEMA, ops })
    this.pushed.push(performance.now() - begun)
    const failed = results.find((one) => one.outcome !== 'done')
    if (failed) throw new Error(`an operation ended as ${failed.outcome}: ${failed.msg}`)
    this.ops += results.length
  }

  async run(until: number): Promise<void> {
    await sleep(Math.random() * pauseMs)
    while (performance.now() < until) {
      if (this.writes) await this.push()
      await this.pull()
      await sleep(pauseMs)
    }
  }
}

if (!asked.built) await buildServer()
const home = await seededHome(asked.home, Number(asked.cards))
const program = await startProgram(home, asked.built ?? bundle)
const base = `http://127.0.0.1:${program.port}`
let failed = 0
try {
  const desk = await program.signIn('manager')
  const idOf = async (token: string) =>
    (await ask<{ data: { user_id: string } }>(program.port, token, { path: '/api/blade-user/info' })).data.user_id
  const phones: Phone[] = []
  for (let index = 0; index < count; index++) {
    const writes = index % 2 === 0
    const token = await program.signIn(writes ? 'manager' : 'restricted')
    phones.push(new Phone(base, token, await idOf(token), writes))
  }
  const list = { path: '/api/eam/device/list?current=1&size=10' }
  const alone = await load(program.port, desk, 2, 3000, () => ({ request: list }))
  for (const phone of phones) await phone.pull()
  for (const phone of phones) [phone.pushed.length, phone.pulled.length, phone.rows] = [0, 0, 0]
  const until = performance.now() + ms
  const [busy] = await Promise.all([
    load(program.port, desk, 2, ms, () => ({ request: list })),
    ...phones.map((phone) =>
      phone.run(until).catch((error: unknown) => {
        failed++
        console.error(error)
      }),
    ),
  ])
  const [pushed, pulled] = [phones.flatMap((one) => one.pushed), phones.flatMap((one) => one.pulled)]
  const sum = (of: (phone: Phone) => number): number => phones.reduce((all, phone) => all + of(phone), 0)
  console.log(
    `${count} phones, half of them push 3 operations, all pull, then rest ${pauseMs} ms; ${ms / 1000} s, ${asked.cards} cards, load ${loadNow()}`,
  )
  console.log(`${sum((one) => one.ops)} operations, ${sum((one) => one.rows)} rows pulled, ${failed} phones with an error`)
  const line = (name: string, took: readonly number[]): void =>
    console.log(`${name.padEnd(28)} ${String(took.length).padStart(6)} × p50 ${share(took, 0.5)} ms, p99 ${share(took, 0.99)} ms`)
  line('push', pushed)
  line('pull', pulled)
  line('desk list, no phone syncs', alone.took)
  line('desk list, all sync', busy.took)
  process.exitCode = failed > 0 ? 1 : 0
} finally {
  await program.stop()
  if (!asked.home) await removeHome(home)
}
