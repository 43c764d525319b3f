// What an approval costs that reserves ten devices, and a thousand of them at once:
// npx tsx bench/approval-cost.ts [--cards=30000] [--rounds=150] [--at-once=1000] [--statements] [--home=<folder>] [--built=<folder>]
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { hash } from '@node-rs/argon2'
import { v7 } from 'uuid'
import { startEmbedded } from '#server/db/cluster/embedded.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { addPerson } from '#server/db/first/add-person.ts'
import { allCallsScopeId } from '#server/db/first/default-roles.ts'
import { openPool, readAs, writeAs } from '#server/db/pool.ts'
import { cpuOf, loadNow, postgresCpu } from './cpu.ts'
import { buildServer, bundle, removeHome, seededHome, startProgram, tenants } from './ground.ts'
import { ask, inTurn, type Request, type Taken } from './load.ts'
import { password } from './seed.ts'
import { statementsOf } from './statements.ts'

const { values: asked } = parseArgs({
  options: {
    cards: { type: 'string', default: '30000' },
    rounds: { type: 'string', default: '150' },
    'at-once': { type: 'string', default: '1000' },
    // Prints what each statement of an approval takes, from PostgreSQL's log, in rounds of their own: writing the log costs CPU, too.
    statements: { type: 'boolean', default: false },
    home: { type: 'string' },
    built: { type: 'string' },
  },
})
const [rounds, many] = [Number(asked.rounds), Number(asked['at-once'])]
const logged = asked.statements ? 100 : 0
const devicesOfEach = 10
const approvers = Array.from({ length: 50 }, (_, at) => `leader${at}`)
/** What those who decide may do: nothing else with devices, so that they are not told of what is handed out. */
const rights = ['flowInstance.list', 'flowInstance.act', 'deviceApply.list', 'deviceApply.approve'] as const
const target = { node: 3, postgres: 5 } as const

/** Adds those who decide, and a person who may publish flows. */
async function addPeople(home: string): Promise<void> {
  const database = await startEmbedded(home, processUser())
  const pool = openPool(database.appUrl, 1)
  const tenantId = tenants.large
  const [roles, there] = await readAs(pool, tenantId, [
    { text: 'select role_alias, id from role where tenant_id = $1', values: [tenantId] },
    { text: `select 1 from app_user where tenant_id = $1 and account = 'publisher'`, values: [tenantId] },
  ])
  const passwordHash = await hash(createHash('sha256').update(password).digest('hex'))
  if (there!.rows.length === 0)
    await writeAs(pool, tenantId, async (tx) => {
      const roleId = v7()
      tx.later({
        text: `insert into role (tenant_id, id, role_name, role_alias, reach, sort) values ($1, $2, '审批领导', 'leader', 'all', 99)`,
        values: [tenantId, roleId],
      })
      tx.later({
        text: 'insert into role_grant (tenant_id, role_id, right_code) select $1, $2, unnest($3::text[])',
        values: [tenantId, roleId, rights],
      })
      tx.later({
        text: 'insert into role_api_scope (tenant_id, role_id, api_scope_id) values ($1, $2, $3)',
        values: [tenantId, roleId, allCallsScopeId],
      })
      const chief = String(roles!.rows.find((row) => row.role_alias === 'administrator')!.id)
      addPerson(tx, { account: 'publisher', realName: '信息科', roleId: chief, passwordHash })
      for (const [at, account] of approvers.entries()) addPerson(tx, { account, realName: `审批人${at}`, roleId, passwordHash })
    })
  await pool.end()
  await database.stop()
}

type Row = Record<string, string>
interface Page {
  data: { records: Row[] }
}

