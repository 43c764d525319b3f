import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '#server/db/cluster/embedded.ts'
import { remembered } from '#server/kit/remembered.ts'

/** Address of the superuser of a built-in database that runs. */
function superUrl(home: string): string {
  const { superuser } = JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8')) as { superuser: string }
  return `postgresql://postgres:${superuser}@localhost/postgres?host=${encodeURIComponent(join(home, 'run'))}`
}

/** What one request takes of each statement that `run` sends, dearest first, from the log of PostgreSQL: milliseconds by the clock, triggers included; what comes before execution holds the planning. */
export async function statementsOf(home: string, requests: number, run: () => Promise<unknown>): Promise<string> {
  const logFile = join(home, 'postgres.log')
  const keep = async (durations: string): Promise<void> =>
    withClient(superUrl(home), async (client) => {
      await client.query(`alter system set log_min_duration_statement = ${durations}`)
      await client.query('select pg_reload_conf()')
      // Sessions take a new setting between two statements.
      await sleep(300)
    })
  await keep('0')
  const from = statSync(logFile).size
  try {
    await run()
  } finally {
    await keep('-1')
  }
  const found = new Map<string, { count: number; ms: number; planning: number }>()
  const line = /duration: ([\d.]+) ms\s+(parse|bind|execute) [^:]*: ([\s\S]*?)(?=\n\d{4}-\d\d-\d\d |$)/g
  for (const [, ms, phase, text] of readFileSync(logFile).subarray(from).toString().matchAll(line)) {
    const one = remembered(found, text!.split('\nDETAIL')[0]!.replace(/\s+/g, ' ').trim(), () => ({ count: 0, ms: 0, planning: 0 }))
    one.ms += Number(ms)
    if (phase === 'execute') one.count++
    else one.planning += Number(ms)
  }
  const dearest = [...found].sort(([, one], [, other]) => other.ms - one.ms)
  const sum = dearest.reduce((total, [, { ms }]) => total + ms, 0)
  const rows = dearest.map(
    ([text, { count, ms, planning }]) =>
      `${(ms / requests).toFixed(3).padStart(8)} ms (${(planning / requests).toFixed(3)} before execution) ${(count / requests).toFixed(1).padStart(5)} × ${text.slice(0, 140)}`,
  )
  return [`${(sum / requests).toFixed(2)} ms of statements in one request:`, ...rows].join('\n')
}
