import { benefitExport, benefitList, benefitSums, deviceBenefit } from '#contract/calls/insight/benefit.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { type BenefitAmounts, type BenefitEnergy, energyCost, rateOf } from '#contract/entities/insight/benefit-amounts.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Measured, openFigures, type Wanted } from '#contract/kit/figures/measure.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Query, Row, Rows } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { formatOf } from '#server/kit/export/export.ts'
import { sheetFile } from '#server/kit/export/sheet-file.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { measurePlan } from '#server/kit/measures/measure-plan.ts'
import { withoutFilter } from '#server/kit/read/filter.ts'
import { detailPlan, paged, pageOf } from '#server/kit/read/list.ts'
import { finisher, selectApart } from '#server/kit/read/select.ts'
import { read } from '#server/kit/refuse.ts'
import { amountNames, basisQuery, benefitSources, benefitSql, tariffFigures, travels } from './benefit-sql.ts'
import { cutRow, mostExported } from './export-cut.ts'

const shown: ReadonlySet<string> = new Set([
  ...['deviceName', 'deviceCode', 'deviceModel', 'useDept', 'classify', 'eamStatus', 'enableDate', 'originalValue'],
])
const { year: yearField, entered: enteredField } = benefitList.input

/** The asked year, this one by default, and the filters of the list of devices. */
function askedOf({ input, occurredAt }: Context): { readonly year: number; readonly entered: 0 | 1 | null; readonly filters: Wanted } {
  const { current: _c, size: _s, format: _f, year, entered, ...rest } = input
  const asked = read({ year: yearField, entered: enteredField }, { year, entered }) as { year?: number | null; entered?: 0 | 1 | null }
  return {
    year: asked.year ?? Number(homeDay(occurredAt).slice(0, 4)),
    entered: asked.entered ?? null,
    filters: Object.fromEntries(
      Object.entries(rest).flatMap(([name, value]) =>
        (withoutFilter.has(name) && name !== 'keyword') || value === undefined || value === null || value === ''
          ? []
          : [[name, String(value)]],
      ),
    ),
  }
}

/** The amounts of a row with the rate of its net. */
const judged = (row: Row): Row => ({ ...row, rate: rateOf(row.net as string | null, row.income as string | null) })

const given = (of: string): string => [...amountNames, 'net'].map((name) => `${travels(name, `${of}.${name}`)} as ${name}`).join(', ')

/** The statement of a page of devices, the highest net first; the first row also says how many there are. */
function pageQuery(context: Context, limit: string): Query {
  const { year, entered, filters } = askedOf(context)
  const { text, into } = benefitSql(context, year, filters)
  const which = entered === null ? '' : ` where q.entered ${entered === 1 ? '>' : '='} 0`
  const selection = selectApart(context.actor.settings.view(device), shown)
  const order = (of: string): string => `${of}.net desc nulls last, ${of}.original_value desc nulls last, ${of}.id`
  return {
    text: `with found as materialized (select q.* from (${text}) q${which}),
      page as materialized (select q.* from found q order by ${order('q')}${limit})
      select n.found, ${selection.columns}, ${given('page')} from (select count(*)::int as found from found) n left join page on true
      left join device t on t.tenant_id = ${into.add(context.actor.tenantId)} and t.id = page.id${selection.joins} order by ${order('page')}`,
    values: into.values,
    named: selection.named,
    once: true,
  }
}

function rowsOf(context: Context, found: Rows): Row[] {
  const finish = finisher(
    context.actor.settings.view(device),
    selectApart(context.actor.settings.view(device), shown).fields,
    context.language,
    context.actor,
  )
  return found.rows.flatMap(({ found: _, ...row }) => (row.id === null ? [] : [judged(finish(row))]))
}

function devices(context: Context): ReadPlan<AnswerOf<typeof benefitList>> {
  const { current, size, offset } = pageOf(context)
  return {
    queries: [pageQuery(context, ` limit ${size} offset ${offset}`)],
    answer: ([found]) => paged(rowsOf(context, found!), Number(found!.rows[0]!.found), { current, size }) as never,
  }
}

