import { deviceCounts } from '#contract/calls/asset/counts.ts'
import { contrastCard, eachItemCount, initCount, priorityTree } from '#contract/calls/asset/device-cards.ts'
import { deviceLists } from '#contract/calls/asset/device-lists.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { type Parsed, parse } from '#contract/kit/fields/parse.ts'
import { same } from '#contract/kit/fields/same.ts'
import type { Context } from '#server/kit/context.ts'
import { countPlan } from '#server/kit/counts/count.ts'
import { talliedFilled } from '#server/kit/counts/tally-groups.ts'
import { importantOf } from '#server/kit/counts/tally-table.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { combineReads } from '#server/kit/read/combine-reads.ts'
import { conditionsOf, detailPlan } from '#server/kit/read/list.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { shown } from '#server/kit/steps/history.ts'
import { columnName } from '#server/kit/table.ts'

type Counted = readonly { key: string | null; name: string | null; count: number }[]
const counted = (rows: unknown): Counted => (rows as Counted).map(({ key, name, count }) => ({ key, name, count }))

/** Cards by state, filing and priority class. */
function eachItem(context: Context) {
  const view = context.actor.settings.view(device)
  const asked = { context: { ...context, input: {} }, extra: [] }
  const plan = combineReads({
    states: countPlan(deviceCounts.statusCount, view, asked),
    filing: countPlan(deviceCounts.filingCount, view, asked),
    important: countPlan(deviceCounts.importantCount, view, asked),
  })
  return {
    queries: plan.queries,
    async answer(results: Parameters<typeof plan.answer>[0]) {
      const { states, filing, important } = await plan.answer(results)
      return { states: counted(states), filing: counted(filing), important: counted(important) }
    },
  }
}

/** How many cards lack each important field, from what is counted beside them where that tells it. */
function lacking(context: Context) {
  const view = context.actor.settings.view(device)
  const important = Object.entries(view.fields).filter(([name, field]) => field.important && !view.custom.has(name))
  const kept = talliedFilled(device, context)
  const places = importantOf(device)
  const { where, into } = conditionsOf(view, { ...context, input: {} })
  const bits = places.map((name) => `(t.${columnName(name, device.fields[name as keyof typeof device.fields])} is not null)::int`)
  const counted = {
    text: `select concat(${bits.join(', ')}) as group_key, count(*) as n from device t where ${where} group by 1`,
    values: into.values,
  }
  return {
    queries: [kept ?? counted],
    answer: ([found]: { rows: Record<string, unknown>[] }[]) => {
      const sum = (fits: (key: string) => boolean): number =>
        found!.rows.reduce((total, { group_key: key, n }) => total + (fits(String(key)) ? Number(n) : 0), 0)
      return {
        total: sum(() => true),
        fields: important.map(([name, field]) => ({
          field: wireName(name, field),
          label: field[context.language],
          count: sum((key) => key[places.indexOf(name)] === '0'),
        })),
      }
    },
  }
}

/** Priority classes, the device classes of their cards below each. */
function byPriority(context: Context) {
  const view = context.actor.settings.view(device)
  const plan = countPlan(deviceLists.classesByPriority, view, { context: { ...context, input: {} }, extra: [] })
  const field = view.fields.importantClassification
  const words = field?.kind === 'choice' ? Object.entries(field.of) : []
  return {
    queries: plan.queries,
    async answer(results: Parameters<typeof plan.answer>[0]) {
      const rows = (await plan.answer(results)) as unknown as ({ key: string | null; name: string | null } & Record<string, number>)[]
      return words.map(([key, word]) => {
        const inside = rows.flatMap((row) =>
          Number(row[key] ?? 0) > 0 ? [{ key: row.key ?? 'none', name: row.name ?? '—', count: Number(row[key]) }] : [],
        )
        return {
          key,
          name: word[context.language],
          count: inside.reduce((sum, { count }) => sum + count, 0),
          children: inside.filter((one) => one.key !== 'none'),
        }
      })
    },
  }
}

/** What was seen beside what is registered, for each field that was named. */
function contrast(context: Context) {
  const { id: _, ...seen } = contrastCard.input
  const view = context.actor.settings.view(device)
  const fields = Object.fromEntries(
    Object.keys(seen).flatMap((name) => (view.fields[name] ? [[name, { ...view.fields[name], readOnly: false }]] : [])),
  )
  const { id: __, ...given } = context.input
  const { value, problems } = parse(fields, given, { partial: true })
  if (problems.length > 0) throw refusalOf(problems)
  const plan = detailPlan(view, { ...context, input: { id: context.input.id } })
  const said: Parsed = value
  return {
    queries: plan.queries,
    async answer(results: Parameters<typeof plan.answer>[0]) {
      const row = (await plan.answer(results)) as unknown as Record<string, unknown>
      return Object.entries(fields).flatMap(([name, field]) => {
        const wire = wireName(name, field)
        if (!(wire in said)) return []
        const isSame = same(field, row[wire], said[wire])
        const registered = shown(field, row[wire], row[`${name}Name`] as string | null, context.language)
        return [
          {
            field: wire,
            label: field[context.language],
            seen: isSame ? registered : shown(field, said[wire], null, context.language),
            registered,
            isSame,
          },
        ]
      })
    },
  }
}

export const cardFigureAnswers: readonly Answer[] = [
  answer(eachItemCount, { read: eachItem }),
  answer(initCount, { read: lacking }),
  answer(priorityTree, { read: byPriority }),
  answer(contrastCard, { read: contrast }),
]
