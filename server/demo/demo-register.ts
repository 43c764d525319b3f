import { homeDaySql, homeTimeSql } from '../db/home-time.ts'
import type { Transaction } from '../db/pool.ts'
import { categoryOf } from './demo-catalogues.ts'
import { kinds, makers, modelStems } from './demo-kinds.ts'
import { idAt, oneOf, pick } from './demo-sql.ts'

const text = (value: string | null): string => (value === null ? 'null' : `'${value}'`)
const kindRows = kinds
  .map(
    ([name, code, risk, important, price], index) =>
      `(${index}, ${[name, code, categoryOf[code], risk, important].map(text).join(', ')}, ${price})`,
  )
  .join(', ')

const makerRows = makers.map((maker, index) => `(${index}, '${maker}')`).join(', ')

/** The steps that led to a card's state: verb, state before and after, days after its purchase. */
const steps = [
  ['in_use', 'receive', 'in_stock', 'in_use', 3],
  ['idle', 'receive', 'in_stock', 'in_use', 3],
  ['idle', 'seal', 'in_use', 'idle', 300],
  ['disposed', 'receive', 'in_stock', 'in_use', 3],
  ['disposed', 'applyDisposal', 'in_use', 'pending_disposal', 320],
  ['disposed', 'dispose', 'pending_disposal', 'disposed', 340],
] as const
const stepRows = steps.map(([state, verb, from, to, days]) => `('${state}', '${verb}', '${from}', '${to}', ${days})`).join(', ')
const states = ['in_stock', 'in_stock', 'idle', 'disposed', ...Array<string>(30).fill('in_use')]
const filings = ['draft', 'pending', ...Array<string>(28).fill('filed')]

