// What a data scope rule costs a list: npx tsx bench/scope-rules.ts [--cards=100000] [--rounds=15] [--ms=400] [--home=<folder>] [--built=<folder>]
import { parseArgs } from 'node:util'
import { filingStates } from '#contract/entities/asset/device/device-states.ts'
import { startEmbedded } from '#server/db/cluster/embedded.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { addPerson } from '#server/db/first/add-person.ts'
import { openPool, writeAs } from '#server/db/pool.ts'
import { hashFirstPassword } from '#server/features/identity/factors/first-passwords.ts'
import { cpuOf, loadNow, postgresCpu } from './cpu.ts'
import { buildServer, removeHome, seededHome, startProgram, tenants } from './ground.ts'
import { ask, load, type Next } from './load.ts'
import { password } from './seed.ts'

const { values: asked } = parseArgs({
  options: {
    cards: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '15' },
    ms: { type: 'string', default: '400' },
    home: { type: 'string' },
    built: { type: 'string' },
  },
})
const tenant = tenants.large

/**
 * Who asks: the reach of the role, and the rule for cards where there is one. Each of them sees all cards. `by`: who sees the same without a rule, the base of
 * the ratio.
 */
const people = {
  'all, no rule': { reach: 'all', by: 'all, no rule' },
  'all by a rule': { reach: 'all', rule: { reach: 'all' }, by: 'all, no rule' },
  'depts, no rule': { reach: 'chosen', by: 'depts, no rule' },
  'depts by a rule': { reach: 'all', rule: { reach: 'chosen' }, by: 'depts, no rule' },
  conditions: {
    reach: 'all',
    rule: { reach: 'custom', conditions: [{ field: 'filingStatus', is: 'in', values: Object.keys(filingStates) }] },
    by: 'all, no rule',
  },
} as const
type Way = keyof typeof people
const ways = Object.keys(people) as Way[]
const accountOf = (way: Way): string => `ask-${ways.indexOf(way)}`

/** A person for each way, with a role of the manager's rights; none where they are there from an earlier run. */
async function addPeople(home: string): Promise<void> {
  const database = await startEmbedded(home, processUser())
  const pool = openPool(database.appUrl, 2)
  const passwordHash = await hashFirstPassword(password)
  await writeAs(pool, tenant, async (tx) => {
    const { rows } = await tx.run({
      text: `select u.role_id, (select count(*)::int from app_user o where o.tenant_id = $1 and o.account like 'ask-%') as n
        from app_user u where u.tenant_id = $1 and u.account = 'manager'`,
      values: [tenant],
    })
    const { role_id: like, n } = rows[0]!
    if (Number(n) > 0) return
    for (const way of ways) {
      const { reach, rule } = { rule: undefined, ...people[way] }
      const made = await tx.run({
        text: `insert into role (tenant_id, id, role_name, role_alias, reach) values ($1, gen_random_uuid(), $2, $2, $3) returning id`,
        values: [tenant, accountOf(way), reach],
      })
      const roleId = String(made.rows[0]!.id)
      const copied = [
        ['role_grant', 'right_code'],
        ['role_api_scope', 'api_scope_id'],
      ] as const
      for (const [table, column] of copied)
        tx.later({
          text: `insert into ${table} (tenant_id, role_id, ${column}) select $1, $2, ${column} from ${table} where tenant_id = $1 and role_id = $3`,
          values: [tenant, roleId, like],
        })
      if (reach === 'chosen')
        tx.later({
          text: 'insert into role_dept (tenant_id, role_id, dept_id) select tenant_id, $2, id from dept where tenant_id = $1',
          values: [tenant, roleId],
        })
      if (rule)
        tx.later({
          text: `insert into data_scope (tenant_id, id, role_id, entity, reach, depts, conditions)
            select $1, gen_random_uuid(), $2, 'device', $3, case when $4 then (select array_agg(id) from dept where tenant_id = $1) end, $5`,
          values: [tenant, roleId, rule.reach, rule.reach === 'chosen', 'conditions' in rule ? JSON.stringify(rule.conditions) : null],
        })
      addPerson(tx, { account: accountOf(way), realName: way, roleId, passwordHash })
    }
  })
  await pool.end()
  await database.stop()
}

let unused = 0
/** A moment that every card is younger than and that no request has used before, so that the total is counted. */
const fresh = (): string => encodeURIComponent(new Date(Date.UTC(2010, 0, 1) + unused++ * 1000).toISOString())
const list = '/api/eam/device/list?current=1&size=10'
const five = `${list}&eamStatus=in_use&filingStatus=filed&riskLevel=II&origin=imported&fundSource=own`
const calls: Readonly<Record<string, () => string>> = {
  'list, first page': () => list,
  'list, first page, counted each time': () => `${list}&createTime_dategt=${fresh()}`,
  'five filters': () => five,
  'by name, first page': () => `${list}&ascs=deviceName`,
}

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

if (!asked.built) await buildServer()
const home = await seededHome(asked.home, Number(asked.cards))
await addPeople(home)
const program = await startProgram(home, asked.built)
try {
  const tokens = new Map<Way, string>()
  for (const way of ways) tokens.set(way, await program.signIn(accountOf(way)))
  for (const way of ways) {
    const { data } = await ask<{ data: { total: number } }>(program.port, tokens.get(way)!, { path: list })
    if (data.total !== Number(asked.cards)) throw new Error(`${way}: ${data.total} cards`)
  }
  const began = loadNow()
  console.log(
    `${''.padEnd(36)}${ways.map((way) => way.padStart(17)).join('')}   µs of CPU a request, and by those who see the same without a rule`,
  )
  for (const [what, path] of Object.entries(calls)) {
    const next: Next = () => ({ request: { path: path() } })
    const used = new Map<Way, number[]>(ways.map((way) => [way, []]))
    for (let round = -1; round < Number(asked.rounds); round++) {
      // Each round begins with another person, so that no one always comes after the same one.
      for (const at of ways.keys()) {
        const way = ways[(at + round + ways.length) % ways.length]!
        const before = cpuOf(program.pid) + postgresCpu(program.postmaster)
        const { took } = await load(program.port, tokens.get(way)!, 1, Number(asked.ms), next)
        const each = (cpuOf(program.pid) + postgresCpu(program.postmaster) - before) / took.length
        // The first round plans statements and reads pages.
        if (round >= 0) used.get(way)!.push(each)
      }
    }
    const shown = ways.map((way) => {
      const ratio = middle(used.get(way)!.map((each, round) => each / used.get(people[way].by)![round]!))
      return `${middle(used.get(way)!).toFixed(0)}  ${ratio.toFixed(2)}`.padStart(17)
    })
    console.log(`${what.padEnd(36)}${shown.join('')}`)
  }
  console.log(`${new Date().toISOString().slice(0, 16)} · ${asked.cards} cards, ${asked.rounds} rounds · load ${began} → ${loadNow()}`)
} finally {
  await program.stop()
  if (!asked.home) await removeHome(home)
}
