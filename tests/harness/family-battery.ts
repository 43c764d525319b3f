import { describe, expect, test } from 'vitest'
import { neededToImport } from '#contract/imports.ts'
import { type Entity, urlsOf, type Verb, verbsOf } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import { countsUnit, type Field, hasWord } from '#contract/kit/fields/field.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import { flagWords } from '#contract/kit/words.ts'
import { lineColumns } from '#server/kit/import/rows/line-columns.ts'
import { writtenLines } from '#server/kit/lines/lines.ts'
import type { Client, Page, Row, TestApp } from './app-for-test.ts'
import { type Draft, draftFields, draftOf, type Links } from './factories.ts'
import { lineCallBattery } from './family-line-calls.ts'
import { lineBattery } from './family-lines.ts'
import { other } from './hospitals.ts'
import { sheetOf } from './sheets.ts'

export interface Battery {
  app(): TestApp
  /** Rows that links may name, made once. */
  links?(client: Client): Promise<Links>
  /** What a draft of this family must or must not hold beside what its declaration says. */
  give?: (seed: number, full: boolean) => Draft
  /** Fields that cannot be cleared or changed freely. */
  fixed?: readonly string[]
}

/** Registers a test only where the declaration calls for it. */
const when = (holds: boolean) => (name: string, body: () => Promise<void>) => {
  if (holds) test(name, body)
}

const nowhere = '01900000-0000-7000-8000-0000000000ff'

/** Fields of several values have no order. */
const manyValued: ReadonlySet<string> = new Set(['json', 'ids', 'choices', 'items'])

/** Files are uploaded first, and no sheet holds them. */
const isFile = (field: Field): boolean => field.kind === 'ids' && field.to === 'file'

/** A value as a sheet shows it. */
const shownAs = (field: Field, value: unknown, format: string): string =>
  field.kind === 'money'
    ? format === 'csv'
      ? String(value)
      : String(Number(value))
    : field.kind === 'flag'
      ? flagWords[value as 0 | 1].zh
      : field.kind === 'time'
        ? homeTime(String(value))
        : String(value)

/** A value as it comes back. */
function readBack(field: Field, row: Row, wire: string): unknown {
  const value = row[wire]
  return field.kind === 'time' && typeof value === 'string' ? new Date(value).toISOString() : value
}

