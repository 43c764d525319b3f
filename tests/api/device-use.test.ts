import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { applyUrl, custody, useUrl } from '#tests/harness/custody.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

let app: TestApp
let admin: Client
let manager: Client
let clerk: Client
let keeper: Client
let lab: ReturnType<typeof custody>
beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  clerk = await app.as('warehouse_keeper')
  keeper = await app.as('keeper')
  lab = custody(app, admin)
})
afterAll(() => app.stop())

const step = (client: Client, name: string, id: unknown, more: object = {}) => client.post<Row>(`${useUrl}/${name}`, { id, ...more })
/** A clinical department of this name. */
const deptOf = async (deptName: string): Promise<string> => {
  const [found] = await app.sql('select id from dept where tenant_id = $1 and dept_name = $2', [home.tenant, deptName])
  if (found) return String(found.id)
  return String((await lab.must(admin.post('/blade-system/dept/submit', { deptName, category: 'clinical' }))).id)
}
/** A device of 骨科 lent to 内科: its card, application and use. */
const lent = async () => {
  const card = await lab.card()
  const applyId = await lab.approved(clerk, 'borrow', [card])
  const { id } = await lab.firstUse(applyId)
  await lab.must(step(keeper, 'submit', id))
  await lab.must(step(clerk, 'confirm', id))
  return { card, applyId, id: String(id) }
}
/** A borrowed device that is due since so many days. */
const late = async (days: number) => {
  const { id, ...more } = await lent()
  await app.sql(`update device_use set return_time = now() - make_interval(days => $2, secs => 1) where id = $1`, [id, days])
  return { id, ...more }
}

