import { beforeAll, describe, expect, test } from 'vitest'
import { deviceStop } from '#contract/entities/asset/stops/device-stop.ts'
import { rightOf, urlsOf } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { callsOfMeasure, type Measure, type Measured, type MeasureGroup, type Wanted } from '#contract/kit/figures/measure.ts'
import { meet } from '#contract/kit/figures/measure-groups.ts'
import { dayStart, homeDay } from '#contract/kit/time/day.ts'
import { entityNamed, measures } from '#contract/registry.ts'
import { defaultRoles, expand } from '#contract/roles.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { amountOf, entitiesSeen, figureOf, fits, keyOf, type Seer, seers, sees } from '#tests/harness/measure-model.ts'
import { fillLinked, fillRows, type Stored, storedRows } from '#tests/harness/measured-rows.ts'
import { inHalf } from '#tests/harness/quarter.ts'
import { sheetOf } from '#tests/harness/sheets.ts'

const rowsByEntity = new Map<string, Stored[]>()
const today = homeDay(new Date())

const app = await appForFile()
beforeAll(async () => {
  for (const { of } of measures) {
    await fillLinked(app, of)
    await fillRows(app, of, of.scope?.members ? 6 : 45)
    for (const field of Object.values(of.fields)) if (field.kind === 'link') entitiesSeen.set(field.to, entityNamed(field.to))
    if (of.scope?.members) await fillRows(app, entityNamed(of.scope.members.entity), 8)
  }
  // Stops are an amount of devices and have no measure.
  await fillRows(app, deviceStop, 20)
  for (const name of new Set([...measures.map(({ of }) => of.name), ...entitiesSeen.keys(), 'checkMember', deviceStop.name]))
    rowsByEntity.set(name, await storedRows(app, entityNamed(name)))
})

const rowsOf = (name: string): readonly Stored[] => rowsByEntity.get(name)!
/** An amount of this year until today, the period of a request that names none. */
const amount = (row: Stored, name: string): number =>
  amountOf(row, name, rowsOf, Date.parse(dayStart(`${today.slice(0, 4)}-01-01`)), Date.parse(dayStart(today)))

/** The ids of the rows that a list shows, page by page. */
async function listed(client: Client, of: Measure, filter: Wanted): Promise<string[]> {
  const ids: string[] = []
  for (let current = 1; ; current++) {
    const { data, success, msg } = await client.get<Page>(urlsOf(of.of, 'list')[0]!, { ...filter, current, size: 30 })
    if (!success) throw new Error(`${JSON.stringify(filter)}: ${msg}`)
    ids.push(...data.records.map(({ id }) => id))
    expect(data.total).toBe(ids.length + Math.max(0, data.total - current * 30))
    if (current >= data.pages) return ids.sort()
  }
}

/** What a request has to filter by, as filters: none, or each of two rows of what has to be named. */
function neededBy(of: Measure): Wanted[] {
  const [name] = of.needs ?? []
  if (name === undefined) return [{}]
  const field = of.of.fields[name]!
  const ids = new Set(rowsOf(of.of.name).map((row) => row[`${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_id`]))
  return [...ids].slice(0, 2).map((id) => ({ [wireName(name, field)]: String(id) }))
}

interface Looking {
  readonly of: Measure
  readonly seer: Seer
  readonly client: Client
  readonly mayExport: boolean
  /** The ids that {@link listed} has found by filter: every group of a measure has the same total, so each list is read once. */
  readonly lists: Map<string, Promise<string[]>>
}

const listedOnce = ({ of, client, lists }: Looking, filter: Wanted): Promise<string[]> => {
  const key = JSON.stringify(filter)
  const found = lists.get(key) ?? listed(client, of, filter)
  lists.set(key, found)
  return found
}

