import { beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { planLimitKey } from '#contract/params.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Answer, Client, Row } from '#tests/harness/app-for-test.ts'
import { addProvider, type Provider } from '#tests/harness/providers.ts'
import { ok, ours, repairs, type Sharing, sharedOrder, sharingWith, theirs } from '#tests/harness/shared-order.ts'

const app = await appForFile()
let swift: Provider
let by: Sharing
let manager: Client
let paramId = ''
let made = 0

const setLimit = async (paramValue: string): Promise<Answer<Row>> => {
  const answer = await by.admin.post<Row>('/blade-system/param/submit', {
    ...{ paramName: '服务方案限额', paramKey: planLimitKey, paramValue },
    ...(paramId ? { id: paramId } : {}),
  })
  if (answer.status === 200) paramId = answer.data.id
  return answer
}

beforeAll(async () => {
  swift = await addProvider(app, '200001', '迅修医工')
  by = await sharingWith(app, swift)
  manager = await app.as('equipment_manager')
  ok(await setLimit('1000.00'))
})

const submitPlan = (id: string, planPrice: string, more: object = {}): Promise<Answer> =>
  swift.first.post('/sps/provider/workOrderRepair/plan-submit', {
    ...{ id, planContent: '更换背光板', planPrice, planDate: daysAfter(homeDay(new Date()), 2), ...more },
  })
const decide = (who: Client, name: string, id: string, input: object = {}): Promise<Answer> => who.post(`${ours}/${name}`, { id, ...input })
const ofOurs = async (id: string): Promise<Row> => ok(await by.admin.get<Row>('/sps/hospital/workOrder/detail', { id }))
const ofTheirs = async (id: string): Promise<Row> => ok(await swift.first.get<Row>(`${theirs}/detail`, { id }))
const approvals = (id: string) =>
  app.sql(
    `select i.id, i.instance_status, i.applicant_id, i.instance_title, i.brief,
        (select count(*)::int from flow_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.task_state = 'open') as waiting
      from flow_instance i where i.approval_kind = 'servicePlan' and i.document_id = $1 order by i.created_at`,
    [id],
  )

/** An order whose plan has a price. */
const planned = async (price: string): Promise<{ id: string; repairId: string }> => {
  const order = await sharedOrder(by, swift.first, `限额监护仪${++made}`)
  ok(await submitPlan(order.id, price))
  return order
}
/** An order whose plan waits for an approval. */
const approving = async (): Promise<{ id: string; repairId: string }> => {
  const order = await planned('1000.01')
  ok(await decide(manager, 'confirm-plan', order.id))
  expect((await ofOurs(order.id)).shareState).toBe('approving')
  return order
}
const over = async (id: string): Promise<void> => {
  const [, ...rest] = await approvals(id)
  expect(rest).toEqual([])
  expect((await approvals(id))[0]).toMatchObject({ instance_status: 'cancelled', waiting: 0 })
}

describe('a plan above the limit', () => {
  test('of the limit itself is confirmed at once, and of a cent more by an approval', async () => {
    const small = await planned('1000.00')
    expect((await ofOurs(small.id)).planLevel).toBe('within')
    ok(await decide(manager, 'confirm-plan', small.id))
    expect((await ofTheirs(small.id)).shareState).toBe('confirmed')
    expect(await approvals(small.id)).toEqual([])

    const { id } = await planned('1000.01')
    expect((await ofOurs(id)).planLevel).toBe('above')
    expect((await decide(by.engineer, 'confirm-plan', id)).status).toBe(403)
    ok(await decide(manager, 'confirm-plan', id))
    expect(await ofTheirs(id)).toMatchObject({ shareState: 'approving', confirmedAt: null })
    expect((await swift.first.post(`${theirs}/start`, { id })).error).toBe('wrong_state')
    const [approval] = await approvals(id)
    expect(approval).toMatchObject({ instance_status: 'running', applicant_id: by.engineer.userId })
    expect(approval!.instance_title).toContain('服务方案 1000.01 元 迅修医工公司')
    const said = JSON.stringify(approval!.brief)
    for (const one of ['更换背光板', '1000.01']) expect(said).toContain(one)
    const told = await app.sql(`select tenant_id from notice where kind = 'share_approving' and target_id = $1`, [id])
    expect(told.map((row) => row.tenant_id)).toContain(swift.tenant)

    // Who asked for it does not decide about it.
    expect((await decide(manager, 'approve-plan', id)).msg).toBe('不能审批自己提交的申请')
    expect((await decide(by.engineer, 'approve-plan', id)).status).toBe(403)
    ok(await decide(by.admin, 'approve-plan', id, { opinion: '价格合理，内部意见' }))
    expect(await ofOurs(id)).toMatchObject({ shareState: 'confirmed', confirmedAt: expect.any(String), approvalNode: null })
    expect(await ofTheirs(id)).toMatchObject({ shareState: 'confirmed', confirmedAt: expect.any(String) })
    const history = ok(await swift.first.get(`${theirs}/history`, { id, size: 50 }))
    expect(JSON.stringify(history)).not.toContain('内部意见')
    ok(await swift.first.post(`${theirs}/start`, { id }))
  })

  test('that is refused is asked for again with the reason', async () => {
    const { id } = await approving()
    expect((await decide(by.admin, 'reject-plan', id)).status).toBe(400)
    ok(await decide(by.admin, 'reject-plan', id, { opinion: '高于市场价' }))
    expect(await ofOurs(id)).toMatchObject({ shareState: 'accepted', reason: '高于市场价', approvalNode: null })
    expect(await ofTheirs(id)).toMatchObject({ shareState: 'accepted', reason: '高于市场价' })
    const [told] = await app.sql(`select detail from notice where tenant_id = $1 and kind = 'share_ask_again' and target_id = $2 limit 1`, [
      swift.tenant,
      id,
    ])
    expect(told!.detail).toBe('高于市场价')
    // A cheaper plan needs none.
    ok(await submitPlan(id, '900.00'))
    expect(await ofOurs(id)).toMatchObject({ shareState: 'planned', planLevel: 'within', reason: null })
    ok(await decide(manager, 'confirm-plan', id))
    expect((await ofTheirs(id)).shareState).toBe('confirmed')
  })

  test('may be withdrawn by who shared the order: it waits to be confirmed again', async () => {
    const { id } = await approving()
    const [approval] = await approvals(id)
    expect((await manager.post('/flow/process-new/cancel', { id: approval!.id })).status).toBe(403)
    ok(await by.engineer.post('/flow/process-new/cancel', { id: approval!.id, opinion: '再谈' }))
    expect(await ofOurs(id)).toMatchObject({ shareState: 'planned', approvalNode: null })
    expect((await ofTheirs(id)).shareState).toBe('planned')
    await over(id)
    ok(await decide(manager, 'ask-again', id, { reason: '请重报' }))
    expect((await ofTheirs(id)).shareState).toBe('accepted')
  })

  test('that the provider replaces meanwhile is no longer decided on', async () => {
    const { id } = await approving()
    const before = await ofOurs(id)
    const [approval] = await approvals(id)
    ok(await submitPlan(id, '5000.00', { planContent: '更换整机' }))
    expect(await ofOurs(id)).toMatchObject({ shareState: 'planned', planPrice: '5000.00', planLevel: 'above', approvalNode: null })
    expect((await ofTheirs(id)).shareState).toBe('planned')
    expect((await ofOurs(id)).planConfirmId).not.toBe(before.planConfirmId)
    await over(id)
    // The former plan can no longer be approved, also not from a page that still shows it.
    expect((await by.admin.post('/flow/process-new/audit', { id: approval!.id, type: 'agree' })).status).not.toBe(200)
    expect((await decide(by.admin, 'approve-plan', id)).error).toBe('wrong_state')
    expect((await decide(manager, 'confirm-plan', id, { version: before.version })).error).toBe('stale')
    expect((await ofOurs(id)).shareState).toBe('planned')
    // Before anybody asked for an approval it is replaced too, by one that is checked as the first.
    const next = { planContent: '更换整机和电池', planDate: daysAfter(homeDay(new Date()), 3) }
    const change = (more: object) => swift.first.post(`${theirs}/change-plan`, { id, ...next, planPrice: '5100.00', ...more })
    expect((await change({ planPrice: '-1' })).status).toBe(400)
    expect((await change({ planDate: daysAfter(homeDay(new Date()), -1) })).msg).toBe('计划服务日期不能早于今天')
    ok(await change({}))
    expect(await ofOurs(id)).toMatchObject({ shareState: 'planned', planPrice: '5100.00', planLevel: 'above' })
    ok(await decide(manager, 'seek-approval', id))
    const all = await approvals(id)
    expect(all.map((one) => one.instance_status)).toEqual(['cancelled', 'running'])
    ok(await decide(by.admin, 'approve-plan', id))
    expect(await ofTheirs(id)).toMatchObject({ shareState: 'confirmed', planPrice: '5100.00' })
  })

  test('ends with the share: by the hospital, by its own repair, and where the provider declines', async () => {
    const first = await approving()
    ok(await decide(by.engineer, 'end', first.id, { reason: '自修' }))
    await over(first.id)
    expect((await ofOurs(first.id)).shareState).toBe('ended')
    expect((await swift.first.get(`${theirs}/detail`, { id: first.id })).status).toBe(404)

    const second = await approving()
    ok(await by.engineer.post(`${repairs}/arrive`, { id: second.repairId }))
    ok(await by.engineer.post(`${repairs}/finish`, { id: second.repairId, diagnosis: '松动', measures: '紧固' }))
    await over(second.id)
    expect((await ofOurs(second.id)).shareState).toBe('ended')

    const third = await approving()
    ok(await swift.first.post(`${theirs}/decline`, { id: third.id, reason: '缺件' }))
    await over(third.id)
    expect((await ofOurs(third.id)).shareState).toBe('declined')
    expect((await decide(by.admin, 'approve-plan', third.id)).error).toBe('wrong_state')
  })

  test('ends with the work of its supplier: no one decides on it any more', async () => {
    const { id } = await approving()
    ok(await by.admin.post('/eam/supplierinfo/submit', { id: by.supplierId, isInactive: 1 }))
    await over(id)
    expect(await ofOurs(id)).toMatchObject({ shareState: 'ended', reason: '服务商已停用', approvalNode: null })
    expect((await swift.first.get(`${theirs}/detail`, { id })).status).toBe(404)
    expect((await decide(by.admin, 'approve-plan', id)).error).toBe('wrong_state')
    ok(await by.admin.post('/eam/supplierinfo/submit', { id: by.supplierId, isInactive: 0 }))
  })

  test('is decided by one of two acts at once', async () => {
    const { id } = await approving()
    const both = await Promise.all([decide(by.admin, 'approve-plan', id), submitPlan(id, '2000.00')])
    const order = await ofOurs(id)
    const [approval, ...more] = await approvals(id)
    expect(more).toEqual([])
    if (both[1].status === 200)
      expect([order.shareState, order.planPrice, approval!.instance_status]).toEqual(['planned', '2000.00', 'cancelled'])
    else expect([order.shareState, order.planPrice, approval!.instance_status]).toEqual(['confirmed', '1000.01', 'agreed'])
    expect((await ofTheirs(id)).shareState).toBe(order.shareState)
  })
})

test('the limit is an amount; the one of the day counts, and none asks for no approval', async () => {
  expect((await setLimit('一千')).msg).toBe('服务方案限额填金额，如 5000 或 5000.00')
  const { id } = await planned('1500.00')
  ok(await setLimit('2000'))
  ok(await decide(manager, 'confirm-plan', id))
  expect((await ofTheirs(id)).shareState).toBe('confirmed')

  const other = await planned('1500.00')
  expect((await ofOurs(other.id)).planLevel).toBe('within')
  ok(await setLimit('0'))
  ok(await decide(manager, 'confirm-plan', other.id))
  expect((await ofTheirs(other.id)).shareState).toBe('approving')

  ok(await by.admin.post('/blade-system/param/remove', { ids: paramId }))
  paramId = ''
  const free = await planned('99999.00')
  expect((await ofOurs(free.id)).planLevel).toBe('within')
  ok(await decide(manager, 'confirm-plan', free.id))
  expect((await ofTheirs(free.id)).shareState).toBe('confirmed')
})
