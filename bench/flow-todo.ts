// What waits for a person among many approvals: npx tsx bench/flow-todo.ts [--approvals=200000] [--rounds=2000] [--home=<folder>]
import { parseArgs } from 'node:util'
import { startEmbedded } from '#server/db/cluster/embedded.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { addPerson } from '#server/db/first/add-person.ts'
import { openPool, readAs, writeAs } from '#server/db/pool.ts'
import { questions, workPlan } from '#server/features/flow/people/work-answers.ts'
import { removeHome, seededHome, tenants } from './ground.ts'

const { values: asked } = parseArgs({
  options: { approvals: { type: 'string', default: '200000' }, rounds: { type: 'string', default: '2000' }, home: { type: 'string' } },
})
const tenant = tenants.large
const home = await seededHome(asked.home, 1000)
const database = await startEmbedded(home, processUser())
const pool = openPool(database.appUrl, 8)

// As many approvers as a hospital has; the seed knows three people.
const [known] = await readAs(pool, tenant, [
  {
    text: 'select role_id, count(*) over ()::int as n from app_user where tenant_id = $1 and not is_deleted order by id limit 1',
    values: [tenant],
  },
])
const { role_id: roleId, n: before } = known!.rows[0]!
await writeAs(pool, tenant, async (tx) => {
  for (let at = Number(before); at < 50; at++)
    addPerson(tx, { account: `approver${at}`, realName: `审批人${at}`, roleId: String(roleId), passwordHash: '-', mustChange: false })
})
const [found] = await readAs(pool, tenant, [
  { text: 'select id from app_user where tenant_id = $1 and not is_deleted order by id limit 50', values: [tenant] },
])
const people = found!.rows.map((row) => String(row.id))
const [made] = await readAs(pool, tenant, [{ text: 'select count(*)::int as n from flow_instance where tenant_id = $1', values: [tenant] }])
if (Number(made!.rows[0]!.n) < Number(asked.approvals))
  await writeAs(pool, tenant, async (tx) => {
    const { rows } = await tx.run({
      text: `with d as (insert into flow_definition (tenant_id, id, definition_name, approval_kind, definition_status, version_number) values ($1, gen_random_uuid(), 'bench', 'leave', 'published', 1) returning id)
        select id from d`,
      values: [tenant],
    })
    const version = await tx.run({
      text: `insert into flow_version (tenant_id, id, definition_id, version_name, version_number, tree) values ($1, gen_random_uuid(), $2, 'bench', 1, '{"nodes":[]}') returning id`,
      values: [tenant, rows[0]!.id],
    })
    tx.later({
      text: `with made as (insert into flow_instance (tenant_id, id, instance_title, approval_kind, instance_status, applicant_id, document_id, flow_version_id, created_at)
          select $1, gen_random_uuid(), 'approval ' || n, 'leave', case when n % 20 = 0 then 'running' else 'agreed' end, $2, gen_random_uuid()::text, $3, now() - n * interval '1 minute'
          from generate_series(1, $4::int) n returning id, instance_status, created_at),
        nodes as (insert into flow_node (tenant_id, id, instance_id, node_key, node_name, node_kind, node_state)
          select $1, gen_random_uuid(), id, 'a', 'a', 'approve', case when instance_status = 'running' then 'open' else 'done' end from made returning id, instance_id, node_state)
        insert into flow_task (tenant_id, id, instance_id, node_id, node_name, user_id, task_state, opened_at)
          select $1, gen_random_uuid(), n.instance_id, n.id, 'a', ($5::uuid[])[1 + (row_number() over ())::int % cardinality($5::uuid[])],
            case when n.node_state = 'open' then 'open' else 'agreed' end, now() - random() * interval '90 days' from nodes n`,
      values: [tenant, people[0], version.rows[0]!.id, Number(asked.approvals), people],
    })
  })
// As the database does by itself after a while; only the owner of the tables may.
const owner = openPool(database.superUrl, 1)
await owner.query('vacuum analyze flow_instance, flow_node, flow_task, app_user')
await owner.end()

const times: number[] = []
for (let round = 0; round < Number(asked.rounds); round++) {
  const actor = { userId: people[round % people.length]!, tenantId: tenant }
  const { queries } = workPlan(questions.todo, { actor, input: {} } as never, {})
  const begun = performance.now()
  await readAs(pool, tenant, queries)
  times.push(performance.now() - begun)
}
times.sort((left, right) => left - right)
const at = (share: number): string => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(2)
process.stdout.write(
  `${asked.approvals} approvals, ${people.length} people, ${times.length} lists: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms\n`,
)
await pool.end()
await database.stop()
if (!asked.home) await removeHome(home)
