import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { addPerson } from '../db/first/add-person.ts'
import { firstPolicy } from '../db/first/add-tenant.ts'
import { addDefaultFlows } from '../db/first/default-flows.ts'
import { addDefaultRoles } from '../db/first/default-roles.ts'
import { writeAs } from '../db/pool.ts'
import { demoCatalogues } from './demo-catalogues.ts'
import { departmentStems } from './demo-kinds.ts'
import { idAt, oneOf } from './demo-sql.ts'

/** A person of a demo hospital; `dept`: number of the department, from 1. */
export interface DemoPerson {
  readonly account: string
  readonly name: string
  readonly role: string
  readonly dept: number | null
}

const id = (kind: string): string => idAt(`timestamptz '2016-01-01' + i * interval '3 seconds'`, `$1 || '${kind}' || i`)
const numbers = (from: string, to: string): string => `(select i from generate_series(${from}::bigint, ${to}::bigint) i)`

const departments = `insert into dept (tenant_id, id, dept_name, full_name, dept_code, category, parent_id, path, sort)
  select $1, id, name, name, 'D' || lpad(i::text, 3, '0'), 'clinical', parent, coalesce(parent || '/', '') || id || '/', i from (
    select i, ${id('dept')} as id, ${oneOf(departmentStems, '(i - 1)::int % 15')} || case when i > 15 then (i / 15) || '区' else '' end as name,
      case when i > 15 then (select ${id('dept')} from ${numbers('(r.i - 1) % 15 + 1', '(r.i - 1) % 15 + 1')} p) end as parent
    from ${numbers('1', '90')} r) d`

/** One courtyard, ten buildings, ten floors each; the other places are rooms. */
const places = `with n as (
    select i, ${id('place')} as id, case when i = 1 then null when i <= 11 then 1 when i <= 111 then 2 + (i - 12) % 10 else 12 + (i - 112) % 100 end as up,
      case when i = 1 then 'courtyard' when i <= 11 then 'building' when i <= 111 then 'floor' else 'room' end as level from ${numbers('1', '3000')} r),
  t as (select n.*, p.id as parent, g.id as grand, g.i as top, p.i as upper, c.id as court from n left join n p on p.i = n.up left join n g on g.i = p.up left join n c on c.i = g.up)
  insert into location (tenant_id, id, location_name, full_name, level, parent_id, path, sort, dept_id)
  select $1, t.id, name, case level when 'courtyard' then name when 'building' then name when 'floor' then up || '号楼 ' || name
      else top || '号楼 ' || ((upper - 12) / 10 + 1) || '层 ' || name end, level, parent,
    coalesce(court || '/', '') || coalesce(grand || '/', '') || coalesce(parent || '/', '') || t.id || '/', t.i,
    case when level = 'room' then (select id from dept d where d.tenant_id = $1 and d.sort = 1 + t.i % 90) end
  from (select t.*, case level when 'courtyard' then '本部院区' when 'building' then i || '号楼' when 'floor' then ((i - 12) / 10 + 1) || '层' else '房间' || i end as name from t) t`

/** Creates a hospital with 90 departments, 3,000 places, the catalogues of the demo and some people, without cards. */
export async function makeDemoHospital(
  pool: pg.Pool,
  tenantId: string,
  name: string,
  people: readonly DemoPerson[],
  password: string,
): Promise<void> {
  const digest = createHash('sha256').update(password).digest('hex')
  const hashes = await Promise.all(people.map(() => hash(digest)))
  await writeAs(pool, '000000', async (tx) =>
    tx.later({
      text: `insert into tenant (id, tenant_name, kind) values ($1, $2, 'hospital') on conflict (id) do nothing`,
      values: [tenantId, name],
    }),
  )
  // All or nothing, so that the next run creates a hospital that was interrupted.
  await writeAs(pool, tenantId, async (tx) => {
    const roles = addDefaultRoles(tx)
    tx.later(firstPolicy(tenantId))
    addDefaultFlows(tx)
    await tx.run({ text: departments, values: [tenantId] })
    await tx.run({ text: places, values: [tenantId] })
    demoCatalogues(tx)
    const { rows } = await tx.run({ text: 'select sort, id from dept where tenant_id = $1', values: [tenantId] })
    const depts = new Map(rows.map(({ sort, id }) => [Number(sort), String(id)]))
    for (const [index, { account, name: realName, role, dept }] of people.entries())
      addPerson(tx, {
        account,
        realName,
        roleId: roles.get(role),
        deptId: dept === null ? null : depts.get(dept),
        passwordHash: hashes[index]!,
      })
  })
}
