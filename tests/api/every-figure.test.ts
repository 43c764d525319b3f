import { beforeAll, describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { Shape } from '#contract/kit/entity/answer.ts'
import { type Call, pathsOf } from '#contract/kit/entity/call.ts'
import { type Entity, urlsOf } from '#contract/kit/entity/entity.ts'
import { isListCall } from '#contract/kit/entity/list.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Measured, Wanted } from '#contract/kit/figures/measure.ts'
import { meet } from '#contract/kit/figures/measure-groups.ts'
import { calls, entityNamed, measures, moduleFacts } from '#contract/registry.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { fillLinked, fillRows } from '#tests/harness/measured-rows.ts'
import { sheetOf } from '#tests/harness/sheets.ts'

const app = await appForFile()
beforeAll(async () => {
  for (const { of } of measures) {
    await fillLinked(app, of)
    await fillRows(app, of, of.scope?.members ? 4 : 16)
  }
})

const isField = (one: Shape | Field): one is Field => 'kind' in one
const below = (shape: Shape): readonly (readonly [string, Shape])[] => {
  if ('fields' in shape) {
    const inside = Object.entries(shape.fields).flatMap(([name, one]) => (isField(one) ? [] : [[name, one] as const]))
    return 'of' in shape ? [...inside, ['', shape.of as Shape]] : inside
  }
  if (!('of' in shape) || typeof shape.of === 'string') return []
  return [shape.of].flat().flatMap((one) => (typeof one === 'string' ? [] : [['', one] as const]))
}
/** Whether a part of an answer, by its name and shape, is one that `is` looks for. */
const holds = (shape: Shape, is: (name: string, one: Shape) => boolean): boolean =>
  below(shape).some(([name, one]) => is(name, one) || holds(one, is))

/** What a version or the hour of the day is, no count tells. */
const noCounts = new Set(['version', 'round', 'hour'])
const countsOf = ({ answers }: Call): boolean =>
  holds(answers.shape, (name, one) => one.is === 'number' && !noCounts.has(name)) || answers.shape.is === 'number'
const tellsFilter = ({ answers, method }: Call): boolean =>
  method === 'GET' && answers.kind !== 'file' && holds(answers.shape, (name) => name === 'filter')
const isCount = (of: Call): boolean => isListCall(of) && of.list.kind === 'count'

/** Calls whose counts are held against the rows in another test, and in which. */
const elsewhere: Readonly<Record<string, string>> = {
  'benefit.page': 'tests/api/device-benefit.test.ts',
  'benefit.sums': 'tests/api/device-benefit.test.ts',
  'benefit.device': 'tests/api/device-benefit.test.ts',
  'replacement.page': 'tests/api/replacement.test.ts',
  'replacement.terms': 'tests/api/replacement.test.ts',
  'ownBoard.shown': 'tests/api/own-board.test.ts',
  'floorPlan.map': 'tests/api/place-map.test.ts',
  'ownBoard.home': 'tests/api/own-board.test.ts',
  'area.warningsCount': 'tests/api/area-view.test.ts',
  'due.days': 'tests/api/due-days.test.ts',
  'home.warningTotal': 'tests/api/area-view.test.ts',
  'device.byBuilding': 'tests/api/area-view.test.ts',
  'quality.days': 'tests/api/daily-figures.test.ts',
  'device.days': 'tests/api/daily-figures.test.ts',
  'device.daysOfAll': 'tests/api/daily-figures.test.ts',
  'device.day': 'tests/api/daily-figures.test.ts',
  'device.today': 'tests/api/daily-figures.test.ts',
  'device.tipsCount': 'tests/api/device-tips.test.ts',
  'dept.managers': 'tests/api/device-tips.test.ts',
  'device.statistics': 'held against the measure below',
  'check.depts': 'tests/api/check-lines.test.ts',
  'check.locationPage': 'tests/api/check-lines.test.ts',
  'check.locations': 'tests/api/check-lines.test.ts',
  'check.progress': 'tests/api/check-lines.test.ts',
  'check.report': 'tests/api/check-lines.test.ts',
  'check.statistics': 'tests/api/check-lines.test.ts',
  'checkBoard.inventory': 'tests/api/check-board.test.ts and check-lines.test.ts',
  'checkBoard.scans': 'tests/api/check-board.test.ts',
}

const counted = calls.filter((one) => isCount(one) && !Object.hasOwn(elsewhere, one.name))
const walked = calls.filter((one) => tellsFilter(one) && !Object.hasOwn(elsewhere, one.name))

const homeFigures = moduleFacts.flatMap(({ home }) => home?.figures ?? [])
/** What the parts of boards count. */
const boardParts: Readonly<Record<string, Entity>> = {
  states: device,
  depts: device,
  warranties: device,
  months: repairOrder,
  open: repairOrder,
  oldest: repairOrder,
  repairs: repairOrder,
}

interface Figure {
  readonly of: Entity
  readonly filter: Wanted
  readonly count: number
}

/** The last moment of a day, as pages ask for it. */
const asked = (of: Entity, filter: Wanted): Wanted =>
  Object.fromEntries(
    Object.entries(filter).map(([key, value]) => {
      const isDay = key.endsWith('_le') && of.fields[key.slice(0, -3)]?.kind === 'time' && value.length === 10
      return [key, isDay ? `${value} 23:59:59.999` : value]
    }),
  )

/** Every count of an answer with the filter that stands beside it. `of`: what it counts, where the call says so. */
function figuresIn(answer: unknown, of: Entity | undefined): Figure[] {
  if (Array.isArray(answer)) return answer.flatMap((one) => figuresIn(one, of))
  if (typeof answer !== 'object' || answer === null) return []
  const row = answer as Record<string, unknown>
  const parts = Object.entries(row).flatMap(([name, one]) =>
    name === 'filter' || name === 'values' || name === 'records' ? [] : figuresIn(one, of ?? boardParts[name]),
  )
  if (!('filter' in row)) return parts
  const target = of ?? homeFigures.find(({ name }) => name === String(row.code).split(':')[0])?.of
  if (!target) throw new Error(`What is counted here is not known: ${JSON.stringify(row).slice(0, 200)}`)
  const values = (row.values ?? row) as Record<string, unknown>
  const filter = row.filter as Wanted
  const figures = measures.find((one) => one.of === target)?.figures ?? {}
  const narrower = Object.entries(figures).flatMap(([name, { kind, where }]): Figure[] => {
    if (kind !== 'count' || !where || values[name] === undefined) return []
    const behind = meet(filter, where)
    return behind ? [{ of: target, filter: behind, count: Number(values[name]) }] : []
  })
  const count = values.count ?? values.total
  expect(count, `a figure of ${JSON.stringify(row).slice(0, 200)}`).toBeTypeOf('number')
  return [{ of: target, filter, count: Number(count) }, ...narrower, ...parts]
}

/** Each file adds to the figure of exports: it is looked at before any is written, and in its list alone. */
const isOfExports = ({ filter }: Figure): boolean => filter.event === 'export'

const proven = new Set<string>()
/** A figure against the list that its filter asks for and, where the person may, against the file of that list. */
async function expectSame(client: Client, role: string, mayExport: boolean, { of, filter, count }: Figure, at: string): Promise<void> {
  const wanted = asked(of, filter)
  const key = `${role} ${of.name} ${count} ${JSON.stringify(wanted)}`
  if (proven.has(key)) return
  proven.add(key)
  const { data, msg } = await client.get<Page>(urlsOf(of, 'list')[0]!, { ...wanted, size: 1 })
  expect(data?.total, `${at}: ${JSON.stringify(wanted)} ${msg}`).toBe(count)
  if (!mayExport) return
  const { rows } = await sheetOf(client, urlsOf(of, 'export')[0]!, { ...wanted, format: 'csv' })
  expect(rows.length, `${at}, exported: ${JSON.stringify(wanted)}`).toBe(count)
}

/** What a measure of lines has to be asked for. */
async function neededBy(call: Call, client: Client): Promise<Wanted> {
  const of = measures.find((one) => call.name.startsWith(`measure.${one.name}`))
  const [name] = of?.needs ?? []
  if (!of || name === undefined) return {}
  const field = of.of.fields[name] as Extract<Field, { kind: 'link' }>
  const { records } = (await client.get<Page>(urlsOf(entityNamed(field.to), 'list')[0]!, { size: 1 })).data
  return { [wireName(name, field)]: records[0]!.id }
}

describe('every figure is the number of rows of its list and of its file', () => {
  test.each(walked.map((call) => [call.name, call] as const))(
    '%s',
    async (_, call) => {
      const client = await app.as('administrator')
      const of = measures.find(({ name }) => call.name === `measure.${name}` || call.name.startsWith(`measure.${name}.`))?.of
      for (const path of pathsOf(call)) {
        const { status, data } = await client.get<unknown>(path, await neededBy(call, client))
        expect(status, path).toBe(200)
        for (const figure of figuresIn(data, of).toSorted((one, other) => Number(isOfExports(other)) - Number(isOfExports(one))))
          await expectSame(client, 'administrator', !isOfExports(figure) && urlsOf(figure.of, 'export').length > 0, figure, path)
      }
    },
    120_000,
  )

  test('within the data scope of a keeper too', async () => {
    const client = await app.as('keeper')
    let rows = 0
    for (const call of walked.filter(
      ({ name }) => name.startsWith('home.') || name === 'measure.deviceCards' || name === 'measure.repairs',
    )) {
      const { data } = await client.get<unknown>(pathsOf(call)[0]!)
      for (const figure of figuresIn(data, measures.find(({ name }) => call.name === `measure.${name}`)?.of)) {
        await expectSame(client, 'keeper', false, figure, call.name)
        rows += figure.count
      }
    }
    expect(rows).toBeGreaterThan(0)
  })

  test.each(counted.map((call) => [call.name, call] as const))(
    '%s, by the values of its field',
    async (_, call) => {
      if (!isListCall(call)) return
      const client = await app.as('administrator')
      const of = entityNamed(call.entity)
      const { by, each, within, as: [key] = ['key'], where } = call.list
      // A count of a tree asks what lies below a value when it is given one.
      expect(within === undefined || by !== undefined).toBe(true)
      const wire = (name: string): string => wireName(name, of.fields[name]!)
      const mayExport = urlsOf(of, 'export').length > 0
      const fixed = Object.fromEntries(Object.entries(where ?? {}).map(([name, value]) => [wire(name), String(value)]))
      for (const row of (await client.get<Row[]>(pathsOf(call)[0]!)).data) {
        const filter = { ...fixed, [wire(by!)]: String(row[key] ?? '_none') }
        await expectSame(client, 'administrator', mayExport, { of, filter, count: Number(row.count) }, call.name)
        const choices = each ? Object.keys((of.fields[each] as Extract<Field, { kind: 'choice' }>).of) : []
        for (const choice of choices)
          await expectSame(
            client,
            'administrator',
            false,
            { of, filter: { ...filter, [wire(each!)]: choice }, count: Number(row[choice]) },
            call.name,
          )
      }
    },
    120_000,
  )
})

describe('one figure in two answers', () => {
  const groups = [
    ['device.statusCount', 'eamStatus'],
    ['device.filingCount', 'filingStatus'],
    ['device.classCount', 'classify'],
    ['device.categoryCount', 'assetsCategory'],
    ['device.deptCount', 'useDept'],
    ['device.importantCount', 'importantClassification'],
  ] as const

  test.each(['administrator', 'keeper'] as const)('the counts of cards are those of the measure, as %s', async (role) => {
    const client = await app.as(role)
    const measured = async (group: string): Promise<Measured> =>
      (await client.get<Measured>('/eam/measure/device-cards', { group, figures: 'count,amount' })).data
    for (const [name, group] of groups) {
      const call = calls.find((one) => one.name === name)!
      const { values, rows } = await measured(group)
      const line = (row: { key: unknown; count: unknown; amount: unknown }): string =>
        [row.key, row.count, Number(row.amount).toFixed(2)].join(' ')
      const told = rows.map(({ key, values: { count, amount } }) => line({ key, count, amount }))
      for (const path of pathsOf(call)) {
        // Disposed cards are counted by their state and in no total.
        const listed = (await client.get<Row[]>(path)).data.filter(({ key }) => key !== 'disposed')
        const found = listed.map(({ key, count, amount }) => line({ key, count, amount }))
        expect(found.sort(), `${role} ${path}`).toEqual([...told].sort())
      }
      for (const path of pathsOf(calls.find((one) => one.name === 'device.statistics')!)) {
        const { count, amount } = (await client.get(path)).data
        expect([Number(count), Number(amount)], path).toEqual([Number(values.count), Number(values.amount)])
      }
    }
  })
})

describe.each(['administrator', 'keeper'] as const)('counts of cards in answers of their own, as %s', (role) => {
  interface Count {
    readonly key: string | null
    readonly count: number
    readonly children?: readonly Count[]
  }
  const expectCards = async (client: Client, counts: readonly (readonly [Wanted, number])[]) => {
    expect(counts.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(0)
    for (const [filter, count] of counts)
      await expectSame(client, role, role === 'administrator', { of: device, filter, count }, JSON.stringify(filter))
  }
  const by = (wire: string, counts: readonly Count[], more: Wanted = {}) =>
    counts.map(({ key, count }) => [{ ...more, [wire]: key ?? '_none' }, count] as const)

  test('above the list of a phone', async () => {
    const client = await app.as(role)
    const { states, filing, important } = (
      await client.get<Record<'states' | 'filing' | 'important', Count[]>>('/eam/app/device/each-item-count')
    ).data
    await expectCards(client, [...by('eamStatus', states), ...by('filingStatus', filing), ...by('importantClassification', important)])
  })

  test('in the tree of priority classes', async () => {
    const client = await app.as(role)
    const tree = (await client.get<Count[]>('/eam/important-classification/tree')).data
    const below = tree.flatMap(({ key, children = [] }) => by('classifyId', children, { importantClassification: key! }))
    await expectCards(client, [...by('importantClassification', tree), ...below])
  })

  test('of cards that lack an important field', async () => {
    const client = await app.as(role)
    const { total, fields } = (await client.get<{ total: number; fields: { field: string; count: number }[] }>('/eam/device/init-count'))
      .data
    await expectCards(client, [[{}, total], ...fields.map(({ field, count }) => [{ [field]: '_none' }, count] as const)])
  })
})

test('a call of the insight or check module that answers counts is proven here, or says where', () => {
  const telling = calls.filter(
    (one) => ['insight', 'check'].includes(one.module) && one.method === 'GET' && one.answers.kind !== 'file' && countsOf(one),
  )
  const here = new Set([...walked, ...counted].map(({ name }) => name))
  expect(telling.map(({ name }) => name).filter((name) => !here.has(name) && !elsewhere[name])).toEqual([])
  const known = new Set(telling.map(({ name }) => name))
  expect(Object.keys(elsewhere).filter((name) => !known.has(name) || here.has(name))).toEqual([])
  expect(walked.map(({ name }) => name)).toEqual(expect.arrayContaining(['home.warnings', 'board.device', 'measure.deviceCards.byAge']))
})
