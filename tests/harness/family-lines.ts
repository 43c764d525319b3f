import { describe, expect, test } from 'vitest'
import { type Entity, type LineFacts, urlsOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { mostLines, totalsOf } from '#contract/kit/entity/lines.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { type Field, isPlain } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import { readAs } from '#server/db/pool.ts'
import { actorOf, actorQueries, hashToken } from '#server/kit/access/actor.ts'
import { Findings } from '#server/kit/import/findings.ts'
import { type HeaderRow, linkLines, readHeaders } from '#server/kit/import/rows/line-rows.ts'
import type { Run } from '#server/kit/import/rows/name-links.ts'
import { layoutOf, namesOf } from '#server/kit/import/table/headings.ts'
import { sourcesOf } from '#server/kit/import/table/source-rows.ts'
import type { Client, Page, Row, TestApp } from './app-for-test.ts'
import { type Draft, draftFields, type Links, sampleOf } from './factories.ts'
import type { Battery } from './family-battery.ts'
import { home, other } from './hospitals.ts'
import { peopleLab } from './people.ts'

type Line = Record<string, unknown>

export const nowhere = '01900000-0000-7000-8000-0000000000ff'

/** What a battery of lines works with. */
export interface Lab {
  readonly facts: Battery
  /** A header as the battery adds it. */
  readonly header: () => Promise<Draft>
  readonly links: () => Promise<Links>
}

/** The people of the small hospital but for the one who only looks, whom no line names. */
const people = Object.entries(home.users).flatMap(([role, id]) => (role === 'virtual' ? [] : [id]))

/** Different people for different lines, the one sample row for any other link. */
const linkOf = (field: Extract<Field, { kind: 'link' }>, seed: number, links: Links): unknown =>
  field.to === 'user' ? people[seed % people.length] : links[field.to]

/** What every header with lines keeps, for one kind of its lines: the same tests from the declaration alone. */
export function lineBattery(of: Entity, line: LineFacts, { facts, header, links }: Lab): void {
  const lineOf = entityNamed(line.entity)
  const submit = urlsOf(of, 'submit')[0]!
  const open = draftFields(lineOf)
  const plain = open.filter(([, field]) => !['json', 'ids', 'choices', 'items', 'link'].includes(field.kind))
  const admin = () => facts.app().as('administrator')
  let seeds = 500
  const drafts = async (count: number): Promise<Line[]> => {
    const known = await links()
    return Array.from({ length: count }, () => {
      const seed = ++seeds
      const values = open.map(([wire, field, name]): [string, unknown] => [
        wire,
        field.kind === 'link' ? linkOf(field, seed, known) : sampleOf(name, field, seed, known),
      ])
      return Object.fromEntries(values.filter(([, value]) => value !== undefined))
    })
  }
  const detail = async (client: Client, id: unknown) => (await client.get(urlsOf(of, 'detail')[0]!, { id: String(id) })).data
  const linesOf = (row: Row): Line[] => row[line.as] as Line[]
  const back = (lines: readonly Line[], sent: readonly Line[]): Line[] =>
    lines.map((one, index) =>
      Object.fromEntries(Object.keys(sent[index] ?? sent[0] ?? {}).map((wire) => [wire, readBack(lineOf, one, wire)])),
    )
  const add = async (count = 3, more: Line = {}) => {
    const client = await admin()
    const sent = await drafts(count)
    const answer = await client.post(submit, { ...(await header()), ...more, [line.as]: sent })
    expect(answer.msg).toBe('操作成功')
    return { client, sent, id: String(answer.data.id) }
  }
  const sorted = (lines: readonly Line[]): string[] => lines.map((one) => JSON.stringify(one)).sort()
  const inOrder = (lines: readonly Line[]): unknown[] => (line.order ? [...lines] : sorted(lines))
  const totalled = (row: Row): Line => Object.fromEntries(Object.keys(line.totals ?? {}).map((name) => [name, row[name]]))
  const eventsOf = async (id: string) => (await (await admin()).get<Page>(urlsOf(of, 'history')[0]!, { id })).data.records

  describe(`${of.name}: its lines ${line.as}`, () => {
    test('come back field by field, in their order where one is kept, with their totals', async () => {
      const { client, sent, id } = await add()
      const row = await detail(client, id)
      expect(inOrder(back(linesOf(row), sent))).toEqual(inOrder(sent))
      expect(totalled(row)).toEqual(totalsOf(line, of.fields, sent))
      expect(row.version).toBe(1)
      for (const [wire, field, name] of open)
        if (field.kind === 'link' && sent[0]![wire]) expect(linesOf(row)[0]![`${name}Name`]).toEqual(expect.any(String))
    })

    test('one is changed, one removed and one added in one draft; the others stay, and the history tells of each', async () => {
      const { client, id } = await add()
      const [first, second, third] = linesOf(await detail(client, id)) as [Line, Line, Line]
      const [more] = await drafts(1)
      const [changed] = plain.filter(([wire]) => !line.once?.includes(wire))
      const next = changed ? sampleOf(changed[2], changed[1], seeds + 7) : undefined
      const kept = changed ? { id: first.id, [changed[0]]: next } : { id: first.id }
      const answer = await client.post(submit, { id, version: 1, [line.as]: [kept, { id: third.id }, more] })
      expect(answer.msg).toBe('操作成功')
      expect(answer.data.version).toBe(2)
      const row = await detail(client, id)
      const lines = linesOf(row)
      expect(lines).toHaveLength(3)
      expect(lines.map((one) => one.id)).toEqual(expect.arrayContaining([first.id, third.id]))
      expect(lines.map((one) => one.id)).not.toContain(second.id)
      if (changed) expect(readBack(lineOf, lines.find((one) => one.id === first.id)!, changed[0])).toEqual(next)
      expect(totalled(row)).toEqual(totalsOf(line, of.fields, lines))
      const told = (await eventsOf(id))[0]!.changes as { field: string; from: string; to: string }[]
      const about = told.filter(({ field }) => field.startsWith(`${line.as}.`))
      expect(about.filter(({ from }) => from === '—')).toHaveLength(1)
      expect(about.filter(({ to }) => to === '—')).toHaveLength(1)
      if (changed) expect(about.some(({ field }) => field.endsWith(`.${changed[0]}`))).toBe(true)
    })

    test('the same lines change nothing; another order only where it is kept', async () => {
      const { client, sent, id } = await add()
      expect((await client.post(submit, { id, [line.as]: sent })).data).toMatchObject({ id, version: 1 })
      const ids = linesOf(await detail(client, id)).map((one) => ({ id: one.id }))
      expect((await client.post(submit, { id, [line.as]: ids })).data).toMatchObject({ version: 1 })
      expect((await client.post(submit, { id, [line.as]: [...ids].reverse() })).data).toMatchObject({ version: line.order ? 2 : 1 })
      if (line.order) expect(linesOf(await detail(client, id)).map((one) => ({ id: one.id }))).toEqual([...ids].reverse())
      expect((await eventsOf(id)).map((one) => one.operationType)).toEqual(line.order ? ['change', 'add'] : ['add'])
    })

    test('a line of another header, an unknown one and one named twice are refused at their place, and nothing is written', async () => {
      const [mine, foreign] = [await add(), await add()]
      const { client, id } = mine
      const before = await detail(client, id)
      const [stolen] = linesOf(await detail(client, foreign.id)) as [Line]
      const [own] = linesOf(before) as [Line]
      for (const [lines, place, rule] of [
        [[{ id: own.id }, { id: stolen.id }], 1, 'absent'],
        [[{ id: nowhere }], 0, 'absent'],
        [[{ id: own.id }, { id: own.id }], 1, 'twice'],
        [[{ id: 'x' }], 0, 'not_id'],
      ] as const) {
        const refused = await client.post(submit, { id, [line.as]: lines })
        expect(refused, rule).toMatchObject({ status: 400, error: 'bad_input' })
        expect(refused.data).toContainEqual({ field: `${line.as}.${place}.id`, rule })
      }
      expect(await detail(client, id)).toEqual(before)
      expect(linesOf(await detail(client, foreign.id))).toContainEqual(stolen)
    })

    test('what is wrong stands at its line and field', async () => {
      const { client, id } = await add(1)
      const [good, bad] = await drafts(2)
      const at = async (values: Line) => (await client.post(submit, { id, [line.as]: [good, values] })).data
      for (const [wire, field] of open) {
        if (field.required) expect(await at({ ...bad, [wire]: null })).toContainEqual({ field: `${line.as}.1.${wire}`, rule: 'required' })
        if (field.kind === 'link')
          expect(await at({ ...bad, [wire]: nowhere })).toEqual([{ field: `${line.as}.1.${wire}`, rule: 'absent' }])
      }
      expect(await at({ ...bad, nonsense: 1 })).toEqual([{ field: `${line.as}.1.nonsense`, rule: 'unknown' }])
      expect(await at({ ...bad, [`${line.by}Id`]: nowhere })).toEqual([{ field: `${line.as}.1.${line.by}Id`, rule: 'unknown' }])
      for (const values of [{}, 'x', 7]) expect(await client.post(submit, { id, [line.as]: values })).toMatchObject({ status: 400 })
      const many = await client.post(submit, { id, [line.as]: Array.from({ length: mostLines(line) + 1 }, () => ({})) })
      expect(many).toMatchObject({ status: 400, data: [{ field: line.as, rule: 'too_many' }] })
      expect(many.msg).toContain(String(mostLines(line)))
      expect((await detail(client, id)).version).toBe(1)
    })

    test('exported headers with their lines are read by an import as they were written', async () => {
      if (!verbsOf(of).includes('export')) return
      const { client, sent, id } = await add()
      await add()
      const { status, bytes } = await client.file(urlsOf(of, 'export')[0]!, { lines: 1, format: 'csv' })
      expect(status).toBe(200)
      const rows = await readBackFile(facts.app(), client, of, bytes)
      const own = await detail(client, id)
      const title = of.fields[of.title]!
      // A sheet does not fill a title that the database composes.
      const found = rows.filter((row) => title.readOnly || row.draft[wireName(of.title, title)] === own[wireName(of.title, title)])
      const read = found.map((row) => inOrder((row.draft[line.as] as Line[] | undefined) ?? []))
      const plainSent = sent.map((one) =>
        Object.fromEntries(Object.entries(one).filter(([wire]) => open.some(([name, field]) => name === wire && isPlain(field)))),
      )
      const keyed = (lines: readonly unknown[]) =>
        lines.map((one) => JSON.stringify(typeof one === 'string' ? sortedLine(JSON.parse(one)) : sortedLine(one as Line)))
      expect(read.map(keyed)).toContainEqual(keyed(inOrder(plainSent)))
    })

    test('another tenant neither sees nor takes them, and they go with their header', async () => {
      const { client, id } = await add(2)
      const stranger = await facts.app().as('administrator', other)
      const [own] = linesOf(await detail(client, id)) as [Line]
      expect(await stranger.get(urlsOf(of, 'detail')[0]!, { id })).toMatchObject({ status: 404 })
      expect(await stranger.post(submit, { id, [line.as]: line.required ? await drafts(1) : [] })).toMatchObject({ status: 404 })
      expect(linesOf(await detail(client, id))).toContainEqual(own)
      expect(await client.post(`${urlsOf(of, 'remove')[0]!}?ids=${id}`)).toMatchObject({ status: 200 })
      const table = lineOf.sql ?? lineOf.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      expect(await facts.app().sql(`select id from ${table} where id = $1`, [own.id])).toEqual([])
    })

    const dept = of.scope?.dept
    if (dept && lineOf.path)
      test('are seen by the people who see their header, under its title', async () => {
        const { client, id } = await add(2, { [wireName(dept, of.fields[dept]!)]: home.depts.bones })
        const lab = await peopleLab(facts.app(), () => client)
        const inside = await lab.clerk([`${of.name}.list`, `${lineOf.name}.list`], 'dept')
        const outside = await lab.settled(inside.alias, { deptId: home.depts.medicine })
        const link = lineOf.fields[line.by]!
        const seen = async (by: Client) =>
          (
            await by.get<Page>(urlsOf(lineOf, 'list')[0]!, { [wireName(line.by, link)]: id, columns: wireName(line.by, link) })
          ).data.records.map((row) => row[`${line.by}Name`])
        const title = (await detail(client, id))[of.title]
        expect(await seen(inside.client)).toEqual([title, title])
        expect(await seen(outside.client)).toEqual([])
        expect((await outside.client.get(urlsOf(of, 'detail')[0]!, { id })).status).toBe(404)
      })
  })
}

const sortedLine = (one: Line): Line =>
  Object.fromEntries(
    Object.entries(one)
      .filter(([, value]) => value !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** A sheet as an import reads it into drafts, lines and links included. */
export async function readBackFile(app: TestApp, client: Client, of: Entity, bytes: Uint8Array): Promise<readonly HeaderRow[]> {
  const [open] = await sourcesOf(bytes)
  const source = await open!()
  const actor = actorOf(client.tenant, await readAs(app.pool, client.tenant, actorQueries(client.tenant, hashToken(client.token))))
  const view = actor.settings.view(of)
  const facts = { same: [], aliases: {}, maxRows: 10_000 }
  const findings = new Findings()
  const { layout } = await layoutOf(source, namesOf(view, facts, new Map()))
  const rows = await readHeaders(source, layout, view, facts, findings, () => undefined, { viewIn: actor.settings.view })
  const run: Run = async (query) => (await readAs(app.pool, client.tenant, [query]))[0]!
  await linkLines(view, rows, { layout, findings, actor, run, isKept: false, isPath: false })
  expect(findings.list).toEqual([])
  return rows
}

/** A value as it comes back. */
function readBack(of: Entity, row: Line, wire: string): unknown {
  const field = Object.entries(of.fields).find(([name, one]) => wireName(name, one) === wire)?.[1]
  const value = row[wire]
  return field?.kind === 'time' && typeof value === 'string' ? new Date(value).toISOString() : value
}
