import { describe, expect, test } from 'vitest'
import type { PushOp } from '#contract/sync/sync.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client } from '#tests/harness/app-for-test.ts'
import { op, push } from '#tests/harness/ops.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const engineer = await app.as('engineer')
const manager = await app.as('equipment_manager')
const keeper = await app.as('keeper')
const work = repairs(app, await app.as('administrator'))

const step = (name: string, id: string, facts: Partial<PushOp> = {}) =>
  op({ kind: `repairOrder.${name}`, target: { type: 'repairOrder', id }, baseVersion: 1, body: {}, ...facts })
const sent = async (client: Client, queued: PushOp) => (await push(client, queued))[0]!

describe('a step that two people took without knowing of each other', () => {
  test('taken twice: the second hears who was first, and that nothing is left to do', async () => {
    const id = await work.report(keeper, await work.card())
    expect(await sent(manager, await step('accept', id))).toMatchObject({ outcome: 'done' })
    const told = await sent(engineer, await step('accept', id))
    expect(told).toMatchObject({ outcome: 'refused', code: 'stale', current: { repairStatus: 'accepted' } })
    expect(told.msg).toMatch(
      /^设备科长已在 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d 先办理了“受理”，现在是“已受理”。您的“受理”不必再办，没有重复生效$/,
    )
  })

  test('against each other: the second hears that the state closes theirs', async () => {
    const id = await work.report(keeper, await work.card())
    await sent(engineer, await step('accept', id))
    expect((await sent(keeper, await step('cancel', id))).msg).toMatch(
      /先办理了“受理”，现在是“已受理”。您的“取消报修”没有生效，这个状态下也不能再办理$/,
    )
    const again = await sent(keeper, await step('cancel', id, { baseVersion: 2 }))
    expect(again).toMatchObject({ outcome: 'refused', code: 'wrong_state' })
    expect(again.msg).toContain('当前状态为“已受理”，不能“取消报修”')
  })

  test('that leave room for each other: the second may look and send again', async () => {
    const id = await work.report(keeper, await work.card())
    await sent(manager, await step('accept', id))
    await work.go(manager, 'assign', id, { engineerId: engineer.userId })
    const told = await sent(engineer, await step('arrive', id, { baseVersion: 2 }))
    expect(told).toMatchObject({ outcome: 'refused', code: 'stale', msg: expect.stringContaining('看过后仍可以重新发送') })
    expect(await sent(engineer, await step('arrive', id, { baseVersion: 3 }))).toMatchObject({ outcome: 'done' })
  })

  test('says nothing of a record that the person may not see', async () => {
    const id = await work.report(keeper, await work.card())
    await sent(manager, await step('accept', id))
    const told = await sent(await app.as('warehouse_keeper'), await step('cancel', id))
    expect(told).toMatchObject({ outcome: 'refused', http: 404 })
    expect(told.msg).not.toContain('设备科长')
  })
})