/** What every family keeps with any fields: the same tests from the declaration alone. */
export function familyBattery(of: Entity, facts: Battery): void {
  const verbs = new Set(verbsOf(of))
  const url = (verb: Verb): string => urlsOf(of, verb)[0]!
  const fields = Object.entries(of.fields)
  // Numbers go with their units: tests/api/cycles.test.ts.
  const counted = fields.flatMap(([name, field]) => (countsUnit(field) ? [name, field.unit.field] : []))
  const fixed = new Set([...(facts.fixed ?? []), ...counted])
  const lineNames = new Set((of.lines ?? []).map(({ as }) => as))
  const free = draftFields(of).filter(([wire, field]) => !field.required && !fixed.has(wire) && field.kind !== 'link' && !isFile(field))
  let seeds = 100
  let links: Links | undefined

  const admin = () => facts.app().as('administrator')
  const draft = async (full: boolean): Promise<Draft> => {
    links ??= (await facts.links?.(await admin())) ?? {}
    const seed = ++seeds
    return draftOf(of, seed, { full, links, give: facts.give?.(seed, full) })
  }
  const add = async (full = false) => {
    const client = await admin()
    const sent = await draft(full)
    const answer = await client.post<Row>(url('submit'), sent)
    expect(answer.msg).toBe('操作成功')
    return { client, sent, id: answer.data.id }
  }
  const detail = async (client: Client, id: string) => (await client.get(url('detail'), { id })).data
  const list = async (client: Client, query = {}) => (await client.get<Page>(url('list'), query)).data

  describe(`${of.name}: what every family keeps`, () => {
    test('a full draft comes back field by field; a required-only one too', async () => {
      for (const full of [true, false]) {
        const { client, sent, id } = await add(full)
        const row = await detail(client, id)
        const back = Object.fromEntries(
          draftFields(of).flatMap(([wire, field]) => (wire in sent ? [[wire, readBack(field, row, wire)]] : [])),
        )
        expect(back).toEqual(Object.fromEntries(Object.entries(sent).filter(([wire]) => !lineNames.has(wire))))
        expect(row).toMatchObject({ id, version: 1, createUserName: '医院管理员' })
        for (const [name, field] of fields) {
          if (field.kind === 'choice' && row[name] !== null) expect(row[`${name}Value`]).toBe(field.of[String(row[name])]?.zh)
          if (field.kind === 'link' && row[`${name}Id`]) expect(row[`${name}Name`]).toEqual(expect.any(String))
          if (field.kind === 'text' && field.composed) {
            const parts = field.composed.map((part) => row[`${part}Name`] ?? row[part])
            expect(row[name]).toBe(
              parts
                .filter((part) => part !== null)
                .join(' ')
                .slice(0, field.max),
            )
          }
        }
      }
    })

    test('a change of one field leaves the others, null clears, an old version is refused with who and when', async () => {
      const { client, sent, id } = await add(true)
      const before = await detail(client, id)
      for (const [wire] of free.filter(([name]) => sent[name] !== undefined)) {
        const now = await detail(client, id)
        const cleared = await client.post(url('submit'), { id, version: now.version, [wire]: null })
        expect(cleared.status, cleared.msg).toBe(200)
        const after = await detail(client, id)
        expect(after[wire]).toBeNull()
        const restored = await client.post(url('submit'), { id, version: after.version, [wire]: sent[wire] })
        expect(restored.status, restored.msg).toBe(200)
      }
      const after = await detail(client, id)
      const stripped = ({ version: _, updateTime: __, ...row }: Row) => row
      expect(stripped(after)).toEqual(stripped(before))
      expect(after.version).toBe(1 + 2 * free.filter(([wire]) => sent[wire] !== undefined).length)

      if (free.length === 0) return
      const [wire] = free[0]!
      const stale = await client.post(url('submit'), { id, version: 1, [wire]: null })
      expect(stale).toMatchObject({ status: 409, code: 409, success: false, error: 'stale' })
      expect(stale.msg).toContain('医院管理员')
      expect(stale.msg).toMatch(/20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/)
      expect(await detail(client, id)).toEqual(after)
    })

    test('what happened to a row is told in words, the newest first', async () => {
      const { client, id } = await add(true)
      if (free[0]) await client.post(url('submit'), { id, [free[0][0]]: null })
      const { records, total } = (await client.get<Page>(url('history'), { id })).data
      expect(records.at(-1)).toMatchObject({
        rowId: id,
        operationType: 'add',
        operationTypeValue: of.added?.zh ?? '新增',
        contact: '医院管理员',
      })
      expect(total).toBe(free[0] ? 2 : 1)
      if (free[0]) expect(records[0]).toMatchObject({ operationType: 'change', changes: [{ field: free[0][0], to: '—' }] })
    })

    test('saving what a row holds already changes neither version nor history', async () => {
      const { client, sent, id } = await add(true)
      expect((await client.post(url('submit'), { ...sent, id, version: 1 })).data).toMatchObject({ id, version: 1 })
      const events = await facts.app().sql('select verb from audit_event where entity = $1 and entity_id = $2', [of.name, id])
      expect(events.map((one) => one.verb)).toEqual(['add'])
    })

    test('removal takes ids as a query parameter, answers 404 afterwards, and every write left an event', async () => {
      const { client, id } = await add(true)
      const second = (await add()).id
      if (free[0]) await client.post(url('submit'), { id, [free[0][0]]: null })
      const missing = await client.post(`${url('remove')}?ids=${id},${nowhere}`)
      expect(missing).toMatchObject({ status: 404, error: 'not_found' })
      expect(await detail(client, id)).toMatchObject({ id })
      expect(await client.post(`${url('remove')}?ids=${id},${second}`)).toMatchObject({ status: 200, data: { removed: 2 } })
      for (const gone of [id, second]) {
        expect(await client.get(url('detail'), { id: gone })).toMatchObject({ status: 404, error: 'not_found' })
        expect(await client.post(url('submit'), { id: gone, ...(await draft(false)) })).toMatchObject({ status: 404 })
        expect(await client.post(`${url('remove')}?ids=${gone}`)).toMatchObject({ status: 404 })
      }
      const events = await facts
        .app()
        .sql('select verb, version, actor_id from audit_event where entity = $1 and entity_id = $2 order by id', [of.name, id])
      expect(events.map((one) => one.verb)).toEqual(free[0] ? ['add', 'change', 'remove'] : ['add', 'remove'])
      expect(events.map((one) => one.version)).toEqual(events.map((_, index) => index + 1))
      expect(new Set(events.map((one) => one.actor_id))).toEqual(new Set([client.userId]))
    })

    test('another tenant neither finds, changes nor removes a row', async () => {
      const { sent, id } = await add()
      const stranger = await facts.app().as('administrator', other)
      expect(await stranger.get(url('detail'), { id })).toMatchObject({ status: 404 })
      expect(await stranger.post(url('submit'), { ...sent, id })).toMatchObject({ status: 404 })
      expect(await stranger.post(`${url('remove')}?ids=${id}`)).toMatchObject({ status: 404 })
      expect((await list(stranger, { size: 200 })).records.map((row) => row.id)).not.toContain(id)
    })

    test('pages are exact: 10 a page unless asked, no row twice, none left out [SHELL-LIST-1]', async () => {
      for (let index = 0; index < 12; index++) await add()
      const client = await admin()
      const first = await client.get<Page>(url('list'))
      expect(first.data).toMatchObject({ size: 10, current: 1 })
      expect(first.data.records).toHaveLength(10)
      const { total } = first.data
      const seen: string[] = []
      for (let current = 1; current <= Math.ceil(total / 5); current++) {
        const page = await list(client, { current, size: 5 })
        expect(page).toMatchObject({ total, size: 5, current, pages: Math.ceil(total / 5) })
        seen.push(...page.records.map((row) => row.id))
      }
      expect(new Set(seen).size).toBe(total)
      expect(seen).toHaveLength(total)
      expect((await list(client, { current: 1000 })).records).toEqual([])
      for (const wrong of [{ size: 201 }, { size: 0 }, { current: 0 }, { current: 'x' }])
        expect(await client.get(url('list'), wrong)).toMatchObject({ status: 400, error: 'bad_input' })
    })

    test('unknown and wrong filters are refused; known ones find the row', async () => {
      const { client, sent, id } = await add(true)
      expect(await client.get(url('list'), { nonsense: 1 })).toMatchObject({ status: 400, error: 'bad_input' })
      for (const [wire, field] of draftFields(of)) {
        const value = sent[wire]
        // A filter is one line of text.
        if (value === undefined || field.kind === 'json' || (field.kind === 'text' && field.multiline && String(value).includes('\n')))
          continue
        const found = await list(client, { [wire]: String(value), size: 200 })
        expect(
          found.records.map((row) => row.id),
          wire,
        ).toContain(id)
        // The range of a number with a unit counts the usual one, not that of the row.
        const ranged = ['integer', 'decimal', 'money', 'date', 'time'].includes(field.kind) && !countsUnit(field)
        if (ranged)
          expect((await list(client, { [`${wire}_ge`]: String(value), [`${wire}_le`]: String(value), size: 200 })).total).toBe(found.total)
        if (field.kind !== 'text')
          expect(await client.get(url('list'), { [wire]: '不对' })).toMatchObject({ status: 400, error: 'bad_input' })
      }
    })

    test('the created range keeps what lies in it [SHELL-LIST-3]', async () => {
      const { client } = await add()
      const all = (await list(client)).total
      const span = async (from: string, to: string) => (await list(client, { createTime_dategt: from, createTime_datelt: to })).total
      expect(await span('2020-01-01 00:00:00', '2199-01-01 00:00:00')).toBe(all)
      expect(await span('2020-01-01 00:00:00', '2020-01-02 00:00:00')).toBe(0)
      expect(await client.get(url('list'), { createTime_dategt: '昨天' })).toMatchObject({ status: 400 })
    })

    test('ascending and descending orders are each other turned round', async () => {
      const { client } = await add(true)
      for (const [name, field] of fields.filter(([, one]) => !one.computed && !manyValued.has(one.kind)).slice(0, 8)) {
        const wire = wireName(name, field)
        const order = async (way: 'ascs' | 'descs') =>
          (await list(client, { [way]: wire, size: 200 })).records.map((row) => row[wire]).filter((value) => value !== null)
        const up = await order('ascs')
        expect([...(await order('descs'))].reverse()).toEqual(up)
      }
      const wrong = await client.get(url('list'), { descs: 'nothing' })
      expect(wrong).toMatchObject({ status: 400, msg: '排序“nothing”不在可选范围内' })
    })

    when(fields.some(([, field]) => field.search))('a keyword finds the row by each searched field, in any case', async () => {
      const { client, sent, id } = await add(true)
      for (const [wire, field] of draftFields(of)) {
        if (!field.search || typeof sent[wire] !== 'string') continue
        for (const keyword of [sent[wire], sent[wire].toUpperCase(), sent[wire].slice(-5)])
          expect(
            (await list(client, { keyword, size: 200 })).records.map((row) => row.id),
            keyword,
          ).toContain(id)
      }
      expect((await list(client, { keyword: '绝无此词zzqx' })).total).toBe(0)
    })

    when(verbs.has('select'))('the picker answers id and name, by keyword and by what is chosen already', async () => {
      const { client, id } = await add()
      const name = (await detail(client, id))[of.title]
      const found = (await client.get<Row[]>(url('select'), { keyword: String(name) })).data
      const beside = { ...(of.about && { about: expect.any(Array) }), ...(of.picture && { photo: null }) }
      expect(found).toContainEqual({ id, name, ...beside })
      const second = (await add()).id
      const chosen = (await client.get<Row[]>(url('select'), { ids: `${id},${second}` })).data.map((one) => one.id)
      expect(chosen.sort()).toEqual([id, second].sort())
      expect((await client.get(url('select'), { ids: 'x' })).status).toBe(400)
    })

    when(verbs.has('export'))('exports hold the row under the words of the list, in both formats and languages', async () => {
      const { client, id } = await add(true)
      const needed = new Set(neededToImport(viewOf(of)))
      const shown = fields.filter(([name, field]) => (field.list || needed.has(name)) && !isFile(field))
      const row = await detail(client, id)
      for (const format of ['xlsx', 'csv'] as const) {
        const sheet = await sheetOf(client, url('export'), { format })
        expect(sheet.fileName).toMatch(new RegExp(`^${of.zh} \\d{4}-\\d{2}-\\d{2}\\.${format}$`))
        expect(sheet.headings).toEqual(shown.map(([, field]) => field.zh))
        expect(sheet.rows).toHaveLength((await list(client)).total)
        const expected = shown.map(([name, field]) => {
          const value = field.kind === 'link' ? row[`${name}Name`] : hasWord(field) ? row[`${name}Value`] : row[name]
          if (countsUnit(field) && value !== null) return `${value} ${row[`${field.unit.field}Value`]}`
          return value === null || value === undefined ? '' : shownAs(field, value, format)
        })
        expect(sheet.rows).toContainEqual(expected)
      }
      expect((await sheetOf(client, url('export'), { keyword: '绝无此词zzqx' })).rows).toEqual([])
      expect(await client.get(url('export'), { nonsense: 1 })).toMatchObject({ status: 400 })
      expect(await client.get(url('export'), { format: 'pdf' })).toMatchObject({ status: 400 })
    })

    when(verbs.has('template'))('the import template has the headings of a draft, required ones marked', async () => {
      const client = await admin()
      const filled = [
        ...draftFields(of).flatMap(([, field]) => (isFile(field) ? [] : [field])),
        ...[...lineColumns(viewOf(of)).values()].map(({ field }) => field),
      ]
      const wanted = filled.map((field) => `${field.zh}${field.required ? ' *' : ''}`)
      for (const format of ['xlsx', 'csv'] as const)
        expect(await sheetOf(client, url('template'), { format })).toEqual({
          headings: wanted,
          rows: [],
          fileName: `${of.zh}导入模板.${format}`,
        })
    })

    test('what a draft must not hold is refused and nothing is written', async () => {
      const { client, id } = await add()
      const before = await detail(client, id)
      const readOnly = fields.find(([, field]) => field.readOnly)
      const smuggled: Draft[] = [{ tenantId: '100003' }, { createTime: '2020-01-01' }, { nonsense: 1 }, { is_deleted: true }]
      if (readOnly) smuggled.push({ [wireName(...readOnly)]: 'x' })
      const count = (await list(client)).total
      for (const more of smuggled) {
        expect(await client.post(url('submit'), { ...(await draft(false)), ...more }), JSON.stringify(more)).toMatchObject({
          status: 400,
          error: 'bad_input',
        })
        expect(await client.post(url('submit'), { id, ...more })).toMatchObject({ status: 400 })
      }
      for (const [wire, field] of draftFields(of).filter(([name, one]) => one.required && !of.others?.initial?.[name])) {
        const without = { ...(await draft(false)), [wire]: undefined }
        const refused = await client.post(url('submit'), without)
        expect(refused).toMatchObject({ status: 400, error: 'bad_input', data: [{ field: wire, rule: 'required' }] })
        expect(refused.msg).toContain(field.zh)
        expect(await client.post(url('submit'), { id, [wire]: null })).toMatchObject({ status: 400 })
      }
      for (const body of [{}, [], 'text', 7, null]) expect((await client.post(url('submit'), body)).status).toBe(400)
      expect((await list(client)).total).toBe(count)
      expect(await detail(client, id)).toEqual(before)
    })
  })

  const linked = async (): Promise<Links> => {
    links ??= (await facts.links?.(await admin())) ?? {}
    return links
  }
  for (const line of writtenLines(of)) {
    lineBattery(of, line, { facts, header: () => draft(false), links: linked })
    if (line.calls) lineCallBattery(of, line, { facts, header: () => draft(false), links: linked })
  }
}