if (!asked.built) await buildServer()
const home = await seededHome(asked.home, Number(asked.cards))
await addPeople(home)
const program = await startProgram(home, asked.built ?? bundle)
try {
  const post = async <T = Row>(token: string, path: string, body: object): Promise<T> =>
    (await ask<{ data: T }>(program.port, token, { path: `/api${path}`, body: JSON.stringify(body) })).data
  const records = async (token: string, path: string): Promise<Row[]> =>
    (await ask<Page>(program.port, token, { path: `/api${path}` })).data.records
  const [manager, chief] = [await program.signIn('manager'), await program.signIn('publisher')]
  const tokens: string[] = []
  for (const account of approvers) tokens.push(await program.signIn(account))

  const depts = await records(chief, '/blade-system/dept/list?size=3')
  const [first] = await records(chief, '/blade-system/user/list?size=5&account=leader0')
  const definition = await post(chief, '/flow/definition/submit', {
    definitionName: `一人审批 ${Date.now()}`,
    approvalKind: 'deviceApply',
    draft: { nodes: [{ kind: 'approve', id: 'a', name: '科长', who: [{ by: 'user', ids: [first!.id] }], mode: 'all' }] },
  })
  await post(chief, '/flow/definition/publish', { id: definition.id })
  const rule = await post(chief, '/eam/flow/submit', {
    flowName: '借用由一人审批',
    approvalKind: 'deviceApply',
    eventType: 'borrow',
    definitionId: definition.id,
  })
  await post(chief, '/eam/flow/flow-start-and-stop', { id: rule.id })

  // After the devices that an earlier run has reserved or passed over.
  const { data: earlier } = await ask<{ data: { total: number } }>(program.port, manager, { path: '/api/eam/deviceapply/list?size=1' })
  let page = Math.ceil((earlier.total * devicesOfEach * 1.01) / 200)
  let cards: Row[] = []
  /** Hands in an application for ten more devices; answers its title. */
  const handIn = async (type: 'borrow' | 'allot', at: number): Promise<string> => {
    if (cards.length < devicesOfEach)
      cards = [
        ...cards,
        ...(await records(manager, `/eam/device/list?size=200&current=${++page}&eamStatus=in_use&ascs=deviceCode&columns=useDeptId`)),
      ]
    const some = cards.splice(0, devicesOfEach)
    if (some.length < devicesOfEach) throw new Error('the register has too few devices in use: more --cards')
    const to = depts.find((dept) => some.every((card) => card.useDeptId !== dept.id))
    if (!to) return handIn(type, at)
    const applyTitle = `${type} ${at} ${Date.now()}`
    const { id } = await post(manager, '/eam/deviceapply/submit', {
      applyTitle,
      type,
      deptId: to.id,
      useDeptId: to.id,
      ...(type === 'borrow' ? { borrowTime: new Date().toISOString(), returnTime: new Date(Date.now() + 86_400_000).toISOString() } : {}),
      lines: some.map((card) => ({ deviceId: card.id })),
    })
    await post(manager, '/eam/deviceapply/eventSubmit', { id })
    return applyTitle
  }
  /** What waits for the first approver, as requests that agree. */
  const agreeing = async (titles: ReadonlySet<string>): Promise<Request[]> => {
    const found: Request[] = []
    for (let current = 1; found.length < titles.size; current++) {
      const rows = await records(tokens[0]!, `/blade-flow/work/todo-list?size=200&current=${current}`)
      if (rows.length === 0) throw new Error(`${found.length} of ${titles.size} applications wait for the approver`)
      for (const { id, instanceTitle } of rows)
        if (titles.has(instanceTitle!)) found.push({ path: '/api/flow/process-new/audit', body: JSON.stringify({ id, type: 'agree' }) })
    }
    return found
  }
  const waiting = async (type: 'borrow' | 'allot', count: number): Promise<Request[]> => {
    const titles = new Set<string>()
    for (let at = 0; at < count; at++) titles.add(await handIn(type, at))
    return agreeing(titles)
  }
  const quantiles = (taken: readonly Taken[]): string => {
    const sorted = taken.map(({ ms }) => ms).sort((one, other) => one - other)
    return [0.5, 0.95].map((share) => `p${share * 100} ${sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1)} ms`).join(', ')
  }
  const statuses = (taken: readonly Taken[]): string =>
    [...new Set(taken.map(({ status }) => status))]
      .sort()
      .map((status) => `${taken.filter((one) => one.status === status).length} × ${status}`)
      .join(', ')
  const measured = async (run: () => Promise<Taken[]>) => {
    const [node, postgres] = [cpuOf(program.pid), postgresCpu(program.postmaster)]
    const taken = await run()
    const each = (used: number): number => used / 1000 / taken.length
    return { taken, node: each(cpuOf(program.pid) - node), postgres: each(postgresCpu(program.postmaster) - postgres) }
  }

  console.log(
    `${new Date().toISOString().slice(0, 16)} · Node ${process.version} · load ${loadNow()} · ${devicesOfEach} devices an application`,
  )
  let missed = 0
  // What a cheap request costs at this moment tells how loaded the machine is: the same costs 0.34 + 0.23 ms on a quiet one (bench/large.ts).
  const cheap = Array.from({ length: 300 }, () => ({ path: '/api/eam/device/list?current=1&size=10' }))
  await inTurn(program.port, [{ token: manager, requests: cheap }])
  const list = await measured(() => inTurn(program.port, [{ token: manager, requests: cheap }]))
  console.log(
    `first page of a list    ${statuses(list.taken)}, ${quantiles(list.taken)}; CPU of each: Node ${list.node.toFixed(2)} ms, PostgreSQL ${list.postgres.toFixed(2)} ms`,
  )
  for (const [type, what] of [
    ['borrow', 'one person is asked'],
    ['allot', 'any of 50 may answer'],
  ] as const) {
    const requests = await waiting(type, rounds + 30 + logged)
    // Statements are planned and code is compiled before anything counts.
    await inTurn(program.port, [{ token: tokens[0]!, requests: requests.slice(0, 30) }])
    const { taken, node, postgres } = await measured(() =>
      inTurn(program.port, [{ token: tokens[0]!, requests: requests.slice(30, 30 + rounds) }]),
    )
    const isMet = node < target.node && postgres < target.postgres && taken.every(({ status }) => status === 200)
    if (!isMet) missed++
    console.log(
      `${what.padEnd(22)} ${statuses(taken)}, ${quantiles(taken)}; CPU of each: Node ${node.toFixed(2)} ms (< ${target.node}), PostgreSQL ${postgres.toFixed(2)} ms (< ${target.postgres}): ${isMet ? 'met' : 'MISSED'}`,
    )
    if (logged > 0)
      console.log(
        await statementsOf(home, logged, () => inTurn(program.port, [{ token: tokens[0]!, requests: requests.slice(30 + rounds) }])),
      )
  }
  const requests = await waiting('allot', many)
  // Every tenth is answered by another person at the same moment, too.
  const people = tokens.map((token, at) => ({
    token,
    requests: requests.flatMap((request, index) =>
      index % tokens.length === at || (index % 10 === 0 && (index + 1) % tokens.length === at) ? [request] : [],
    ),
  }))
  const { taken, node, postgres } = await measured(() => inTurn(program.port, people))
  // A conflict is an answer: the other one was first.
  const fault = taken.find(({ status }) => status !== 200 && status !== 409)
  if (fault) missed++
  const done = taken.filter(({ status }) => status === 200)
  if (done.length !== many) missed++
  console.log(
    `${many} approvals by ${tokens.length} people at once: ${statuses(taken)}, ${quantiles(taken)}; Node ${node.toFixed(2)} ms, PostgreSQL ${postgres.toFixed(2)} ms each: ${fault ? `MISSED ${fault.body.slice(0, 300)}` : done.length === many ? 'met' : 'MISSED'}; load ${loadNow()}`,
  )
  process.exitCode = missed > 0 ? 1 : 0
} finally {
  await program.stop()
  if (!asked.home) await removeHome(home)
}
