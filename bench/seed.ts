import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { v7 } from 'uuid'
import { addDefaultRoles } from '#server/db/default-roles.ts'
import { writeAs } from '#server/db/pool.ts'
import { departmentStems, deviceNames, makers, modelStems } from './names.ts'

export const password = 'bench2026'

/** People of every bench tenant: account and role. The restricted one sees one department of fifteen with those below it. */
export const people = { manager: 'equipment_manager', restricted: 'keeper' } as const

/** A whole number from 0 below `most` that is the same for the same row in every run, as SQL over the number `i`. */
const pick = (seed: number, most: number): string => `((hashint8extended(i, ${seed}) & 9223372036854775807) % ${most})::int`
const oneOf = (names: readonly string[], at: string): string => `(array[${names.map((name) => `'${name}'`).join(',')}])[1 + ${at}]`
/** A UUID of version 7 in the order of `i`. */
const idSql = (kind: string): string =>
  `(left(x, 8) || '-' || right(x, 4) || '-7' || substr(md5($1 || '${kind}' || i), 1, 3) || '-8' || substr(md5($1 || '${kind}' || i), 4, 3) || '-' || substr(md5($1 || '${kind}' || i), 7, 12))::uuid`
const rows = (from: string, to: string): string =>
  `(select i, lpad(to_hex(1451606400000 + i * 3000), 12, '0') as x from generate_series(${from}::bigint, ${to}::bigint) i)`

const departments = `insert into dept (tenant_id, id, dept_name, full_name, dept_code, category, parent_id, path, sort)
  select $1, id, name, name, 'D' || lpad(i::text, 3, '0'), 'clinical', parent, coalesce(parent || '/', '') || id || '/', i from (
    select i, ${idSql('dept')} as id, ${oneOf(departmentStems, '(i - 1)::int % 15')} || case when i > 15 then (i / 15) || '区' else '' end as name,
      case when i > 15 then (select ${idSql('dept')} from ${rows('(r.i - 1) % 15 + 1', '(r.i - 1) % 15 + 1')} p) end as parent
    from ${rows('1', '90')} r) d`

/** One courtyard, ten buildings, ten floors each; the other places are rooms. */
const places = `with n as (
    select i, ${idSql('place')} as id, case when i = 1 then null when i <= 11 then 1 when i <= 111 then 2 + (i - 12) % 10 else 12 + (i - 112) % 100 end as up,
      case when i = 1 then 'courtyard' when i <= 11 then 'building' when i <= 111 then 'floor' else 'room' end as level from ${rows('1', '3000')} r),
  t as (select n.*, p.id as parent, g.id as grand, g.i as top, p.i as upper, c.id as court from n left join n p on p.i = n.up left join n g on g.i = p.up left join n c on c.i = g.up)
  insert into location (tenant_id, id, location_name, full_name, level, parent_id, path, sort, dept_id)
  select $1, t.id, name, case level when 'courtyard' then name when 'building' then name when 'floor' then up || '号楼 ' || name
      else top || '号楼 ' || ((upper - 12) / 10 + 1) || '层 ' || name end, level, parent,
    coalesce(court || '/', '') || coalesce(grand || '/', '') || coalesce(parent || '/', '') || t.id || '/', t.i,
    case when level = 'room' then (select id from dept d where d.tenant_id = $1 and d.sort = 1 + t.i % 90) end
  from (select t.*, case level when 'courtyard' then '本部院区' when 'building' then i || '号楼' when 'floor' then ((i - 12) / 10 + 1) || '层' else '房间' || i end as name from t) t`