describe('a loan', () => {
  test('is handed out by the lender and confirmed by the borrower, and only then the card is lent', async () => {
    const card = await lab.card()
    const applyId = await lab.approved(clerk, 'borrow', [card])
    const { id } = await lab.firstUse(applyId)
    expect((await step(clerk, 'submit', id)).msg).toBe('只有交出科室可以办理')
    expect((await step(keeper, 'submit', id)).status).toBe(200)
    expect((await lab.device(card)).eamStatus).toBe('in_use')
    expect((await step(keeper, 'confirm', id)).msg).toBe('只有接收科室或申请人可以办理')
    expect((await step(clerk, 'confirm', id)).status).toBe(200)
    expect(await lab.device(card)).toMatchObject({ eamStatus: 'lent', borrowDeptId: home.depts.medicine, useDeptId: home.depts.bones })
    expect((await lab.detailOf(applyId)).status).toBe('executing')
  })

  test('is given back once, taken back once, and the card is what it was before', async () => {
    const { card, applyId, id } = await lent()
    const twice = await Promise.all([step(clerk, 'give-back', id), step(clerk, 'give-back', id)])
    expect(twice.map((one) => one.status).sort()).toEqual([200, 409])
    expect((await step(clerk, 'takeBack', id, { condition: 'good' })).msg).toBe('只有交出科室可以办理')
    const both = await Promise.all([
      step(keeper, 'takeBack', id, { condition: 'good' }),
      step(manager, 'takeBack', id, { condition: 'good' }),
    ])
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    expect(await lab.device(card)).toMatchObject({ eamStatus: 'in_use', borrowDeptId: null })
    expect(await lab.detailOf(applyId)).toMatchObject({ status: 'finished', actualReturnTime: expect.any(String) })
    await lab.submitted(clerk, 'borrow', [card])
  })

  test('that comes back damaged opens a repair in the same step', async () => {
    const { card, id } = await lent()
    await lab.must(step(clerk, 'give-back', id))
    expect((await step(keeper, 'takeBack', id, { condition: 'damaged' })).status).toBe(400)
    expect((await lab.device(card)).eamStatus).toBe('lent')
    await lab.must(step(keeper, 'takeBack', id, { condition: 'damaged', conditionNote: '外壳破裂', isStopped: 1 }))
    const use = await lab.use(id)
    expect(use).toMatchObject({ status: 'returned', condition: 'damaged', repairName: expect.stringContaining('WX-') })
    expect((await lab.device(card)).eamStatus).toBe('repairing')
    expect((await admin.get('/eam/eventtyperepair/detail', { id: String(use.repairId) })).data).toMatchObject({
      faultDescription: '外壳破裂',
    })
  })

  test('is longer after the lender agreed', async () => {
    const { id } = await lent()
    const extendTo = new Date(Date.now() + 5 * 86_400_000).toISOString()
    const audit = (client: Client, more: object) => client.post(`${useUrl}/audit`, { id, ...more })
    expect((await audit(manager, { type: 'agree' })).msg).toBe('没有待审批的续借申请')
    expect((await step(clerk, 'extend', id, { extendTo: new Date().toISOString(), reason: '病情' })).status).toBe(400)
    await lab.must(step(clerk, 'extend', id, { extendTo, reason: '病情需要' }))
    expect((await audit(clerk, { type: 'agree' })).status).toBe(403)
    expect((await audit(manager, { type: 'agree', content: '同意' })).status).toBe(200)
    expect(await lab.use(id)).toMatchObject({ extendTo: null })
    expect(Date.parse(String((await lab.use(id)).returnTime))).toBe(Date.parse(extendTo))
  })

  test('that is overdue and gets longer is overdue no more, and no one is reminded of it', async () => {
    const { id } = await late(2)
    const { remindOverdue } = await import('#server/features/custody/overdue.ts')
    await remindOverdue(app.pool)
    expect((await lab.use(id)).overdueDays).toBe(3)
    await lab.must(step(clerk, 'extend', id, { extendTo: new Date(Date.now() + 86_400_000).toISOString(), reason: '病情' }))
    expect((await clerk.post(`${useUrl}/audit`, { id, type: 'agree' })).status).toBe(403)
    await lab.must(manager.post(`${useUrl}/audit`, { id, type: 'agree' }))
    await app.sql(`delete from notice where target_id = $1 and kind = 'use_overdue'`, [id])
    await remindOverdue(app.pool)
    expect(await lab.use(id)).toMatchObject({ overdueDays: null, extendTo: null, status: 'received' })
    expect(await app.sql(`select 1 from notice where target_id = $1 and kind = 'use_overdue'`, [id])).toEqual([])
  })

  test('that is overdue is told once a day to both sides', async () => {
    const { id } = await late(2)
    const { remindOverdue } = await import('#server/features/custody/overdue.ts')
    await remindOverdue(app.pool)
    expect((await lab.use(id)).overdueDays).toBe(3)
    const told = async () =>
      (
        await app.sql(
          `select distinct u.account from notice n join app_user u on u.id = n.user_id where n.target_id = $1 and n.kind = 'use_overdue'`,
          [id],
        )
      ).map((row) => row.account)
    expect((await told()).sort()).toEqual(expect.arrayContaining(['keeper', 'warehouse_keeper']))
    const count = async () =>
      Number((await app.sql(`select count(*) as n from notice where target_id = $1 and kind = 'use_overdue'`, [id]))[0]!.n)
    const before = await count()
    await remindOverdue(app.pool)
    expect(await count()).toBe(before)
    expect((await clerk.get<Page>(`${useUrl}/list`, { overdueDays: '_some', size: 100 })).data.records.map((row) => row.id)).toContain(id)
  })

  test('that cannot be handed out leaves the application approved and says which device and why', async () => {
    const card = await lab.card()
    const applyId = await lab.approved(clerk, 'borrow', [card])
    await lab.must(keeper.post('/eam/eventtyperepair/save', { deviceId: card, faultDescription: '坏', urgency: 'normal', isStopped: 1 }))
    const answer = await step(keeper, 'submit', (await lab.firstUse(applyId)).id)
    expect(answer.status).toBe(409)
    expect(answer.msg).toMatch(/呼吸机\d+.*维修中/)
    expect((await lab.detailOf(applyId)).status).toBe('approved')
  })

  test('that is out keeps its application from being ended', async () => {
    const { applyId } = await lent()
    expect((await manager.post(`${applyUrl}/applyEnd`, { id: applyId, reason: '终止' })).status).toBe(409)
  })
})

