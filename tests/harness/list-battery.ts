import { describe, expect, test } from 'vitest'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { type Entity, urlsOf } from '#contract/kit/entity/entity.ts'
import type { ListCall } from '#contract/kit/entity/list.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { isPlain } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Answer, Client, Page, Query, Row } from './app-for-test.ts'

/** Who looks at the lists; each has rows that the others do not see. */
export interface Onlookers {
  readonly admin: Client
  /** Sees one department and those below it. */
  readonly keeper: Client
  readonly stranger: Client
  /** Has no right at all. */
  readonly virtual: Client
}

export interface ListLab {
  people(): Onlookers
  /** Values of parameters, by the entity that they link to. */
  named(entity: string): string | undefined
  /** The department of the person. */
  deptOf(client: Client): string | null
}

/** Every row of an entity that the person sees, with all its fields, by the list of the entity; none for who may not ask. */
async function rowsOf(of: Entity, client: Client): Promise<Row[]> {
  const columns = Object.entries(of.fields).flatMap(([name, field]) => (isPlain(field) ? [wireName(name, field)] : []))
  const found: Row[] = []
  for (let current = 1; ; current++) {
    const answer = await client.get<Page>(urlsOf(of, 'list')[0]!, { columns: columns.join(), size: 200, current })
    if (answer.status === 403) return []
    const page = answer.data
    found.push(...page.records)
    if (current >= page.pages) return found
  }
}

const isNone = (value: unknown): boolean => value === null || value === undefined

/** The rows that the facts of a list mean, told from all rows that the person sees. */
function meant({ list }: ListCall, of: Entity, rows: readonly Row[], own: string | null, userId: string): Row[] {
  const parents = new Set(list.below ? rows.map((row) => row[`${list.below!.by}Id`]) : [])
  return rows.filter((row) => {
    for (const [name, value] of Object.entries<string | undefined>(list.where ?? {})) {
      const field = of.fields[name]!
      const held = row[wireName(name, field)]
      if (value === '_none' && !isNone(held)) return false
      if (value === '_some' && isNone(held)) return false
      if (value === '_own' && (isNone(held) || held !== (field.kind === 'link' && field.to === 'user' ? userId : own))) return false
      if (!value!.startsWith('_') && !value!.split(',').includes(String(held))) return false
    }
    return !list.below?.only || parents.has(row.id) === (list.below.only === 'some')
  })
}

/** Counts by a field, of rows, as a map; amounts in cents. */
function counted({ list }: ListCall, of: Entity, rows: readonly Row[]): Map<string | null, { count: number; cents: number }> {
  const wire = wireName(list.by!, of.fields[list.by!]!)
  const found = new Map<string | null, { count: number; cents: number }>()
  const summed = list.sum ? of.fields[list.sum] : undefined
  const left = summed?.kind === 'money' ? summed.notSummed : undefined
  for (const row of rows) {
    const key = isNone(row[wire]) ? null : String(row[wire])
    const { count, cents } = found.get(key) ?? { count: 0, cents: 0 }
    const isSummed = list.sum !== undefined && !left?.is.includes(String(row[left.field]))
    found.set(key, { count: count + 1, cents: cents + Math.round(Number(isSummed ? (row[list.sum!] ?? 0) : 0) * 100) })
  }
  return found
}

const sorted = (ids: readonly unknown[]): string[] => ids.map(String).sort()

