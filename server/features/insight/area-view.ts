import * as calls from '#contract/calls/insight/area-view.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { type HomeFigure, isOffered } from '#contract/kit/entity/home.ts'
import type { Wanted } from '#contract/kit/figures/measure.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { moduleFacts } from '#contract/registry.ts'
import { platformTenant } from '#contract/roles.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { summedSql } from '#server/kit/counts/summed.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { filters } from '#server/kit/read/filter.ts'
import { listPlan, paged, pageOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'
import { columnName, tableName } from '#server/kit/table.ts'
import { homeReaders } from './home-figures.ts'
import { addressFilter, listFilter } from './home-filter.ts'

/** SQL that the row `t` stands in a place or below it. */
const standsIn = (id: unknown, context: Context) => (into: Parameters) =>
  `t.location_id in (select l.id from location l join location above on above.tenant_id = l.tenant_id and above.id = ${into.add(id)}::uuid
    where l.tenant_id = ${into.add(context.actor.tenantId)} and l.path >= above.path and l.path < above.path || chr(127))`

function devicesOf(context: Context): ReadPlan<AnswerOf<typeof calls.areaDevices>> {
  const { locationId, ...input } = context.input
  read({ location: calls.areaDevices.input.location }, { locationId })
  return listPlan(context.actor.settings.view(device), { ...context, input }, locationId ? [standsIn(locationId, context)] : [])
}

/** The column of an entity that names its device; undefined for rows that are about none. */
function deviceColumn(of: Entity): string | undefined {
  if (of.name === device.name) return 'id'
  const found = Object.entries(of.fields).find(([, field]) => field.kind === 'link' && field.to === device.name)
  return found && columnName(...found)
}

const warnings: readonly HomeFigure[] = moduleFacts
  .flatMap(({ home }) => home?.figures ?? [])
  .filter(({ kind, each, of }) => kind === 'warn' && !each && deviceColumn(of) !== undefined)

/** SQL of the warnings `w` with their device `d`, as far as the person sees both; undefined if there are none for the person. */
function warningsSql(context: Context, into: Parameters): string | undefined {
  const { actor } = context
  const today = homeDay(context.occurredAt)
  const tenant = into.add(actor.tenantId)
  const parts = warnings.flatMap((figure, place) => {
    const { of } = figure
    if (!isOffered(figure, actor.rights, actor.tenantId === platformTenant) || !mayList(actor, of)) return []
    const view = actor.settings.view(of)
    const wanted = addressFilter(view, figure.where, actor, today)
    if (!wanted) return []
    const live = of.softDelete ? ['not t.is_deleted'] : []
    const scope = scopeSql(of, actor, 't', into)
    const where = [`t.tenant_id = ${tenant}`, ...live, ...(scope ? [scope] : []), ...filters(view, listFilter(view, wanted), into).where]
    return `select ${place} as place, t.id, t.${deviceColumn(of)} as device_id from ${tableName(of)} t where ${where.join(' and ')}`
  })
  if (parts.length === 0) return undefined
  const seen = scopeSql(device, actor, 'd', into)
  return `from (${parts.join(' union all ')}) w join device d on d.tenant_id = ${tenant} and d.id = w.device_id and not d.is_deleted${seen ? ` and ${seen}` : ''}`
}

function warningPage(context: Context): ReadPlan<AnswerOf<typeof calls.areaWarnings>> {
  const { current, size, offset } = pageOf(context)
  read(calls.areaWarnings.input, context.input)
  const into = new Parameters()
  const from = warningsSql(context, into)
  const none = paged([], 0, { current, size })
  if (!from) return { queries: [], answer: () => none }
  const text = `select w.place, w.id, d.id as "deviceId", d.device_name as "deviceName", d.device_code as "deviceCode", p.dept_name as "useDeptName", count(*) over ()::int as total
    ${from} left join dept p on p.tenant_id = d.tenant_id and p.id = d.use_dept_id order by w.place, d.device_name, w.id limit ${size} offset ${into.add(offset)}`
  return {
    queries: [{ text, values: into.values, once: true }],
    answer([found]) {
      const rows = rowsAs<{ place: number; total: number; id: string; deviceId: string; deviceName: string }>(found)
      const records = rows.map(({ place, total: _, ...row }) => {
        const figure = warnings[place]!
        return { ...row, kind: figure.name, kindValue: figure[context.language], tone: figure.tone, page: figure.page }
      })
      return paged(records as never[], rows[0]?.total ?? 0, { current, size })
    },
  }
}

function warningCount(context: Context): ReadPlan<AnswerOf<typeof calls.areaWarningsCount>> {
  read(calls.areaWarningsCount.input, context.input)
  const into = new Parameters()
  const from = warningsSql(context, into)
  if (!from) return { queries: [], answer: () => ({ count: 0 }) }
  return {
    queries: [{ text: `select count(*)::int as count ${from}`, values: into.values, once: true }],
    answer: ([rows]) => rowsAs<{ count: number }>(rows)[0]!,
  }
}

function warningTotal(context: Context): ReadPlan<AnswerOf<typeof calls.warningTotal>> {
  read(calls.warningTotal.input, context.input)
  const plan = homeReaders.warnings(context)
  return {
    queries: plan.queries,
    async answer(results) {
      const rows = await plan.answer(results)
      return { count: rows.reduce((sum, { count }) => sum + count, 0) }
    },
  }
}

/** A page of a list within a year, by one of its days. */
const yearPage =
  (of: Entity, by: string, where: Wanted) =>
  (context: Context): ReadPlan<never> => {
    const { year: given, ...input } = context.input
    const { year } = read({ year: calls.yearWork.input.year }, { year: given })
    const asked = String(year ?? homeDay(context.occurredAt).slice(0, 4))
    const view = context.actor.settings.view(of)
    const wanted = listFilter(view, { ...where, [`${by}_ge`]: `${asked}-01-01`, [`${by}_le`]: `${asked}-12-31` })
    return listPlan(view, { ...context, input: { descs: by, ...input, ...wanted } }) as ReadPlan<never>
  }

function byBuilding(context: Context): ReadPlan<AnswerOf<typeof calls.buildings>> {
  read(calls.buildings.input, context.input)
  const { actor } = context
  const into = new Parameters()
  const tenant = into.add(actor.tenantId)
  const scope = scopeSql(device, actor, 't', into)
  const value =
    'originalValue' in actor.settings.view(device).fields
      ? `coalesce(sum(${summedSql(device, 'originalValue', 't')}), 0)::numeric(16, 2)::text`
      : 'null'
  const text = `select b.id as key, b.full_name as name, count(*)::int as count, ${value} as amount from device t
      left join location l on l.tenant_id = t.tenant_id and l.id = t.location_id
      left join location b on b.tenant_id = l.tenant_id and b.level = 'building' and not b.is_deleted and l.path >= b.path and l.path < b.path || chr(127)
    where t.tenant_id = ${tenant} and not t.is_deleted and t.eam_status <> 'disposed'${scope ? ` and ${scope}` : ''}
    group by b.id, b.full_name order by b.full_name nulls last, b.id`
  return { queries: [{ text, values: into.values }], answer: ([rows]) => rowsAs<AnswerOf<typeof calls.buildings>[number]>(rows) }
}

/** What the boards of an area ask for: its devices, their warnings, and the lists of a year. */
export const areaViewAnswers: readonly Answer[] = [
  answer(calls.areaDevices, { read: devicesOf }),
  answer(calls.areaWarnings, { read: warningPage }),
  answer(calls.areaWarningsCount, { read: warningCount }),
  answer(calls.warningTotal, { read: warningTotal }),
  answer(calls.yearDisposals, { read: yearPage(deviceDisposal, 'executedAt', { disposalStatus: 'executed,finished' }) }),
  answer(calls.yearWork, { read: yearPage(repairOrder, 'finishedAt', { repairStatus: 'done' }) }),
  answer(calls.yearLoans, { read: yearPage(deviceUse, 'receivedAt', { eventType: 'borrow', status: 'received,returning,returned' }) }),
  answer(calls.buildings, { read: byBuilding }),
]