/** A group as it was answered, against the model, the list behind it, and the file of that list. */
async function expectGroup(look: Looking, group: Pick<MeasureGroup, 'values' | 'filter'>, truth: readonly Stored[]): Promise<void> {
  const { of, client, mayExport } = look
  const at = JSON.stringify(group.filter)
  expect(await listedOnce(look, group.filter), at).toEqual(truth.map(({ id }) => id).sort())
  for (const [name, value] of Object.entries(group.values)) {
    const figure = of.figures[name]!
    const model = figureOf(of.of, figure, truth, amount)
    if (model === null || value === null) expect(value, `${name} of ${at}`).toBe(model)
    else expect(Number(value), `${name} of ${at}`).toBeCloseTo(model, figure.kind === 'count' || figure.kind === 'sum' ? 2 : 0)
    if (!figure.where) continue
    const behind = meet(group.filter, figure.where)
    const counted = truth.filter((row) => fits(of.of, row, figure.where!)).length
    expect(behind ? (await listedOnce(look, behind)).length : 0, `behind ${name} of ${at}`).toBe(counted)
  }
  if (mayExport)
    expect((await sheetOf(client, urlsOf(of.of, 'export')[0]!, { ...group.filter, format: 'csv' })).rows, at).toHaveLength(truth.length)
}

/** Every group of a measure; no row is in none. */
async function expectGroups(
  look: Looking,
  name: string,
  rows: readonly Pick<MeasureGroup, 'key' | 'values' | 'filter'>[],
  truth: readonly Stored[],
) {
  const keys = truth.map((row) => keyOf(look.of.of, row, look.of.groups[name]!, today))
  expect([...new Set(keys)].filter((key) => !rows.some((row) => row.key === key))).toEqual([])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  for (const row of rows)
    await expectGroup(
      look,
      row,
      truth.filter((_, index) => keys[index] === row.key),
    )
}

