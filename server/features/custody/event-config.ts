import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { deviceApplyItem } from '#contract/entities/custody/device-apply-item.ts'
import { demandable, demandableOfLines } from '#contract/entities/custody/event-type-fields.ts'
import { belongsTo } from '#contract/kit/entity/form-of-kind.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { columnName } from '#server/kit/table.ts'

/** What a configuration is looked up by. */
interface Applied {
  readonly type: string
  readonly deptId: unknown
  readonly deviceIds: readonly unknown[]
}

/**
 * The configurations that apply: for the category of each device the one of the nearest department, then of the nearest category, then the newest. One for the
 * whole hospital is overruled by one of a department, also where that one allows more.
 */
async function configsFor(tx: Transaction, { type, deptId, deviceIds }: Applied): Promise<readonly Row[]> {
  const { rows } = await tx.run({
    text: `select distinct on (f.id) f.config_name, f.is_stopped, f.roles, f.required_fields, f.required_line_fields
      from (select distinct d.assets_category_id as id from device d where d.tenant_id = $1 and d.id = any($4::uuid[])
        union all select null where cardinality($4::uuid[]) = 0) c
      cross join lateral (select x.* from event_type_config x left join dept p on p.tenant_id = x.tenant_id and p.id = x.dept_id
        left join assets_category k on k.tenant_id = x.tenant_id and k.id = x.category_id
        left join dept own on own.tenant_id = x.tenant_id and own.id = $3 left join assets_category mine on mine.tenant_id = x.tenant_id and mine.id = c.id
        where x.tenant_id = $1 and x.event_type = $2 and not x.is_deleted
          and (x.dept_id is null or own.path >= p.path and own.path < p.path || chr(127))
          and (x.category_id is null or mine.path >= k.path and mine.path < k.path || chr(127))
        order by length(p.path) desc nulls last, length(k.path) desc nulls last, x.created_at desc, x.id desc limit 1) f`,
    values: [tx.tenantId, type, deptId, deviceIds],
  })
  return rows
}

const named = (row: Row, column: string, all: readonly string[]): string[] =>
  all.filter((name) => ((row[column] ?? []) as string[]).includes(name))
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** What the hospital calls a kind of applications. */
export function wordsOfKind(context: Context, type: string): Words {
  const field = context.actor.settings.view(deviceApply).fields.type
  return (field?.kind === 'choice' ? field.of[type] : undefined) ?? { zh: type, en: type }
}

/** Refuses a kind that is switched off where it is applied for, and a person without a role that may apply. */
export async function refuseClosedKind(context: Context, tx: Transaction, applied: Applied): Promise<readonly Row[]> {
  const configs = await configsFor(tx, applied)
  const { zh, en } = wordsOfKind(context, applied.type)
  const stopped = configs.find((row) => Number(row.is_stopped) === 1)
  if (stopped)
    throw new Refusal('rule', {
      zh: `${zh}申请已停用（${stopped.config_name}）`,
      en: `Applications of this type (${en}) are turned off (${stopped.config_name})`,
    })
  const mayApply = ({ roles }: Row): boolean => isEmpty(roles) || context.actor.roles.some(({ id }) => (roles as string[]).includes(id))
  if (!configs.every(mayApply)) throw new Refusal('forbidden', { right: { zh: `${zh}申请`, en: `Apply (${en})` } })
  return configs
}

/** Refuses an application that lacks what its configurations require, each field once. `apply`: the row; `lines`: its lines in their order. */
export function refuseLacking(configs: readonly Row[], apply: Row, lines: readonly Row[]): void {
  const required = (column: string, all: readonly string[]): string[] => [...new Set(configs.flatMap((row) => named(row, column, all)))]
  // A field that the kind does not have cannot be filled in.
  const belongs = belongsTo(deviceApply.forms, apply.type)
  const demanded = demandable.filter((name) => belongs(name, deviceApply.fields[name]))
  const header = required('required_fields', demanded).flatMap((name): Problem[] => {
    const field = deviceApply.fields[name as (typeof demandable)[number]]
    return isEmpty(apply[columnName(name, field)]) ? [{ field: wireName(name, field), label: field, rule: 'required' }] : []
  })
  const ofLines = required('required_line_fields', demandableOfLines).flatMap((name): Problem[] => {
    const field = deviceApplyItem.fields[name as (typeof demandableOfLines)[number]]
    const at = lines.findIndex((line) => isEmpty(line[columnName(name, field)]))
    return at < 0 ? [] : [{ field: `lines.${at}.${name}`, label: field, rule: 'required' }]
  })
  if (header.length + ofLines.length > 0) throw refusalOf([...header, ...ofLines])
}