const headings = {
  income: { zh: '收入', en: 'Income' },
  uses: { zh: '检查治疗人次', en: 'Uses' },
  depreciation: { zh: '折旧', en: 'Depreciation' },
  kwh: { zh: '用电量（千瓦时）', en: 'Energy (kWh)' },
  energy: { zh: '电费', en: 'Energy cost' },
  repairs: { zh: '维修支出', en: 'Repair cost' },
  maintenance: { zh: '保养支出', en: 'Maintenance cost' },
  metrology: { zh: '计量支出', en: 'Metrology cost' },
  consumables: { zh: '耗材费', en: 'Consumables' },
  staff: { zh: '人员费用', en: 'Staff cost' },
  net: { zh: '净收益', en: 'Net benefit' },
  rate: { zh: '净收益率（%）', en: 'Net benefit rate (%)' },
} as const
const numbers: ReadonlySet<string> = new Set(['uses', 'kwh', 'rate'])
const columns = Object.keys(headings) as (keyof typeof headings)[]

function exported(context: Context): ReadPlan {
  const { language } = context
  const { year } = askedOf(context)
  const format = formatOf(context)
  const view = context.actor.settings.view(device)
  const names = (['deviceCode', 'deviceName', 'useDept', 'originalValue'] as const).filter((name) => view.fields[name])
  return {
    queries: [pageQuery(context, ` limit ${mostExported}`)],
    answer([found]) {
      const listed = rowsOf(context, found!)
      const rows = listed.map((row) => [
        ...names.map((name) => (row[name === 'useDept' ? 'useDeptName' : name] ?? null) as string | null),
        ...columns.map((name) => (row[name] ?? null) as string | number | null),
      ])
      return sheetFile({
        name: `${benefitList[language]} ${year}`,
        sheet: benefitList[language],
        format,
        columns: [
          ...names.map((name) => ({
            heading: view.fields[name]![language],
            kind: name === 'originalValue' ? ('money' as const) : undefined,
          })),
          ...columns.map((name) => ({
            heading: headings[name][language],
            kind: numbers.has(name) ? ('number' as const) : ('money' as const),
          })),
        ],
        rows: [...rows, ...cutRow(listed.length, Number(found!.rows[0]!.found), language)],
        at: context.occurredAt,
      })
    },
  }
}

const groups = {
  useDept: { column: 'use_dept_id', table: 'dept', title: 'dept_name' },
  classify: { column: 'classify_id', table: 'device_class', title: 'class_name' },
} as const

function sums(context: Context): ReadPlan<AnswerOf<typeof benefitSums>> {
  const { group: typed, ...input } = context.input
  const { year, filters } = askedOf({ ...context, input })
  const { group } = read({ group: benefitSums.input.group }, { group: typed }) as { group?: keyof typeof groups | null }
  const { column, table, title } = groups[group ?? 'useDept']
  const { text, into } = benefitSql(context, year, filters)
  const sum = (name: string): string => `sum(q.${name}) filter (where q.entered > 0)`
  const added = [...amountNames, 'net'].map((name) => {
    const whole = ['income', 'energy', 'net'].includes(name) ? sum(name) : `coalesce(${sum(name)}, 0)`
    return `${travels(name, whole)} as ${name}`
  })
  return {
    queries: [
      {
        text: `select g.*, n.${title} as name from (select q.${column} as id, grouping(q.${column}) as is_total, ${added.join(', ')},
            count(*) filter (where q.entered > 0)::int as devices, count(*) filter (where q.entered = 0)::int as without
          from (${text}) q group by grouping sets ((), (q.${column}))) g
          left join ${table} n on n.tenant_id = ${into.add(context.actor.tenantId)} and n.id = g.id
          order by g.is_total desc, g.net desc nulls last, n.${title}, g.id`,
        values: into.values,
        once: true,
      },
      basisQuery(context.actor.tenantId),
    ],
    answer([found, basis]) {
      const rows = found!.rows.map((row) => judged(row))
      const bare = ({ is_total: _, id: _id, name: _name, ...row }: Row): Row => row
      return {
        ...basis!.rows[0],
        total: bare(rows.find((row) => row.is_total === 1)!),
        rows: rows.flatMap(({ is_total: isTotal, ...row }) => (isTotal === 1 ? [] : [row])),
      } as never
    },
  }
}