describe('a hand-over', () => {
  test('of several devices is all or nothing', async () => {
    const [a, b] = [await lab.card(), await lab.card()]
    const applyId = await lab.approved(clerk, 'borrow', [a, b])
    await lab.must(keeper.post('/eam/eventtyperepair/save', { deviceId: b, faultDescription: '坏', urgency: 'normal', isStopped: 1 }))
    const ids = (await lab.usesOf(applyId)).map((row) => row.id)
    expect((await keeper.post(`${useUrl}/submit`, { ids })).status).toBe(409)
    expect((await lab.usesOf(applyId)).map((row) => row.status)).toEqual(['reserved', 'reserved'])
  })

  test('from one department to another needs both, and then the card moves [ASSET-ST-USE-5] (deviation)', async () => {
    const card = await lab.card(['receive'], { keeperId: home.users.keeper })
    const applyId = await lab.approved(clerk, 'allot', [card], { keeperId: home.users.warehouse_keeper })
    const { id } = await lab.firstUse(applyId)
    expect((await clerk.get<Page>(`${useUrl}/transfer-list`, { size: 100 })).data.records.map((row) => row.id)).toContain(id)
    expect((await step(keeper, 'transfer-submit', id)).status).toBe(200)
    expect((await lab.device(card)).useDeptId).toBe(home.depts.bones)
    expect((await step(clerk, 'confirm', id)).status).toBe(200)
    expect(await lab.device(card)).toMatchObject({
      useDeptId: home.depts.medicine,
      keeperId: home.users.warehouse_keeper,
      eamStatus: 'in_use',
    })
    expect((await lab.detailOf(applyId)).status).toBe('finished')
    // It is no loan, so that no one is offered to give it back.
    expect((await lab.use(String(id))).can).not.toEqual(expect.arrayContaining(['giveBack']))
    expect((await step(clerk, 'give-back', id)).status).toBe(400)
    const { data } = await admin.get<Page>('/eam/device-life-cycle/list', { eamDeviceId: card })
    expect(JSON.stringify(data.records[0])).toContain('内科')
  })

  test('out of the warehouse and back into it changes state and place', async () => {
    const card = await lab.card([])
    const out = await lab.approved(keeper, 'receive', [card], { deptId: home.depts.bones, useDeptId: home.depts.bones })
    const { id } = await lab.firstUse(out)
    await lab.must(step(manager, 'submit', id))
    await lab.must(step(keeper, 'confirm', id))
    expect(await lab.device(card)).toMatchObject({ eamStatus: 'in_use', useDeptId: home.depts.bones })
    const back = await lab.approved(keeper, 'regain', [card], { deptId: home.depts.bones })
    const { id: backId } = await lab.firstUse(back)
    await lab.must(step(keeper, 'submit', backId))
    await lab.must(step(clerk, 'confirm', backId))
    expect(await lab.device(card)).toMatchObject({ eamStatus: 'in_stock', useDeptId: home.depts.medicine })
    expect((await lab.detailOf(back)).status).toBe('finished')
  })

  test('in person takes the code that the other phone shows, once and for a minute', async () => {
    const uses: string[] = []
    for (let at = 0; at < 3; at++) uses.push(String((await lab.firstUse(await lab.approved(clerk, 'borrow', [await lab.card()]))).id))
    const { code, until } = (await clerk.get<Row>(`${useUrl}/my-code`)).data as unknown as { code: string; until: string }
    expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(60_000)
    const over = (id: string | undefined, personCode: string) => step(keeper, 'hand-over', id, { personCode })
    expect((await over(uses[0], `${code.slice(0, -2)}aa`)).msg).toContain('无效')
    expect((await over(uses[0], code.replace(home.users.warehouse_keeper, home.users.head))).msg).toContain('无效')
    expect((await over(uses[0], code)).status).toBe(200)
    expect(await lab.use(uses[0]!)).toMatchObject({
      status: 'received',
      receiverId: home.users.warehouse_keeper,
      giverId: home.users.keeper,
    })
    expect((await over(uses[1], code)).status).toBe(409)
    const own = (await keeper.get<Row>(`${useUrl}/my-code`)).data as unknown as { code: string }
    expect((await over(uses[1], own.code)).msg).toBe('交出人和接收人不能是同一人')
    const foreign = (await (await app.as('keeper', other)).get<Row>(`${useUrl}/my-code`)).data as unknown as { code: string }
    expect((await over(uses[1], foreign.code)).msg).toContain('无效')
    expect((await step(keeper, 'hand-over', uses[1])).status).toBe(400)
    expect((await lab.use(uses[1]!)).status).toBe('reserved')
    const records = (await admin.get<Page>('/eam/deviceusemanagelist/list', { useManageId: uses[0] })).data.records
    expect(records).toEqual([
      expect.objectContaining({ eventType: 'hand_over', giverId: home.users.keeper, takerId: home.users.warehouse_keeper }),
    ])
  })
})

