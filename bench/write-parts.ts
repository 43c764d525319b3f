// What PostgreSQL does for one write, by its parts, side by side on several databases: npx tsx bench/write-parts.ts [--home=<folder> …] [--cards=20000] [--rounds=400]
import { parseArgs } from 'node:util'
import pg from 'pg'
import { v7 } from 'uuid'
import { startEmbedded } from '#server/db/cluster/embedded.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { loadNow } from './cpu.ts'
import { removeHome, seededHome, tenants } from './ground.ts'

const { values: asked } = parseArgs({
  options: {
    home: { type: 'string', multiple: true },
    cards: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '400' },
  },
})
const rounds = Number(asked.rounds)

interface Plan {
  readonly 'Execution Time': number
  readonly Plan: { readonly 'WAL Records': number }
  readonly Triggers?: readonly { readonly 'Trigger Name': string; readonly 'Constraint Name'?: string; readonly Time: number }[]
}
type Card = Readonly<Record<'id' | 'use_dept_id', string>>

/** Each kind of write of the cards at hand, the same ones in no other kind. */
const writes: Readonly<Record<string, (cards: readonly Card[], user: string, round: number) => string>> = {
  'a card, its remark': ([card], _user, round) =>
    `update device set remark = 'x ${round}', version = version + 1, updated_at = now() where tenant_id = '${tenants.large}' and id = '${card!.id}'`,
  'a card, its state': ([card]) => `update device set eam_status = case when eam_status = 'idle' then 'in_use' else 'idle' end,
    version = version + 1, updated_at = now() where tenant_id = '${tenants.large}' and id = '${card!.id}'`,
  'an event': ([card]) => `insert into audit_event (tenant_id, id, entity, entity_id, verb, version, changes, actor_name)
    values ('${tenants.large}', '${v7()}', 'device', '${card!.id}', 'change', 3, '{"remark": {"from": "a", "to": "b"}}', 'x')`,
  'ten reserved uses': (cards, user) => `insert into device_use
    (tenant_id, id, use_no, event_type, status, card_id, from_dept_id, at_dept_id, to_dept_id, applicant_id, created_by) values ${cards
      .map(({ id, use_dept_id: dept }) => {
        const use = v7()
        return `('${tenants.large}', '${use}', '${use}', 'borrow', 'reserved', '${id}', '${dept}', '${dept}', '${dept}', '${user}', '${user}')`
      })
      .join(', ')}`,
}

const median = (numbers: readonly number[]): number => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]!
const homes = asked.home ?? [undefined]
const running = []
for (const given of homes) {
  const home = await seededHome(given, Number(asked.cards))
  const database = await startEmbedded(home, processUser())
  const client = new pg.Client(database.appUrl)
  await client.connect()
  await client.query(`select set_config('app.tenant', $1, false)`, [tenants.large])
  const { rows: cards } = await client.query<Card>(
    `select id, use_dept_id from device where tenant_id = $1 and not is_deleted and use_dept_id is not null
      and not exists (select from device_use u where u.tenant_id = device.tenant_id and u.card_id = device.id) order by md5(id::text || $2)`,
    [tenants.large, v7()],
  )
  const { rows: users } = await client.query<{ id: string }>('select id from app_user where tenant_id = $1 limit 1', [tenants.large])
  running.push({ home, database, client, cards, user: users[0]!.id })
}
console.log(`load ${loadNow()}; ms by PostgreSQL’s clock, medians of ${rounds} writes, each of other cards`)
for (const [index, [name, write]] of Object.entries(writes).entries()) {
  const found = running.map(() => new Map<string, number[]>())
  for (let round = 0; round < rounds; round++)
    for (const turn of running.keys()) {
      const at = round % 2 ? running.length - 1 - turn : turn
      const { client, cards, user } = running[at]!
      const size = name.startsWith('ten') ? 10 : 1
      const some = Array.from({ length: size }, (_, place) => cards[(index * rounds + round * size + place) % cards.length]!)
      const { rows } = await client.query<{ 'QUERY PLAN': readonly Plan[] }>(
        `explain (analyze, wal, format json) ${write(some, user, round)}`,
      )
      const [plan] = rows[0]!['QUERY PLAN']
      const own = new Map([
        ['all', plan!['Execution Time']],
        ['WAL records', plan!.Plan['WAL Records']],
      ])
      let left = plan!['Execution Time']
      for (const trigger of plan!.Triggers ?? []) {
        const part = trigger['Constraint Name'] ? 'foreign keys' : trigger['Trigger Name'].replace(/^.*_(live|sync|tally)_.*$/, '$1')
        own.set(part, (own.get(part) ?? 0) + trigger.Time)
        left -= trigger.Time
      }
      own.set('rows and indexes', left)
      for (const [part, value] of own) found[at]!.set(part, [...(found[at]!.get(part) ?? []), value])
    }
  for (const [at, parts] of found.entries())
    console.log(
      `${name.padEnd(20)} ${String(homes[at] ?? 'new').padEnd(22)} ${[...parts].map(([part, values]) => `${part} ${median(values).toFixed(2)}`).join(', ')}`,
    )
}
for (const { home, database, client } of running) {
  await client.end()
  await database.stop()
  if (!asked.home) await removeHome(home)
}