/** A figure of a month of a measure; undefined where it has no row for it. */
const figureIn = (found: Measured | undefined, month: string, name: string) => found?.rows.find(({ key }) => key === month)?.values[name]

/** The energy of a month. `isCosted`: the costs of its days are not hidden. */
function energyIn(found: Measured | undefined, month: string, isCosted: boolean): BenefitEnergy {
  const number = (name: string): number => Number(figureIn(found, month, name) ?? 0)
  const kwh = number('kwh')
  const energyDays = number('count')
  if (!isCosted) return { kwh, tariffCost: null, bareKwh: kwh, energyDays, bareDays: energyDays }
  const bareDays = number('unpriced')
  const priced = number('sharp') + number('peak') + number('flat') + number('valley')
  return {
    ...{ kwh, energyDays, bareDays, bareKwh: Number((kwh - priced).toFixed(6)) },
    tariffCost: energyDays > bareDays ? number('cost').toFixed(4) : null,
  }
}

function oneDevice(context: Context): ReadPlan<AnswerOf<typeof deviceBenefit>> {
  const { deviceId } = read(deviceBenefit.input, context.input) as { deviceId: string }
  const detail = detailPlan(context.actor.settings.view(device), { ...context, input: { id: deviceId } })
  // Figures that the hospital hides are left out, as in the list.
  const sources = Object.entries(benefitSources).flatMap(([name, { of, figures }]) => {
    const open = openFigures(of, context.actor.settings.view(of.of)).filter((figure) => Object.hasOwn(figures, figure))
    return open.length > 0 ? [{ name, of, open }] : []
  })
  // The main book is known only when the statements run, so all books are asked for and that one is taken.
  const plans = sources.map(({ name, of, open }) => {
    const split = name === 'depreciation' ? { split: 'ruleSet' } : {}
    return measurePlan(of, { ...context, input: { deviceId, group: 'month', figures: open.join(), ...split } })
  })
  return {
    queries: [...plans.flatMap(({ queries }) => queries), ...detail.queries, basisQuery(context.actor.tenantId)],
    async answer(results) {
      const found = await Promise.all(plans.map((plan, place) => plan.answer([results[place]!])))
      const row = (await detail.answer(results.slice(plans.length, -1))) as unknown as Row
      const basis = results.at(-1)!.rows[0] as { energyPrice: number | null; ruleSet: string | null }
      const by = Object.fromEntries(sources.map(({ name }, place) => [name, found[place]!])) as Partial<
        Record<keyof typeof benefitSources, Measured>
      >
      const charged = (month: string): string =>
        String(
          by.depreciation?.rows.find(({ key }) => key === month)?.parts?.find(({ key }) => key === basis.ruleSet)?.values.amount ?? '0.00',
        )
      const shownOf = sources.find(({ name }) => name === 'energy')?.open ?? []
      const isCosted = tariffFigures.every((name) => shownOf.includes(name))
      const keys = new Set(found.flatMap(({ rows }) => rows.flatMap(({ key }) => (key === null ? [] : [key]))))
      const months = [...keys].sort().map((month) => {
        const text = (name: keyof typeof benefitSources, figure: string): string => String(figureIn(by[name], month, figure) ?? '0.00')
        const used = energyIn(by.energy, month, isCosted)
        const amounts: BenefitAmounts = {
          income: Number(figureIn(by.incomes, month, 'entered') ?? 0) > 0 ? text('incomes', 'income') : null,
          depreciation: charged(month),
          energy: energyCost(used, basis.energyPrice),
          repairs: text('repairs', 'cost'),
          maintenance: text('maintenance', 'cost'),
          metrology: text('metrology', 'cost'),
          consumables: text('incomes', 'consumables'),
          staff: text('incomes', 'staff'),
        }
        return { month, ...amounts, uses: Number(figureIn(by.incomes, month, 'uses') ?? 0), ...used }
      })
      const { deviceName, deviceCode = null, originalValue = null } = row
      return { deviceName, deviceCode, originalValue, ...basis, months } as never
    },
  }
}

export const benefitAnswers: readonly Answer[] = [
  answer(benefitList, { read: devices }),
  answer(benefitExport, { read: exported as never }),
  answer(benefitSums, { read: sums }),
  answer(deviceBenefit, { read: oneDevice }),
]
