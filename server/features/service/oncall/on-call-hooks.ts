import { clash } from '#contract/entities/service/oncall/on-call-hours.ts'
import { onCallRota } from '#contract/entities/service/oncall/on-call-rota.ts'
import { onCallShift } from '#contract/entities/service/oncall/on-call-shift.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { holderNamed } from '#server/features/identity/public.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { isPastRepair } from '../repair-history.ts'
import { fromBefore, onTheSpot } from '../repair-hooks.ts'
import { callOnReport } from './call-report.ts'
import { shiftOf } from './rota.ts'

const { may: work } = repairFlow.steps.accept

/** One after another in a hospital: what is compared with other rows is then the newest. */
async function inTurn(tx: Transaction): Promise<void> {
  await tx.run({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`on call ${tx.tenantId}`] })
}

/** Refuses a rota for departments that another open rota names, or a second one for all. */
async function refuseServedTwice(tx: Transaction, id: string, depts: readonly string[], isInactive: unknown): Promise<void> {
  if (isInactive === 1) return
  await inTurn(tx)
  const { rows } = await tx.run({
    text: `select r.rota_name, (select d.dept_name from dept d where d.tenant_id = r.tenant_id and d.id = any(r.depts) and d.id = any($3::uuid[]) order by d.id limit 1) as dept_name
      from on_call_rota r where r.tenant_id = $1 and r.id <> $2 and not r.is_deleted and coalesce(r.is_inactive, 0) = 0
        and (r.depts && $3::uuid[] or (coalesce(cardinality(r.depts), 0) = 0 and cardinality($3::uuid[]) = 0)) order by r.id limit 1`,
    values: [tx.tenantId, id, depts],
  })
  const [other] = rows
  if (!other) return
  const of = other.dept_name
    ? { zh: `科室“${other.dept_name}”`, en: `the department “${other.dept_name}”` }
    : { zh: '全院', en: 'the whole hospital' }
  throw new Refusal('rule', {
    zh: `值班表“${other.rota_name}”已服务${of.zh}，一个科室只能有一张值班表`,
    en: `The rota “${other.rota_name}” already serves ${of.en}. A department has one rota`,
  })
}

hook(onCallRota, {
  async beforeAdd(context, tx, { id, draft }) {
    await holderNamed(work, context, tx, draft.leaderId, { field: 'leaderId', label: onCallRota.fields.leader })
    await refuseServedTwice(tx, id, (draft.depts as string[] | null | undefined) ?? [], draft.isInactive)
    return undefined
  },
  async beforeChange(context, tx, { row, draft }) {
    if (draft.leaderId && draft.leaderId !== row.leader_id)
      await holderNamed(work, context, tx, draft.leaderId, { field: 'leaderId', label: onCallRota.fields.leader })
    const depts = (draft.depts === undefined ? row.depts : draft.depts) as string[] | null
    await refuseServedTwice(tx, String(row.id), depts ?? [], draft.isInactive === undefined ? row.is_inactive : draft.isInactive)
    return undefined
  },
})

const weeklyFields = ['weekday', 'fromTime', 'toTime', 'validFrom', 'validTo'] as const
const datedFields = ['startsAt', 'endsAt'] as const
const columns = {
  ...{ weekday: 'weekday', fromTime: 'from_time', toTime: 'to_time', validFrom: 'valid_from', validTo: 'valid_to' },
  ...{ startsAt: 'starts_at', endsAt: 'ends_at' },
} as const
type TimeField = keyof typeof columns
/** The longest dated shift in days. */
const longestDays = 31

/** Checks a shift as it will be. Returns the columns of the other kind, which are emptied. */
async function checked(context: Context, tx: Transaction, draft: Parsed, row?: Row): Promise<Record<string, unknown>> {
  const of = (name: TimeField | 'shiftKind'): unknown =>
    draft[name] === undefined ? row?.[name === 'shiftKind' ? 'shift_kind' : columns[name]] : draft[name]
  const isDated = of('shiftKind') === 'dated'
  const needed: readonly TimeField[] = isDated ? datedFields : weeklyFields.filter((name) => name !== 'validTo')
  const missing = needed.filter((name) => of(name) === null || of(name) === undefined)
  if (missing.length > 0) throw refusalOf(missing.map((field): Problem => ({ field, label: onCallShift.fields[field], rule: 'required' })))
  const refuse = (zh: string, en: string, field: string): never => {
    throw new Refusal('rule', { zh, en }, [{ field }])
  }
  if (isDated) {
    const [from, to] = [Date.parse(String(of('startsAt'))), Date.parse(String(of('endsAt')))]
    if (to <= from) refuse('班次结束须晚于班次开始', 'The shift must end after it begins', 'endsAt')
    if (to - from > longestDays * 86_400_000) refuse('一个班次最多 31 天', 'A shift lasts 31 days at most', 'endsAt')
  } else if (of('validTo') && String(of('validTo')) < String(of('validFrom')))
    refuse('“生效至”不能早于生效日期', 'The last day must not be before the first', 'validTo')
  const personOf = (name: 'person' | 'backup'): unknown => (draft[`${name}Id`] === undefined ? row?.[`${name}_id`] : draft[`${name}Id`])
  for (const name of ['person', 'backup'] as const) {
    const id = personOf(name)
    if (id && id !== row?.[`${name}_id`]) await holderNamed(work, context, tx, id, { field: `${name}Id`, label: onCallShift.fields[name] })
  }
  if (personOf('person') === personOf('backup')) refuse('备班人不能是值班人本人', 'The backup must be another person', 'backupId')
  await inTurn(tx)
  return Object.fromEntries((isDated ? weeklyFields : datedFields).map((name) => [columns[name], null]))
}

const said = (row: Row): string => String(row.shift_title)

/** Refuses shifts of one kind that overlap in their rota, after they were written. */
async function refuseClash(tx: Transaction, id: string): Promise<void> {
  const { rows } = await tx.run({
    text: `select s.* from on_call_shift s join on_call_shift o on o.tenant_id = s.tenant_id and o.rota_id = s.rota_id and o.shift_kind = s.shift_kind
      where s.tenant_id = $1 and o.id = $2 and not s.is_deleted order by s.id`,
    values: [tx.tenantId, id],
  })
  const own = rows.find((row) => row.id === id)
  const other = own && rows.find((row) => row.id !== id && clash(shiftOf(own), shiftOf(row)))
  if (!other) return
  throw new Refusal('rule', {
    zh: `与班次“${said(other)}”的时间重叠；同一值班表同一时间只有一个班次，换班请用“指定时间”`,
    en: `It overlaps with the shift “${said(other)}”. A rota has one shift at a time; enter a swap as a dated shift`,
  })
}

hook(onCallShift, {
  beforeAdd: (context, tx, { draft }) => checked(context, tx, draft),
  beforeChange: (context, tx, { row, draft }) => checked(context, tx, draft, row),
  afterSave: (_context, tx, { id }) => refuseClash(tx, id),
})

/** Calls who is on call about a report, also where it becomes urgent later. After the hooks of repairs, which tell of the report. */
hook(
  repairOrder,
  {
    async afterSave(context, tx, { id, draft, isNew }) {
      if (onTheSpot.has(context) || fromBefore.has(context) || isPastRepair(draft) || (!isNew && draft.urgency === undefined)) return
      const { rows } = await tx.run({ text: 'select * from repair_order where tenant_id = $1 and id = $2', values: [tx.tenantId, id] })
      if (rows[0]) await callOnReport(tx, rows[0], new Date())
    },
  },
  50,
)
