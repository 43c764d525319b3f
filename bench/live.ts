// What telling of changes costs those who save: npx tsx bench/live.ts [--home=<folder>] [--cards=5000] [--ms=2500] [--rounds=5] [--built=<folder>]
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { embeddedOwnerUrl, withClient } from '#server/db/cluster/embedded.ts'
import { casesOf } from './cases.ts'
import { loadNow, postgresCpu } from './cpu.ts'
import { buildServer, removeHome, seededHome, startProgram } from './ground.ts'
import { load } from './load.ts'

const { values: asked } = parseArgs({
  options: {
    home: { type: 'string' },
    cards: { type: 'string', default: '5000' },
    ms: { type: 'string', default: '2500' },
    rounds: { type: 'string', default: '5' },
    built: { type: 'string' },
  },
})
const connections = [1, 4, 16] as const
/** Without the triggers, with triggers that send no notification, and as the program is. */
const ways = ['silent', 'triggers', 'told'] as const
type Way = (typeof ways)[number]

const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)]!
const cells = (parts: readonly (string | number)[]): string => parts.map((part) => String(part).padStart(13)).join(' ')

if (!asked.built) await buildServer()
const home = await seededHome(asked.home, Number(asked.cards))
const program = await startProgram(home, asked.built)
const stop = new AbortController()
try {
  const began = loadNow()
  const token = await program.signIn('manager')
  const save = (await casesOf(program.port, token)).find(({ name }) => name === 'update of the remark')!.next
  // As many browsers as one session may have listen meanwhile.
  for (let n = 0; n < 8; n++) {
    const { status, body } = await fetch(`http://127.0.0.1:${program.port}/api/sse/realtime-data`, {
      headers: { 'blade-auth': `bearer ${token}`, accept: 'text/event-stream' },
      signal: stop.signal,
    })
    if (status !== 200) throw new Error(`a stream was refused: ${status}`)
    void body?.pipeTo(new WritableStream()).catch(() => {})
  }
  await withClient(await embeddedOwnerUrl(home), async (owner) => {
    const { rows } = await owner.query<{ text: string }>(`select pg_get_functiondef('live_change'::regproc) as text`)
    const whole = rows[0]!.text
    const become = async (way: Way): Promise<void> => {
      await owner.query(way === 'triggers' ? whole.replace('perform pg_notify(', 'perform concat(') : whole)
      for (const verb of ['insert', 'update', 'delete'])
        await owner.query(`alter table device ${way === 'silent' ? 'disable' : 'enable'} trigger device_live_${verb}`)
    }
    const found = new Map<string, { rps: number; postgres: number }[]>()
    for (let round = 0; round <= Number(asked.rounds); round++)
      for (const count of connections)
        for (const way of ways) {
          await become(way)
          const postgres = postgresCpu(program.postmaster)
          const { took, wall } = await load(program.port, token, count, Number(asked.ms), save)
          // The first round warms up.
          if (round === 0) continue
          const key = `${count} ${way}`
          const used = (postgresCpu(program.postmaster) - postgres) / took.length
          found.set(key, [...(found.get(key) ?? []), { rps: (took.length / wall) * 1000, postgres: used }])
        }
    await become('told')
    console.log(
      `${new Date().toISOString().slice(0, 16)} · Node ${process.version} · ${cpus().length} × ${cpus()[0]!.model.trim()} · load ${began} → ${loadNow()} · ${asked.rounds} rounds, medians`,
    )
    console.log(cells(['connections', 'silent', 'triggers', 'told', 'told/silent', 'PG µs silent', 'PG µs told']))
    for (const count of connections) {
      const of = (way: Way) => found.get(`${count} ${way}`)!
      const ratio = median(of('told').map(({ rps }, at) => rps / of('silent')[at]!.rps))
      const cpu = (way: Way) => median(of(way).map(({ postgres }) => postgres)).toFixed(0)
      const rps = ways.map((way) => median(of(way).map((one) => one.rps)).toFixed(0))
      console.log(cells([count, ...rps, ratio.toFixed(2), cpu('silent'), cpu('told')]))
    }
  })
} finally {
  stop.abort()
  await program.stop()
  if (!asked.home) await removeHome(home)
}