/** What every named list keeps, told from its facts alone. */
export function listBattery(call: ListCall, lab: ListLab): void {
  const of = entityNamed(call.entity)
  const { list, method } = call
  const url = pathsOf(call)[0]!
  const ask = <T = unknown>(client: Client, query: Query = {}, path = url): Promise<Answer<T>> =>
    method === 'POST' ? client.post<T>(path, query) : client.get<T>(path, query)
  const isPaged = list.kind === 'page' || list.kind === 'pageAndCount'
  /** The values of parameters that must be given, told from rows that there are. */
  const queryFrom = (rows: readonly Row[]): Record<string, string> => {
    const query: Record<string, string> = {}
    for (const name of list.need ?? []) {
      const input = call.input[name]!
      const field = of.fields[list.given?.[name] ?? '']
      const held = field && wireName(list.given![name]!, field)
      const found = rows.find((row) => held && !isNone(row[held]))
      const named = input.kind === 'link' ? lab.named(input.to) : undefined
      const isHeld = !held || !found || rows.some((row) => row[held] === named)
      query[wireName(name, input)] = (isHeld ? named : undefined) ?? String(found?.[held!] ?? '')
    }
    if (list.ids)
      query[list.ids] = rows
        .slice(0, 2)
        .map((row) => row.id)
        .join()
    if (list.kind === 'row') query.id = String(rows[0]!.id)
    return query
  }
  const seenBy = async (client: Client) => meant(call, of, await rowsOf(of, client), lab.deptOf(client), client.userId)
  /** What is asked for, the same for everybody, and the rows that the person should get. */
  const asked = async (client: Client) => {
    const query = queryFrom(await seenBy(lab.people().admin))
    const expected = (await seenBy(client)).filter((row) => {
      const isNamed = !list.ids || query[list.ids]!.split(',').includes(row.id)
      return (
        isNamed &&
        (list.need ?? []).every((name) => {
          const held = list.given?.[name]
          return held === undefined || row[wireName(held, of.fields[held]!)] === query[wireName(name, call.input[name]!)]
        })
      )
    })
    return { query, expected }
  }
  const everyone = () => Object.entries(lab.people()).filter(([name]) => name !== 'virtual')

  describe(`${call.name} (${list.kind} of ${of.name})`, () => {
    test('asks for its right and its parameters, and refuses what it does not know', async () => {
      const { admin, virtual } = lab.people()
      expect((await ask(virtual)).status).toBe(403)
      const { query } = await asked(admin)
      for (const path of pathsOf(call)) expect((await ask(admin, query, path)).status, path).toBe(200)
      for (const name of [...(list.need ?? []), ...(list.ids ? [list.ids] : [])]) {
        const wire = wireName(name, call.input[name]!)
        const missing = await ask(admin, { ...query, [wire]: undefined })
        expect(missing).toMatchObject({ status: 400, error: 'bad_input', data: [{ field: wire, rule: 'required' }] })
        expect(missing.msg).toContain(call.input[name]!.zh)
        expect(await ask(admin, { ...query, [wire]: '不对' })).toMatchObject({ status: 400, error: 'bad_input', data: [{ field: wire }] })
      }
      if (list.kind !== 'row') expect(await ask(admin, { ...query, nonsense: 'x' })).toMatchObject({ status: 400, error: 'bad_input' })
    })

    if (list.kind === 'row')
      test('answers the row to who sees it, and 404 to others', async () => {
        const { admin, stranger } = lab.people()
        const [row] = await seenBy(admin)
        expect((await ask<Row>(admin, { id: row!.id })).data).toMatchObject({ id: row!.id, version: row!.version })
        expect((await ask(stranger, { id: row!.id })).status).toBe(404)
      })

    if (isPaged || list.kind === 'list' || list.kind === 'select')
      test('holds the rows that its facts mean, of what the person sees', async () => {
        for (const [who, client] of everyone()) {
          const { query, expected } = await asked(client)
          const answer = await ask<Page | Row[]>(client, { ...query, ...(isPaged ? { size: 200 } : {}) })
          if (who !== 'admin' && answer.status === 403) continue
          expect(answer.status, who).toBe(200)
          const rows = isPaged ? (answer.data as Page).records : (answer.data as Row[])
          expect(sorted(rows.map((row) => row.id)), who).toEqual(sorted(expected.map((row) => row.id)))
          if (isPaged) expect((answer.data as Page).total, who).toBe(expected.length)
          if (who === 'admin') expect(rows.length, 'rows to look at').toBeGreaterThan(0)
          const byId = new Map(expected.map((row) => [row.id, row]))
          const wires = (list.columns ?? []).map((name) => wireName(name, of.fields[name]!))
          for (const row of rows) {
            for (const wire of wires) expect(row[wire], wire).toEqual(byId.get(row.id)![wire])
            if (list.below) expect(row.hasChildren).toBe(await hasBelow(client, String(row.id)))
          }
        }
      })

    const hasBelow = async (client: Client, id: string): Promise<boolean> =>
      (await rowsOf(of, client)).some((row) => row[`${list.below!.by}Id`] === id)

    if (isPaged)
      test('a filter on what it holds anyway narrows and never widens', async () => {
        const { admin } = lab.people()
        const { query, expected } = await asked(admin)
        for (const name of Object.keys(list.where ?? {})) {
          const wire = wireName(name, of.fields[name]!)
          const narrowed = (await ask<Page>(admin, { ...query, [wire]: '_none', size: 200 })).data
          expect(narrowed.total).toBe(expected.filter((row) => isNone(row[wire])).length)
        }
        expect((await ask<Page>(admin, { ...query, size: 1 })).data).toMatchObject({ size: 1, total: expected.length })
      })

    if (list.kind === 'select')
      test('answers at most as many choices as are asked for, with their labels', async () => {
        const { admin } = lab.people()
        const { query, expected } = await asked(admin)
        const [one] = (await ask<Row[]>(admin, { ...query, num: 1 })).data
        expect((await ask<Row[]>(admin, { ...query, num: 1 })).data).toHaveLength(1)
        expect(one!.name).toBe(expected.find((row) => row.id === one!.id)![of.title])
        expect(await ask(admin, { ...query, num: 0 })).toMatchObject({ status: 400, data: [{ field: 'num' }] })
      })

    if (list.by !== undefined)
      test('counts what the person sees, value by value', async () => {
        for (const [who, client] of everyone()) {
          const { query, expected } = await asked(client)
          const { data } = await ask<Row[] | { counts: Row[] }>(client, query)
          const rows = list.kind === 'count' ? (data as Row[]) : (data as { counts: Row[] }).counts
          const [key] = list.as ?? ['key']
          const wanted = counted(call, of, expected)
          const found = rows.filter((row) => Number(row.count) > 0)
          expect(sorted(found.map((row) => row[key])), who).toEqual(sorted([...wanted.keys()]))
          for (const row of found) {
            const { count, cents } = wanted.get(row[key] as string | null)!
            expect(row.count, `${who} ${row[key]}`).toBe(count)
            if (list.sum) expect(Math.round(Number(row.amount) * 100)).toBe(cents)
            const each = list.each && of.fields[list.each]
            if (each && each.kind === 'choice')
              expect(Object.keys(each.of).reduce((sum, choice) => sum + Number(row[choice]), 0)).toBe(count)
          }
          if (who === 'admin') expect(found.length).toBeGreaterThan(0)
        }
      })

    if (list.kind === 'history')
      test('tells of the rows that the person sees, of its kinds of events alone', async () => {
        for (const [who, client] of everyone()) {
          const { query } = await asked(client)
          const rows = new Set((await rowsOf(of, client)).map((row) => row.id))
          const { records, total } = (await ask<Page>(client, { ...query, size: 200 })).data
          if (who === 'admin') expect(total).toBeGreaterThan(0)
          for (const event of records) {
            expect(rows.has(String(event.rowId)), who).toBe(true)
            if (list.events) expect(list.events).toContain(event.operationType)
            if (list.rowAs) expect(event[list.rowAs]).toBe(event.rowId)
            if (list.ids) expect(query[list.ids]).toContain(event.rowId)
          }
        }
      })
  })
}