describe.each(measures.map((of, place) => [of.name, of, place] as const))('the measure %s equals the rows behind it', (_, of, place) => {
  // Each run compares every measure for half of the roles and every role with half of the measures.
  test.each(inHalf(seers, place).map((seer) => [seer.role, seer] as const))(
    'as %s',
    async (role, seer) => {
      const grants = expand(defaultRoles[role].may)
      const client = await app.as(role)
      if (!grants.includes(rightOf(of.of, 'list'))) {
        for (const { path } of callsOfMeasure(of)) expect((await client.get([path].flat()[0]!)).status).toBe(403)
        return
      }
      const look: Looking = { of, seer, client, mayExport: grants.includes(rightOf(of.of, 'export')), lists: new Map() }
      const own = rowsOf(of.of.name).filter((row) => fits(of.of, row, { ...of.usually, ...of.where }) && sees(of.of, row, seer, rowsOf))
      for (const needed of neededBy(of)) {
        const truth = own.filter((row) => fits(of.of, row, needed))
        for (const group of Object.keys(of.groups)) {
          const { data, msg } = await client.get<Measured>(of.path, { ...needed, group })
          expect(data?.group, msg).toBe(group)
          await expectGroup({ ...look, mayExport: false }, data, truth)
          await expectGroups(look, group, data.rows, truth)
          if (!look.mayExport) {
            expect((await client.file(`${of.path}/export`, { ...needed, group })).status).toBe(403)
            continue
          }
          const sheet = await sheetOf(client, `${of.path}/export`, { ...needed, group })
          const cells = (values: Measured['values']) => Object.values(values).map((value) => (value === null ? '' : String(Number(value))))
          expect(sheet.rows.map((row) => row.slice(1))).toEqual([...data.rows.map(({ values }) => cells(values)), cells(data.values)])
        }
        for (const { path, group, where = {}, isTrend, figures = Object.keys(of.figures) } of Object.values(of.reports ?? {})) {
          const { data } = await client.get<Measured>(of.path, { ...needed, ...where, group, figures: figures.join(',') })
          const shown = data.rows.filter(({ key }) => !isTrend || key !== null).map(({ values, ...row }) => ({ ...row, ...values }))
          for (const url of [path].flat()) expect((await client.get(url, needed)).data, url).toEqual(shown)
        }
      }
    },
    120_000,
  )

  test('split and filtered, with the figures that were asked for', async () => {
    const client = await app.as('administrator')
    const look: Looking = { of, seer: seers[0]!, client, mayExport: false, lists: new Map() }
    const [group, split] = Object.keys(of.groups) as [string, string]
    const [needed] = neededBy(of) as [Wanted]
    const choices = of.filters.flatMap((name) => {
      const field = of.of.fields[name]!
      return field.kind === 'choice' ? [[name, Object.keys(field.of).slice(0, 2).join(',')]] : []
    })
    const wanted: Wanted = Object.fromEntries(choices.slice(0, 1))
    const [figure] = Object.keys(of.figures)
    const { data } = await client.get<Measured>(of.path, { ...needed, ...wanted, group, split, figures: figure })
    const truth = rowsOf(of.of.name).filter((row) => [of.where ?? {}, needed, wanted].every((filter) => fits(of.of, row, filter)))
    await expectGroup(look, data, truth)
    expect(Object.keys(data.values)).toEqual([figure])
    for (const row of data.rows) {
      const own = truth.filter((one) => keyOf(of.of, one, of.groups[group]!, today) === row.key)
      await expectGroup(look, row, own)
      await expectGroups(look, split, row.parts!, own)
    }
  }, 120_000)

  test('filtered against its own condition it counts none, and none are listed', async () => {
    const [name] = Object.entries(of.where ?? {}).find(([one]) => of.of.fields[one]!.kind === 'choice') ?? []
    const field = name === undefined ? undefined : (of.of.fields[name] as { of: Record<string, unknown> })
    const outside = field && Object.keys(field.of).filter((key) => !of.where![name!]!.split(',').includes(key))
    if (!outside?.length) return
    const client = await app.as('administrator')
    const against = { ...neededBy(of)[0], [name!]: outside.join() }
    expect(await listed(client, of, against)).not.toEqual([])
    for (const group of Object.keys(of.groups)) {
      const { data, msg } = await client.get<Measured>(of.path, { ...against, group })
      expect(data?.values, msg).toMatchObject({ count: 0 })
      for (const { filter } of [data, ...data.rows]) expect(await listed(client, of, filter)).toEqual([])
    }
  })

  test('nothing of another hospital is counted', async () => {
    const client = await app.signIn('100003', 'administrator')
    if (of.needs) expect((await client.get(of.path, neededBy(of)[0])).data).toMatchObject({ values: { count: 0 } })
    else expect((await client.get<Measured>(of.path)).data.values.count).toBe(0)
  })

  test('what it does not know is refused', async () => {
    const client = await app.as('administrator')
    const [needed] = neededBy(of)
    for (const wrong of [{ group: 'planted' }, { split: 'planted' }, { figures: 'planted' }, { planted: '1' }, { figures: ',' }])
      expect((await client.get(of.path, { ...needed, ...wrong })).status, JSON.stringify(wrong)).toBe(400)
    if (of.needs) expect((await client.get(of.path)).status).toBe(400)
  })
})

describe('a field that a hospital hides', () => {
  test('is no grouping, and its report is refused; the others stay', async () => {
    const admin = await app.as('administrator')
    const saved = await admin.post('/osm/industry-config/tenant-update', {
      entity: 'device',
      fields: [{ fieldCode: 'fundSource', isShow: 0 }],
    })
    expect(saved.status).toBe(200)
    expect((await admin.get('/eam/measure/device-cards', { group: 'fundSource' })).status).toBe(400)
    expect((await admin.get('/eam/report/fund-source-report')).status).toBe(400)
    expect((await admin.get('/eam/report/deptReport')).status).toBe(200)
  })

  test('is no figure of a report, which keeps its others', async () => {
    const admin = await app.as('administrator')
    const show = (isShow: 0 | 1) =>
      admin.post('/osm/industry-config/tenant-update', { entity: 'device', fields: [{ fieldCode: 'originalValue', isShow }] })
    expect((await show(0)).status).toBe(200)
    const { status, data } = await admin.get<Record<string, unknown>[]>('/large/screen/state-distribution')
    expect([status, data.map((row) => 'amount' in row || !('count' in row)).includes(true)]).toEqual([200, false])
    expect((await admin.get('/large/screen/value-distribution')).status).toBe(400)
    expect((await show(1)).status).toBe(200)
  })
})