/** Parameters: tenant, first and last number, creator, first and last number of the whole run, which is spread over ten years. */
const cards = `with made as (
    insert into device (tenant_id, id, created_by, updated_by, created_at, updated_at, device_name, device_code, assets_code, rfid_code, qr_token, sn, registration_no, common_name,
      device_model, manufacturer, origin, risk_level, important_classification, classify_id, assets_category_id, supplier_id, original_value, fund_source, purchase_date, enable_date,
      useful_life_months, residual_rate, depreciation_method, manage_dept_id, use_dept_id, location_id, keeper_id, warranty_end, maintain_cycle, maintain_cycle_unit, is_measure, is_emergency, eam_status,
      filing_status, remark)
    select $1, ${idAt('made', `$1 || 'card' || i`)}, $4, $4, made, made, k.name, 'ZC-' || extract(year from ${homeTimeSql('made')}) || '-' || lpad(i::text, greatest(6, length(i::text)), '0'),
      case when ${pick(1, 100)} < 85 then 'GZ' || extract(year from ${homeTimeSql('made')}) || upper(left(digits, 8)) end, case when ${pick(2, 100)} < 70 then 'E280' || upper(substr(digits, 9, 20)) end,
      left(lower(translate(encode(decode(md5($1 || 'label' || i), 'hex'), 'base64'), '+/=ILOUilou', '2345679acde')), 12),
      upper(substr(digits, 5, 12)), case when ${pick(3, 100)} < 80 then '国械注准' || extract(year from ${homeTimeSql('made')}) || '2' || ${pick(4, 100000)} end, k.name,
      ${oneOf(modelStems, pick(5, modelStems.length))} || ${pick(6, 40)}, m.maker, ${oneOf(['domestic', 'imported'], pick(8, 2))}, k.risk, k.important, k.class_id, k.category_id, m.supplier_id,
      round(k.price * (85 + ${pick(10, 3000)} / 100.0) / 100, 2), ${oneOf(['fiscal', 'own', 'research', 'donated'], pick(11, 4))},
      ${homeDaySql('made')}, case when ${pick(12, 10)} > 0 then ${homeDaySql('made')} + 3 end, 72, 0.05, 'straight_line',
      manage_dept, dept_ids[1 + ${pick(14, 1_000_003)} % cardinality(dept_ids)], place_ids[1 + ${pick(15, 1_000_003)} % cardinality(place_ids)],
      case when ${pick(16, 10)} < 3 then $4::uuid end, ${homeDaySql("made + interval '3 years'")}, 6, 'month',
      ${pick(17, 10)} / 6, (k.important = 'emergency')::int, ${oneOf(states, pick(19, states.length))}, ${oneOf(filings, pick(20, filings.length))},
      case when ${pick(21, 10)} = 0 then '原值含税，附件在档案室' end
    from (select i, md5($1 || i) || md5(i || $1) as digits, timestamptz '2016-01-01' + (i - $5::bigint) * (interval '3600 days' / greatest(1, $6::bigint - $5::bigint)) as made,
        ${pick(7, makers.length)} as maker, floor(${kinds.length} * power(${pick(22, 1_000_000)} / 1000000.0, 1.25))::int as kind
        from generate_series($2::bigint, $3::bigint) i) c
      join (select v.*, (select id from device_class x where x.tenant_id = $1 and x.class_code = v.code and not x.is_deleted limit 1) as class_id,
          (select id from assets_category x where x.tenant_id = $1 and x.category_name = v.category and not x.is_deleted limit 1) as category_id
        from (values ${kindRows}) v(kind, name, code, category, risk, important, price) offset 0) k on k.kind = c.kind
      join (select v.*, (select id from supplier x where x.tenant_id = $1 and x.supplier_name = v.maker and not x.is_deleted limit 1) as supplier_id
        from (values ${makerRows}) v(at, maker) offset 0) m on m.at = c.maker,
      (select array_agg(id order by sort, id) as dept_ids, (array_agg(id order by category <> 'equipment', sort, id))[1] as manage_dept
        from dept where tenant_id = $1 and not is_deleted) d,
      (select array_agg(id order by path) as place_ids from location where tenant_id = $1 and level = 'room' and not is_deleted) p
    returning id, created_at, eam_status),
  happened as (
    select m.id, 'add' as verb, null as from_state, null as to_state, m.created_at as at from made m union all
    select m.id, s.verb, s.from_state, s.to_state, m.created_at + s.days * interval '1 day' from made m join (values ${stepRows}) s(state, verb, from_state, to_state, days) on s.state = m.eam_status)
  insert into audit_event (tenant_id, id, entity, entity_id, verb, field, from_state, to_state, version, actor_id, actor_name, at)
  select $1, ${idAt('least(h.at, now())', `h.id || h.verb`)}, 'device', h.id, h.verb, case when h.verb <> 'add' then 'eamStatus' end, h.from_state, h.to_state, 1, $4,
    (select real_name from app_user u where u.tenant_id = $1 and u.id = $4), least(h.at, now()) from happened h`

/** Raises the number counters, so that new numbers follow the generated ones. */
const counters = `insert into number_counter (tenant_id, key, value)
  select $1, 'device ZC-' || year || '-000000', $2 from generate_series(2015, extract(year from ${homeTimeSql('now()')})::int + 1) year
  on conflict (tenant_id, key) do update set value = greatest(number_counter.value, excluded.value)`

/**
 * Writes the cards `from` to `to` with their history, created by `maker`. Numbers must be unique in a tenant; `first` and `last`: of the
 * whole run.
 */
export async function addDemoCards(
  tx: Transaction,
  from: number,
  to: number,
  run: { readonly maker: string; readonly first: number; readonly last: number },
): Promise<void> {
  // Faster settings for bulk data: a crash may lose the last moments of the fill, and the search index buffers many entries.
  for (const [name, value] of Object.entries({ synchronous_commit: 'off', gin_pending_list_limit: '32MB', work_mem: '64MB' }))
    tx.later({ text: 'select set_config($1, $2, true)', values: [name, value] })
  await tx.run({ text: cards, values: [tx.tenantId, from, to, run.maker, run.first, run.last], once: true })
  tx.later({ text: counters, values: [tx.tenantId, to] })
}