const cards = `insert into device (tenant_id, id, created_by, updated_by, created_at, updated_at, device_name, device_code, assets_code, rfid_code, qr_token, sn, registration_no, common_name,
    device_model, manufacturer, origin, risk_level, original_value, fund_source, purchase_date, enable_date, useful_life_months, residual_rate, depreciation_method,
    manage_dept_id, use_dept_id, location_id, keeper_id, warranty_end, maintain_cycle, is_measure, is_emergency, eam_status, filing_status, is_shared, is_marked, remark)
  select $1, id, $4, $4, made, made, name, 'ZC-' || extract(year from made) || '-' || lpad(i::text, 6, '0'),
    case when ${pick(1, 100)} < 85 then 'GZ' || extract(year from made) || upper(left(digits, 8)) end, case when ${pick(2, 100)} < 70 then 'E280' || upper(substr(digits, 9, 20)) end, substr(md5('q' || i), 1, 12),
    upper(substr(digits, 5, 12)), case when ${pick(3, 100)} < 80 then '国械注准' || extract(year from made) || '2' || ${pick(4, 100000)} end, name,
    ${oneOf(modelStems, pick(5, modelStems.length))} || ${pick(6, 40)}, ${oneOf(makers, pick(7, makers.length))},
    ${oneOf(['domestic', 'imported'], pick(8, 2))}, ${oneOf(['I', 'II', 'III'], pick(9, 3))}, 1000 + ${pick(10, 9000000)} / 10.0, ${oneOf(['fiscal', 'own', 'research', 'donated'], pick(11, 4))},
    made::date, case when ${pick(12, 10)} > 0 then made::date end, 72, 0.05, 'straight_line',
    (dept_ids)[1 + ${pick(13, 90)}], (dept_ids)[1 + ${pick(14, 90)}], (place_ids)[1 + ${pick(15, 2889)}], case when ${pick(16, 10)} < 3 then $4::uuid end, (made + interval '3 years')::date, 180,
    ${pick(17, 10)} / 6, ${pick(18, 10)} / 9, ${oneOf(['in_stock', 'idle', 'repairing', 'pending_disposal', 'disposed', ...Array<string>(20).fill('in_use')], pick(19, 25))},
    ${oneOf(['draft', 'pending', ...Array<string>(28).fill('filed')], pick(20, 30))}, 0, 0, case when ${pick(21, 10)} = 0 then '原值含税，附件在档案室' end
  from (select i, ${idSql('card')} as id, md5($1 || i) || md5(i || $1) as digits, timestamptz '2016-01-01' + i * (interval '3600 days' / $5::int) as made,
      ${oneOf(deviceNames, `floor(${deviceNames.length} * power(${pick(22, 1_000_000)} / 1000000.0, 1.25))::int`)} as name from ${rows('$2', '$3')} r) c,
    (select array_agg(id order by sort) as dept_ids from dept where tenant_id = $1) d, (select array_agg(id order by sort) as place_ids from location where tenant_id = $1 and level = 'room') p`

const added = `insert into audit_event (tenant_id, id, entity, entity_id, verb, version, actor_id, actor_name, at)
  select tenant_id, gen_random_uuid(), 'device', id, 'add', 1, created_by, '陈科长', created_at from device where tenant_id = $1`

/** Makes a hospital with 90 departments, 3,000 places, two people and so many cards; answers the seconds it took. */
export async function seedTenant(appUrl: string, tenantId: string, count: number): Promise<number> {
  const begun = performance.now()
  const pool = new pg.Pool({ connectionString: appUrl, max: 1 })
  await writeAs(pool, '000000', async (tx) =>
    tx.later({
      text: `insert into tenant (id, tenant_name, kind) values ($1, $2, 'hospital')`,
      values: [tenantId, `压测医院 ${tenantId}`],
    }),
  )
  const roles = await writeAs(pool, tenantId, async (tx) => {
    const made = addDefaultRoles(tx)
    await tx.run({ text: departments, values: [tenantId] })
    await tx.run({ text: places, values: [tenantId] })
    return made
  })
  const digest = await hash(createHash('sha256').update(password).digest('hex'))
  let maker = ''
  for (const [account, role] of Object.entries(people)) {
    const [person, user] = [v7(), v7()]
    maker ||= user
    await writeAs(
      pool,
      tenantId,
      async (tx) => {
        tx.later({ text: 'insert into person (id, password_hash) values ($1, $2)', values: [person, digest] })
        tx.later({
          text: `insert into app_user (tenant_id, id, person_id, account, real_name, role_id, dept_id, status)
            values ($1, $2, $3, $4, $5, $6, (select id from dept where tenant_id = $1 and sort = 1), 'active')`,
          values: [tenantId, user, person, account, account === 'manager' ? '陈科长' : '王护士', roles.get(role)],
        })
        tx.later({ text: 'insert into membership (person_id, tenant_id, user_id) values ($1, $2, $3)', values: [person, tenantId, user] })
      },
      { personId: person },
    )
  }
  const step = 5000
  for (let from = 1; from <= count; from += step)
    await writeAs(pool, tenantId, (tx) =>
      tx.run({ text: cards, values: [tenantId, from, Math.min(count, from + step - 1), maker, count], once: true }),
    )
  await writeAs(pool, tenantId, (tx) => tx.run({ text: added, values: [tenantId] }))
  await pool.end()
  return (performance.now() - begun) / 1000
}

/** Statistics and indexes as the database keeps them by itself after a while. */
export async function settle(superUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  await client.query(`select gin_clean_pending_list('device_grams')`)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await client.end()
}
