import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Brief } from '#contract/entities/flow/brief.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { applyUrl, custody } from '#tests/harness/custody.ts'
import { home } from '#tests/harness/hospitals.ts'
import { Cache, op, push } from '#tests/harness/ops.ts'

let app: TestApp
let admin: Client
let manager: Client
let clerk: Client
let engineer: Client
let head: Client
let lab: ReturnType<typeof custody>
beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  clerk = await app.as('warehouse_keeper')
  engineer = await app.as('engineer')
  head = await app.as('head')
  lab = custody(app, admin)
  await decideBy([node('部门审批', 'head', 'equipment_manager'), node('设备科审批', 'engineer')])
})
afterAll(() => app.stop())

const users = home.users as Record<string, string>
/** A node that one of these people decides. */
const node = (name: string, ...people: string[]) => ({
  kind: 'approve',
  id: name,
  name,
  who: [{ by: 'user', ids: people.map((one) => users[one]) }],
  mode: 'one',
})

async function decideBy(nodes: unknown[]): Promise<void> {
  const made = await lab.must(
    admin.post('/flow/definition/submit', { definitionName: '借用审批', approvalKind: 'deviceApply', draft: { nodes } }),
  )
  await lab.must(admin.post('/flow/definition/publish', { id: made.id }))
  const rule = await lab.must(admin.post('/eam/flow/submit', { flowName: '借用', approvalKind: 'deviceApply', definitionId: made.id }))
  await lab.must(admin.post('/eam/flow/flow-start-and-stop', { id: rule.id }))
}

interface Held {
  readonly id: string
  readonly version: number
  readonly instanceTitle: string
  readonly brief: Brief
}

/** What a person's phone holds of the approval of a document, by its title. */
async function heldBy(client: Client, title: unknown): Promise<Held | undefined> {
  const cache = new Cache(client)
  await cache.pull()
  return [...cache.rows].flatMap(([key, row]) =>
    key.includes(' flowInstance ') && String(row.instanceTitle).endsWith(String(title)) ? [row as unknown as Held] : [],
  )[0]
}
const taskOf = ({ brief }: Held, client: Client): string => brief.asked.find(({ userId }) => userId === client.userId)!.taskId
/** What a phone queues when its person decides. */
const decision = (held: Held, client: Client, type: string, more: object = {}) =>
  op({
    kind: 'flow.audit',
    target: { type: 'flowInstance', id: held.id },
    lane: `flow:${held.id}`,
    body: { id: held.id, taskId: taskOf(held, client), type, ...more },
  })

const applied = async () => {
  const device = await lab.card(['receive'], { originalValue: '126000', deviceModel: 'X-1' })
  const id = await lab.submitted(clerk, 'borrow', [device], { reason: '夜间抢救用' })
  return { id, device, title: (await lab.detailOf(id)).applyTitle }
}

describe('an approval on phones', () => {
  test('is held by who is asked and by its applicant, with the document, its devices and the course, and by no one else', async () => {
    const { device, title } = await applied()
    const held = (await heldBy(head, title))!
    expect(held.brief).toMatchObject({
      facts: expect.arrayContaining([
        { zh: '申请原因', en: 'Reason', value: '夜间抢救用' },
        { zh: '申请类型', en: 'Application type', value: { zh: '借用', en: 'Borrow' } },
        { zh: '设备原值合计', en: 'Total original value', value: '126000.00', is: 'money' },
        expect.objectContaining({ en: 'From', is: 'time' }),
      ]),
      lines: [{ deviceId: device, model: 'X-1', deviceCode: expect.any(String), deptName: expect.any(String) }],
      lineCount: 1,
      writers: [users.warehouse_keeper],
      course: [{ act: 'start', who: expect.any(String), at: expect.any(String) }],
      earlier: [],
    })
    expect(held.brief.asked.map(({ userId }) => userId).sort()).toEqual([users.head, users.equipment_manager].sort())
    expect(await heldBy(clerk, title)).toMatchObject({ id: held.id })
    expect(await heldBy(engineer, title)).toBeUndefined()
    expect(await heldBy(admin, title)).toBeUndefined()
  })

  test('is decided by a queued operation, goes to the next one with the opinion, and leaves the phones at its end', async () => {
    const { id, title } = await applied()
    const first = (await heldBy(head, title))!
    const cache = new Cache(head)
    await cache.pull()
    expect((await push(head, await decision(first, head, 'agree', { opinion: '同意，注意归还' })))[0]).toMatchObject({ outcome: 'done' })
    expect((await cache.pull()).filter(({ entity }) => entity === 'flowInstance')).toMatchObject([{ id: first.id, deleted: true }])
    const second = (await heldBy(engineer, title))!
    expect(second.brief.course.at(-1)).toMatchObject({ act: 'agree', node: '部门审批', opinion: '同意，注意归还' })
    expect(second.brief.earlier).toEqual([{ nodeKey: '部门审批', nodeName: '部门审批' }])
    expect((await push(engineer, await decision(second, engineer, 'agree')))[0]).toMatchObject({ outcome: 'done' })
    expect((await lab.detailOf(id)).status).toBe('approved')
    expect(await heldBy(clerk, title)).toBeUndefined()
  })

  test('that another person decided meanwhile refuses the queued answer and says who did what, and when', async () => {
    const { title } = await applied()
    const held = (await heldBy(manager, title))!
    const late = await decision(held, manager, 'reject', { opinion: '不同意' })
    await push(head, await decision(held, head, 'agree'))
    const [result] = await push(manager, late)
    expect(result).toMatchObject({ outcome: 'refused', http: 409, code: 'conflict' })
    expect(result!.msg).toMatch(new RegExp(`${title}”已由.+在 .*\\d{1,2}:\\d{2} 同意`))
    expect(await heldBy(engineer, title)).toBeDefined()
  })

  test('that came back to an earlier node does not take an answer that was meant for the former task', async () => {
    const { title } = await applied()
    const before = (await heldBy(head, title))!
    const stale = await decision(before, head, 'agree')
    await push(manager, await decision(before, manager, 'agree'))
    const next = (await heldBy(engineer, title))!
    const back = await decision(next, engineer, 'reject', { opinion: '请补充说明', toNode: '部门审批' })
    expect((await push(engineer, back))[0]).toMatchObject({ outcome: 'done' })
    const again = (await heldBy(head, title))!
    expect(taskOf(again, head)).not.toBe(taskOf(before, head))
    expect((await push(head, stale))[0]).toMatchObject({ outcome: 'refused', http: 409 })
    expect((await push(head, await decision(again, head, 'agree')))[0]).toMatchObject({ outcome: 'done' })
  })

  test('moves with a task that is passed on', async () => {
    const { title } = await applied()
    const held = (await heldBy(head, title))!
    const passed = await head.post('/flow/process-new/pass-on', { id: held.id, taskId: taskOf(held, head), toUserId: users.engineer })
    expect(passed.status, passed.msg).toBe(200)
    expect(await heldBy(head, title)).toBeUndefined()
    expect((await heldBy(engineer, title))!.brief.course.at(-1)).toMatchObject({ act: 'passOn', to: expect.any(String) })
  })
})