describe('every act', () => {
  /** What changed of a use and its card. */
  const rows = (id: string) =>
    app.sql(
      `select u.version, u.status, u.extend_to, d.version as card, d.eam_status, (select count(*)::int from device_use_record r where r.use_manage_id = u.id) as records
        from device_use u join device d on d.id = u.card_id where u.id = $1`,
      [id],
    )
  const later = () => new Date(Date.now() + 3 * 86_400_000).toISOString()
  const acts = {
    reserved: { submit: {}, 'hand-over': { personCode: 'x' }, cancel: { reason: '不用' } },
    handed: { confirm: {}, cancel: { reason: '不用' } },
    received: { 'give-back': {}, takeBack: { condition: 'good' }, extend: { extendTo: later(), reason: '病情' }, audit: { type: 'agree' } },
    returning: { takeBack: { condition: 'good' } },
  } as const

  test.each(Object.keys(acts) as (keyof typeof acts)[])(
    'on a use that is %s is refused to a third department and another hospital',
    async (state) => {
      const card = await lab.card()
      const id = String((await lab.firstUse(await lab.approved(clerk, 'borrow', [card]))).id)
      if (state !== 'reserved') await lab.must(step(keeper, 'submit', id))
      if (state === 'received' || state === 'returning') await lab.must(step(clerk, 'confirm', id))
      if (state === 'returning') await lab.must(step(clerk, 'give-back', id))
      const third = await (await peopleLab(app, () => admin)).settled('keeper', { deptId: await deptOf('急诊科') })
      const stranger = await app.as('administrator', other)
      const before = await rows(id)
      expect(before).toMatchObject([{ status: state }])
      for (const [name, more] of Object.entries(acts[state])) {
        expect([name, (await step(stranger, name, id, more)).status]).toEqual([name, 404])
        expect([403, 404], name).toContain((await step(third.client, name, id, more)).status)
      }
      expect(await rows(id)).toEqual(before)
    },
  )

  test('of one code hands over one device, also where two phones send it at once', async () => {
    const uses = await Promise.all(
      [await lab.card(), await lab.card()].map(async (card) =>
        String((await lab.firstUse(await lab.approved(clerk, 'borrow', [card]))).id),
      ),
    )
    const { code } = (await clerk.get<Row>(`${useUrl}/my-code`)).data as unknown as { code: string }
    const answers = await Promise.all(uses.map((id, at) => step(at ? manager : keeper, 'hand-over', id, { personCode: code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await Promise.all(uses.map((id) => lab.use(id)))).map(({ status }) => status).sort()).toEqual(['received', 'reserved'])
  })

  test.each([
    ['handed out and handed over in person', 'reserved', ['submit', {}], ['hand-over', {}]],
    ['confirmed and cancelled', 'handed', ['confirm', {}], ['cancel', { reason: '不用' }]],
    ['given back twice', 'received', ['give-back', {}], ['give-back', {}]],
  ] as const)('%s at once a use has one course', async (_name, state, one, two) => {
    const card = await lab.card()
    const id = String((await lab.firstUse(await lab.approved(clerk, 'borrow', [card]))).id)
    if (state !== 'reserved') await lab.must(step(keeper, 'submit', id))
    if (state === 'received') await lab.must(step(clerk, 'confirm', id))
    const by = (name: string): Client => (name === 'submit' || name === 'hand-over' ? keeper : name === 'cancel' ? manager : clerk)
    const { code: personCode } = (await clerk.get<Row>(`${useUrl}/my-code`)).data as unknown as { code: string }
    const answers = await Promise.all(
      [one, two].map(([name, more]) => step(by(name), name, id, name === 'hand-over' ? { personCode } : more)),
    )
    expect(answers.map(({ status }) => status).sort(), answers.map(({ msg }) => msg).join()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)!.msg).toMatch(/已由.+在 .*\d{1,2}:\d{2}|状态/)
    const [{ eam_status: cardState, status }] = (await rows(id)) as [Row]
    expect(cardState === 'lent').toBe(status === 'received' || status === 'returning')
  })
})

describe('no device is in two hands', () => {
  test('while several people act at once', async () => {
    const card = await lab.card()
    const acts = ['borrow', 'allot', 'approve', 'hand', 'confirm', 'giveBack', 'takeBack', 'cancel', 'end'] as const
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...acts), fc.nat(5)), { minLength: 6, maxLength: 12 }), async (script) => {
        const applies = (await admin.get<Page>(`${applyUrl}/list`, { size: 200 })).data.records
        const uses = (await admin.get<Page>(`${useUrl}/list`, { cardId: card, size: 200 })).data.records
        const run = async ([act, at]: readonly [(typeof acts)[number], number]): Promise<number> => {
          const apply = applies.filter((row) => ['in_approval', 'approved', 'executing'].includes(String(row.status)))[at]
          const use = uses.filter((row) => ['reserved', 'handed', 'received', 'returning'].includes(String(row.status)))[at]
          if (act === 'borrow' || act === 'allot') {
            const { data } = await lab.apply(clerk, act, [card])
            return (await lab.submitApply(clerk, String(data.id))).status
          }
          if (act === 'approve') return (await lab.approve(manager, String(apply?.id ?? card))).status
          if (act === 'cancel') return (await clerk.post(`${applyUrl}/cancel-check`, { id: apply?.id ?? card })).status
          if (act === 'end') return (await manager.post(`${applyUrl}/applyEnd`, { id: apply?.id ?? card, reason: '终止' })).status
          const id = use?.id ?? card
          if (act === 'hand') return (await step(keeper, 'submit', id)).status
          if (act === 'confirm') return (await step(clerk, 'confirm', id)).status
          if (act === 'giveBack') return (await step(clerk, 'give-back', id)).status
          return (await step(keeper, 'takeBack', id, { condition: 'good' })).status
        }
        const answers = await Promise.all(script.map(run))
        expect(answers.filter((status) => status >= 500)).toEqual([])
        const [found] = await app.sql(
          `select (select count(*)::int from device_hold where device_id = $1) as holds,
            (select count(*)::int from device_apply a join device_apply_item i on i.apply_id = a.id where i.device_id = $1
              and a.status in ('submitted', 'in_approval', 'approved', 'executing')) as open,
            (select count(*)::int from device_use where card_id = $1 and status in ('reserved', 'handed', 'returning')
              or card_id = $1 and status = 'received' and event_type = 'borrow') as hands,
            (select eam_status from device where id = $1) as state,
            (select count(*)::int from device_use where card_id = $1 and event_type = 'borrow' and status in ('received', 'returning')) as out`,
          [card],
        )
        expect(Number(found!.hands)).toBeLessThanOrEqual(1)
        expect(found!.open).toBe(found!.holds)
        expect(Number(found!.holds)).toBeLessThanOrEqual(1)
        expect(found!.state === 'lent').toBe(found!.out === 1)
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})
