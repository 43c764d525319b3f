import { expect, test } from 'vitest'
import type { PushOp } from '#contract/sync/sync.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { Cache, op, push } from '#tests/harness/ops.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const engineer = await app.as('engineer')
const manager = await app.as('equipment_manager')
const work = repairs(app, admin)

const [templates, tasks, records] = ['/eam/eamdeviceinspection', '/eam/eamdeviceinspectionlist', '/eam/eamdeviceinspectionlisthistory']
const items = [
  { itemText: '开机自检通过', itemKind: 'yesNo', isRequired: 1 },
  { itemText: '接地电阻', itemKind: 'number', isRequired: 1, unit: 'Ω', upperLimit: 0.3 },
]

const must = async <T = Row>(path: string, body: object, who = admin): Promise<T> => {
  const answer = await who.post<T>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data
}
const detail = async (id: string): Promise<Row> => (await admin.get<Row>(`${tasks}/detail`, { id })).data

let serial = 0
const template = async (): Promise<string> => {
  const { id } = await must(`${templates}/submit`, { templateName: `手机检查${++serial}`, useKind: 'inspection', items })
  await must(`${templates}/publish`, { id })
  return id
}
const task = async (templateId?: string, more: object = {}): Promise<string> =>
  (await must(`${tasks}/submit`, { deviceId: await work.card(), templateId: templateId ?? (await template()), ...more })).id

/** Operations of one phone on a checklist: the first on the version that the person saw, each next one on the one before. */
const chain = async (id: string, version: unknown, ...steps: [name: string, body: object, more?: object][]): Promise<PushOp[]> => {
  const ops: PushOp[] = []
  for (const [name, body, more] of steps)
    ops.push(
      await op({
        kind: `checklistTask.${name}`,
        target: { type: 'checklistTask', id },
        lane: `checklist:${id}`,
        body,
        ...(ops.length === 0 ? { baseVersion: version as number } : { baseOp: ops.at(-1)!.id }),
        ...more,
      }),
    )
  return ops
}
const report = async (id: string, faultDescription: string): Promise<PushOp> =>
  op({
    kind: 'checklistTask.openRepair',
    target: { type: 'checklistTask', id },
    lane: `checklist:${id}`,
    body: { faultDescription, isStopped: 0 },
  })

test('a phone of who may see it keeps an open checklist with the items of its version, and drops it once it is finished', async () => {
  const id = await task()
  const { templateVersionId } = await detail(id)
  const phone = new Cache(engineer)
  await phone.pull()
  const held = (entity: string, of: unknown) => [...phone.rows].find(([key]) => key.endsWith(` ${entity} ${of}`))?.[1]
  expect(held('checklistTask', id)).toMatchObject({ taskStatus: 'todo', templateVersionId })
  expect(held('checklistVersion', templateVersionId)).toMatchObject({ items: [{ text: '开机自检通过' }, { upper: 0.3 }] })
  await must(`${tasks}/submit`, { id, version: (await detail(id)).version, answers: { 1: 'yes', 2: 0.1 } }, engineer)
  await phone.pull()
  expect(held('checklistTask', id)).toMatchObject({ taskStatus: 'filling', answers: { 1: 'yes', 2: 0.1 } })
  await must(`${tasks}/finish`, { id }, engineer)
  await phone.pull()
  expect(held('checklistTask', id)).toBeUndefined()
  expect(held('checklistVersion', templateVersionId)).toBeDefined()
})

test('answers, finish and report of a phone arrive once: one record, one repair, linked to each other', async () => {
  const id = await task()
  const ops = await chain(id, (await detail(id)).version, ['submit', { answers: { 1: 'yes', 2: 0.5 } }], ['finish', {}])
  const all = [...ops, await report(id, '接地电阻: 0.5 Ω (≤ 0.3)')]
  expect((await push(engineer, ...all)).map((one) => one.outcome)).toEqual(['done', 'done', 'done'])
  expect((await push(engineer, ...all)).map((one) => one.outcome)).toEqual(['replayed', 'replayed', 'replayed'])
  const done = await detail(id)
  expect(done).toMatchObject({ taskStatus: 'finished', result: 'abnormal', abnormalCount: 1 })
  const kept = (await admin.get<Page>(`${records}/list`, { taskId: id })).data.records
  expect(kept).toMatchObject([{ result: 'abnormal', abnormalCount: 1 }])
  const orders = await app.sql('select id, fault_description, source from repair_order where device_id = $1', [done.deviceId])
  expect(orders).toEqual([{ id: done.repairId, fault_description: '接地电阻: 0.5 Ω (≤ 0.3)', source: id }])
  const found = (await admin.get<Page>(`${tasks}/list`, { repairId: String(done.repairId) })).data.records
  expect(found.map((row) => row.id)).toEqual([id])
})

test('of two people who fill one checklist the second is told by a sentence, and nothing is overwritten', async () => {
  const id = await task()
  const { version } = await detail(id)
  await must(`${tasks}/submit`, { id, version, answers: { 1: 'no' } }, manager)
  const mine = { answers: { 1: 'yes', 2: 0.1 } }
  const [refused, after] = await push(
    engineer,
    ...(await chain(id, version, ['submit', mine, { base: { answers: null } }], ['finish', {}])),
  )
  expect(refused).toMatchObject({ outcome: 'refused', code: 'stale', current: { answers: { 1: 'no' } } })
  expect(refused!.msg).toContain('修改')
  expect(after).toMatchObject({ outcome: 'not_attempted' })
  expect(await detail(id)).toMatchObject({ taskStatus: 'filling', answers: { 1: 'no' } })
  // A changed assignee is no conflict.
  const other = await task()
  const before = (await detail(other)).version
  await must(`${tasks}/assign`, { ids: other, assigneeId: engineer.userId }, manager)
  const [taken] = await push(engineer, ...(await chain(other, before, ['submit', mine, { base: { answers: null } }])))
  expect(taken).toMatchObject({ outcome: 'done' })
})

test('a template that changes meanwhile leaves a begun checklist with the items of its start', async () => {
  const templateId = await template()
  const id = await task(templateId)
  const { version } = await detail(id)
  await must(`${templates}/submit`, { id: templateId, items: [...items, { itemText: '漏水', itemKind: 'yesNo', isRequired: 1 }] })
  await must(`${templates}/publish-more`, { id: templateId })
  const ops = await chain(id, version, ['submit', { answers: { 1: 'yes', 2: 0.2 } }], ['finish', {}])
  expect((await push(engineer, ...ops)).map((one) => one.outcome)).toEqual(['done', 'done'])
  const [kept] = (await admin.get<Page>(`${records}/list`, { taskId: id })).data.records
  expect((await admin.get<Row>(`${records}/detail`, { id: kept!.id })).data.entries).toHaveLength(2)
})

test('a checklist with a missing answer is not finished by a phone, and the sentence names it', async () => {
  const id = await task()
  const [saved, refused] = await push(
    engineer,
    ...(await chain(id, (await detail(id)).version, ['submit', { answers: { 1: 'yes' } }], ['finish', {}])),
  )
  expect(saved).toMatchObject({ outcome: 'done' })
  expect(refused).toMatchObject({ outcome: 'refused', msg: expect.stringContaining('接地电阻') })
})