/** What a phone queues when the applicant acts. */
const own = (held: Held, kind: 'urge' | 'cancel', more: object = {}) =>
  op({ kind: `flow.${kind}`, target: { type: 'flowInstance', id: held.id }, lane: `flow:${held.id}`, body: { id: held.id, ...more } })

describe('one’s own application on phones', () => {
  test('is urged by a queued operation, once an hour, and the refusal says when it was', async () => {
    const { title } = await applied()
    const held = (await heldBy(clerk, title))!
    expect(held.brief.withdrawable).toBe(true)
    expect((await push(clerk, await own(held, 'urge', { opinion: '今晚要用' })))[0]).toMatchObject({ outcome: 'done' })
    expect((await heldBy(clerk, title))!.brief.course.at(-1)).toMatchObject({ act: 'urge', opinion: '今晚要用' })
    const [again] = await push(clerk, await own(held, 'urge'))
    expect(again).toMatchObject({ outcome: 'refused', http: 409 })
    expect(again!.msg).toMatch(/\d{1,2}:\d{2} 已催办过，一小时内只能催办一次/)
    expect((await push(head, await own(held, 'urge')))[0]).toMatchObject({ outcome: 'refused', http: 403 })
  })

  test('is taken back by a queued operation; a decision that was queued meanwhile hears it', async () => {
    const { id, title } = await applied()
    const held = (await heldBy(clerk, title))!
    const late = await decision((await heldBy(head, title))!, head, 'agree')
    expect((await push(head, await own(held, 'cancel')))[0]).toMatchObject({ outcome: 'refused', http: 403 })
    expect((await push(clerk, await own(held, 'cancel', { opinion: '不需要了' })))[0]).toMatchObject({ outcome: 'done' })
    expect((await lab.detailOf(id)).status).toBe('cancelled')
    expect(await heldBy(clerk, title)).toBeUndefined()
    expect((await push(head, late))[0]!.msg).toContain('撤销申请')
  })

  test('names in its brief who wrote it or handed it in, so that their phones do not offer to decide', async () => {
    const device = await lab.card()
    const { id } = await lab.must(lab.apply(clerk, 'borrow', [device]))
    // The clerk wrote it and the administrator handed it in.
    await lab.must(admin.post(`${applyUrl}/eventSubmit`, { id }))
    const title = (await lab.detailOf(String(id))).applyTitle
    const held = (await heldBy(head, title))!
    expect([...held.brief.writers!].sort()).toEqual([clerk.userId, admin.userId].sort())
    const passed = await manager.post('/flow/process-new/pass-on', { id: held.id, toUserId: admin.userId })
    expect(passed.status, passed.msg).toBe(200)
    const theirs = (await heldBy(admin, title))!
    expect(theirs.brief.writers).toContain(admin.userId)
    expect((await push(admin, await decision(theirs, admin, 'agree')))[0]).toMatchObject({ outcome: 'refused' })
  })
})

describe('an application that was written on a phone', () => {
  test('arrives with its lines, is submitted by the operation after it, and stays on the phone of its applicant alone', async () => {
    const id = v7()
    const target = { type: 'deviceApply', id }
    const lane = `apply:${id}`
    const draft = lab.draft('borrow', [await lab.card()])
    const written = await op({ kind: 'deviceApply.submit', target, lane, body: draft })
    const sent = await op({ kind: 'deviceApply.eventSubmit', target, lane, body: {}, baseOp: written.id })
    expect(await push(clerk, written, sent)).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }])
    expect(await lab.detailOf(id)).toMatchObject({ status: 'in_approval', lineCount: 1, applicantId: clerk.userId })
    const holds = async (client: Client): Promise<boolean> => {
      const cache = new Cache(client)
      await cache.pull()
      return cache.ids('deviceApply').includes(id)
    }
    expect(await holds(clerk)).toBe(true)
    expect(await holds(manager)).toBe(false)
    expect((await clerk.post(`${applyUrl}/cancel-check`, { id })).status).toBe(200)
    expect(await holds(clerk)).toBe(false)
  })
})
