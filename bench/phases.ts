import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from '#server/db/cluster/embedded.ts'

const kinds = ['parse', 'bind', 'execute'] as const

/** What PostgreSQL did for a request, in microseconds on its own clock; planning is part of bind, or of parse where a statement is analysed. */
export type Phases = Readonly<Record<(typeof kinds)[number] | 'statements', number>>

const superUrl = async (home: string): Promise<string> => {
  const { superuser } = JSON.parse(await readFile(join(home, 'secrets.json'), 'utf8')) as { superuser: string }
  return `postgresql://postgres:${superuser}@localhost/wardkeeper?host=${encodeURIComponent(join(home, 'run'))}`
}

async function setLogging(home: string, value: string): Promise<void> {
  await withClient(await superUrl(home), async (client: pg.Client) => {
    await client.query(`alter system ${value}`)
    await client.query('select pg_reload_conf()')
  })
  // Sessions read their settings between two statements.
  await sleep(300)
}

const mean = (numbers: readonly number[], requests: number): number => (1000 * numbers.reduce((sum, one) => sum + one, 0)) / requests

/** Lets PostgreSQL log the length of every phase while `work` runs and answers how many requests it made. `home`: the folder of the bench's database. */
export async function phasesOf(home: string, work: () => Promise<number>): Promise<Phases> {
  const file = join(home, 'postgres.log')
  await setLogging(home, 'set log_min_duration_statement = 0')
  try {
    const { size } = await stat(file)
    const requests = await work()
    const log = await open(file)
    const end = (await log.stat()).size
    const { buffer } = await log.read(Buffer.alloc(end - size), 0, end - size, size)
    await log.close()
    const found = [...buffer.toString().matchAll(/LOG: {2}duration: ([\d.]+) ms {2}(parse|bind|execute)/g)]
    const of = (kind: string): number[] => found.filter((one) => one[2] === kind).map((one) => Number(one[1]))
    const [parse, bind, execute] = kinds.map((kind) => mean(of(kind), requests)) as [number, number, number]
    return { parse, bind, execute, statements: of('execute').length / requests }
  } finally {
    await setLogging(home, 'reset log_min_duration_statement')
  }
}
