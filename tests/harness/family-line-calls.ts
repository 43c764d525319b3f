import { describe, expect, test } from 'vitest'
import { type Entity, type LineFacts, urlsOf } from '#contract/kit/entity/entity.ts'
import { totalsOf } from '#contract/kit/entity/lines.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Page, Row } from './app-for-test.ts'
import { draftFields, draftOf } from './factories.ts'
import { type Lab, nowhere } from './family-lines.ts'
import { other } from './hospitals.ts'

type Line = Record<string, unknown> & { readonly id: string }

/** What the calls on single lines of every header keep that declares them: the same tests from the declaration alone. */
export function lineCallBattery(of: Entity, line: LineFacts, { facts, header, links }: Lab): void {
  const lineOf = entityNamed(line.entity)
  const [submit, remove] = [urlsOf(lineOf, 'submit')[0]!, urlsOf(lineOf, 'remove')[0]!]
  const by = `${line.by}Id`
  const [text] = draftFields(lineOf).find(([, field]) => field.kind === 'text')!
  let seeds = 900
  const draft = async () => draftOf(lineOf, ++seeds, { links: await links() })
  const add = async (count: number) => {
    const client = await facts.app().as('administrator')
    const lines = await Promise.all(Array.from({ length: count }, draft))
    const answer = await client.post(urlsOf(of, 'submit')[0]!, { ...(await header()), [line.as]: lines })
    expect(answer.msg).toBe('操作成功')
    const id = String(answer.data.id)
    const detail = async () => (await client.get(urlsOf(of, 'detail')[0]!, { id })).data
    const linesNow = async () => (await detail())[line.as] as Line[]
    const events = async () => (await client.get<Page>(urlsOf(of, 'history')[0]!, { id })).data.records
    return { client, id, detail, linesNow, events }
  }
  const totalled = (row: Row) => Object.fromEntries(Object.keys(line.totals ?? {}).map((name) => [name, row[name]]))

  describe(`${of.name}: calls on single lines of ${line.as}`, () => {
    test('one is added at the end, with totals, version and history of the header', async () => {
      const { client, id, detail, linesNow, events } = await add(2)
      const before = await linesNow()
      const values = await draft()
      const answer = await client.post(submit, { [by]: id, ...values })
      expect(answer).toMatchObject({ status: 200, data: { version: 1 } })
      const row = await detail()
      const now = row[line.as] as Line[]
      const added = now.find((one) => one.id === answer.data.id)!
      expect(now.map((one) => one.id).sort()).toEqual([...before.map((one) => one.id), added.id].sort())
      if (line.order) expect(now.at(-1)).toEqual(added)
      expect(added).toMatchObject(values)
      expect(row.version).toBe(2)
      expect(totalled(row)).toEqual(totalsOf(line, of.fields, now))
      const [event] = await events()
      expect(event).toMatchObject({ operationType: 'change' })
      expect((event!.changes as { field: string }[]).map(({ field }) => field)).toContain(`${line.as}.0`)
    })

    test('one is changed by its id where it stands, one is removed, and the others stay', async () => {
      const { client, id, detail, linesNow } = await add(3)
      const [first, second, third] = (await linesNow()) as [Line, Line, Line]
      expect((await client.post(submit, { id: second.id, [text]: '改过' })).data).toEqual({ id: second.id, version: 2 })
      expect(await linesNow()).toMatchObject([{ id: first.id }, { id: second.id, [text]: '改过' }, { id: third.id }])
      expect((await client.post(remove, { ids: [first.id] })).data).toEqual({ removed: 1 })
      const row = await detail()
      expect(row).toMatchObject({ version: 3, [line.as]: [{ id: second.id }, { id: third.id }] })
      expect(totalled(row)).toEqual(totalsOf(line, of.fields, row[line.as] as Line[]))
      expect((await client.post(submit, { id: second.id, [text]: '改过', [by]: id })).status).toBe(200)
      expect((await detail()).version).toBe(3)
    })

    test('what is wrong stands at its own field, and nothing is written', async () => {
      const [mine, foreign] = [await add(2), await add(1)]
      const before = await mine.detail()
      const [first] = (await mine.linesNow()) as [Line]
      const values = await draft()
      const [required] = draftFields(lineOf).find(([, field]) => field.required)!
      const told = async (body: object) => (await mine.client.post(submit, body)).data
      expect(await told({ [by]: mine.id, ...values, [required]: undefined })).toEqual([{ field: required, rule: 'required' }])
      expect(await told({ [by]: mine.id, ...values, [required]: null })).toContainEqual({ field: required, rule: 'required' })
      expect(await told(values)).toEqual([{ field: by, rule: 'required' }])
      expect(await told({ [by]: nowhere, ...values })).toEqual([{ field: by, rule: 'absent' }])
      expect(await told({ id: first.id, [by]: foreign.id, [text]: '搬家' })).toEqual([{ field: by, rule: 'absent' }])
      expect(await told({ id: 'x', [text]: '改' })).toEqual([{ field: 'id', rule: 'not_id' }])
      expect(await told({ id: first.id, nonsense: 1 })).toEqual([{ field: 'nonsense', rule: 'unknown' }])
      expect(await mine.client.post(submit, { id: nowhere, [text]: '改' })).toMatchObject({ status: 404 })
      for (const ids of [[first.id, nowhere], [nowhere]]) expect(await mine.client.post(remove, { ids })).toMatchObject({ status: 404 })
      expect(await mine.client.post(remove, { ids: [] })).toMatchObject({ status: 400 })
      const stale = await mine.client.post(submit, { id: first.id, version: 7, [text]: '改' })
      expect(stale).toMatchObject({ status: 409, error: 'stale', data: { id: first.id, version: 1 } })
      expect(await mine.detail()).toEqual(before)
    })

    test('lines of several headers are removed together', async () => {
      const [one, another] = [await add(2), await add(1)]
      const ids = [(await one.linesNow())[0]!.id, (await another.linesNow())[0]!.id]
      const answer = await one.client.post(`${remove}?ids=${ids.join()}`)
      expect(answer).toMatchObject(line.required ? { status: 400 } : { status: 200, data: { removed: 2 } })
      expect([(await one.linesNow()).length, (await another.linesNow()).length]).toEqual(line.required ? [2, 1] : [1, 0])
    })

    test('several at one moment are all kept, each with a version of the header', async () => {
      const { client, id, detail, linesNow } = await add(1)
      const [first] = (await linesNow()) as [Line]
      const asks = [{ id: first.id, [text]: '同时' }, ...(await Promise.all([draft(), draft()])).map((values) => ({ [by]: id, ...values }))]
      const answers = await Promise.all(asks.map((body) => client.post(submit, body)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const row = await detail()
      const now = row[line.as] as Line[]
      expect(now.map((one) => one.id).sort()).toEqual(answers.map(({ data }) => String(data.id)).sort())
      expect(now).toContainEqual(expect.objectContaining({ id: first.id, [text]: '同时' }))
      expect(row.version).toBe(4)
      expect(totalled(row)).toEqual(totalsOf(line, of.fields, now))
    })

    test('another tenant neither adds, changes nor removes one', async () => {
      const { id, detail, linesNow } = await add(1)
      const before = await detail()
      const [first] = (await linesNow()) as [Line]
      const stranger = await facts.app().as('administrator', other)
      const values = Object.fromEntries(Object.entries(await draft()).filter(([wire]) => !wire.endsWith('Id')))
      expect(await stranger.post(submit, { [by]: id, ...values })).toMatchObject({ status: 400, data: [{ field: by, rule: 'absent' }] })
      expect(await stranger.post(submit, { id: first.id, [text]: '偷' })).toMatchObject({ status: 404 })
      expect(await stranger.post(remove, { ids: [first.id] })).toMatchObject({ status: 404 })
      expect(await detail()).toEqual(before)
    })
  })
}
