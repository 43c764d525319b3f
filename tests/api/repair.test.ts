import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { openRepairStates, repairStates } from '#contract/entities/service/repair-states.ts'
import { type Step, sourcesOf, stepUrls } from '#contract/kit/entity/machine.ts'
import { migrationsFolder, readMigrations } from '#server/db/migrate.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { raise } from '#tests/harness/inner-steps.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { addProvider } from '#tests/harness/providers.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const engineer = await app.as('engineer')
const keeper = await app.as('keeper')
const work = repairs(app, admin)

const url = '/eam/eventtyperepair'
const deviceOf = async (id: string) => (await admin.get('/eam/device/detail', { id })).data

describe('how long a device ran before a fault', () => {
  test('counts from its first use, then from the end of its last repair; the measure has the mean', async () => {
    const card = await work.card(undefined, { enableDate: '2026-01-01' })
    const first = await work.report(keeper, card)
    const ran = async (id: string) => Number((await work.detail(id)).ranMinutes)
    const since = Math.floor((Date.parse(String((await work.detail(first)).reportedAt)) - Date.parse('2026-01-01T00:00:00+08:00')) / 60_000)
    expect(await ran(first)).toBe(since)
    await app.sql(
      `update repair_order set repair_status = 'done', closed_at = reported_at, reported_at = reported_at - interval '2 hours' where id = $1`,
      [first],
    )
    const second = await work.report(keeper, card)
    const again = Math.floor(
      (Date.parse(String((await work.detail(second)).reportedAt)) - Date.parse(String((await work.detail(first)).closedAt))) / 60_000,
    )
    expect(await ran(second)).toBe(again)
    const { values } = (await manager.get('/eam/measure/repairs', { deviceId: card, figures: 'count,ranBefore' })).data
    expect(values).toEqual({ count: 2, ranBefore: (since + again) / 2 })
    const unknown = await work.report(keeper, await work.card())
    expect((await work.detail(unknown)).ranMinutes).toBeNull()
  })

  test('counts from the end of the work, not from its acceptance; a second fault during a repair, or after it was sent back, has none', async () => {
    const card = await work.card(undefined, { enableDate: '2026-01-01' })
    const first = await work.report(keeper, card)
    const ran = async () => (await work.detail(await work.report(keeper, card))).ranMinutes
    const set = (text: string) => app.sql(`update repair_order set ${text} where id = $1`, [first])
    expect(await ran()).toBeNull()
    await app.sql(`update repair_order set repair_status = 'cancelled' where device_id = $1 and id <> $2`, [card, first])
    await set(`repair_status = 'finished', reported_at = now() - interval '3 hours', finished_at = now() - interval '2 hours 30 seconds'`)
    expect(await ran()).toBe(120)
    await app.sql(`update repair_order set repair_status = 'cancelled' where device_id = $1 and id <> $2`, [card, first])
    await set(`repair_status = 'done', closed_at = now() - interval '1 hour'`)
    expect(await ran()).toBe(120)
    await app.sql(`update repair_order set repair_status = 'cancelled' where device_id = $1 and id <> $2`, [card, first])
    await set(`repair_status = 'returned', closed_at = null`)
    expect(await ran()).toBeNull()
  })
})

describe('a repair from the report to its acceptance', () => {
  test('reported, accepted, waited for, finished, sent back, finished again and accepted', async () => {
    const card = await work.card()
    const part = await work.stock(card, 5, '12.35')
    const id = await work.report(keeper, card, { isStopped: 1, urgency: 'urgent', faultKind: 'power' })
    const order = await work.detail(id)
    expect(order).toMatchObject({
      orderNo: expect.stringMatching(/^WX-\d{4}-\d{6}$/),
      repairStatus: 'reported',
      reporterId: keeper.userId,
      useDeptId: home.depts.bones,
      stoppedCard: 1,
      reminders: 0,
      engineerId: null,
    })
    expect((await deviceOf(card)).eamStatus).toBe('repairing')
    await work.go(engineer, 'accept', id)
    expect(await work.detail(id)).toMatchObject({ repairStatus: 'accepted', engineerId: engineer.userId, acceptedAt: expect.any(String) })
    await work.go(engineer, 'arrive', id)
    const { arrivedAt } = await work.detail(id)
    await work.go(engineer, 'wait', id, { reason: '等电池' })
    expect(await work.detail(id)).toMatchObject({ waitingFor: '等电池', waitingSince: expect.any(String) })
    await work.go(engineer, 'resume', id)
    expect(await work.detail(id)).toMatchObject({ waitingFor: null, waitingSince: null, waitedMinutes: 0 })
    await work.go(engineer, 'finish', id, {
      ...work.result,
      labourHours: 1.5,
      labourCost: '100.10',
      parts: [
        { stockPartId: part, quantity: 2 },
        { partName: '螺丝', quantity: 3, unitPrice: '0.10' },
      ],
    })
    expect(await work.detail(id)).toMatchObject({ partsCost: '25.00', labourCost: '100.10', totalCost: '125.10', labourHours: 1.5 })
    expect((await admin.get('/eam/deviceparts/detail', { id: part })).data.quantity).toBe(3)
    await work.go(keeper, 'sendBack', id, { reason: '还是不亮' })
    await work.go(engineer, 'arrive', id)
    expect((await work.detail(id)).arrivedAt).toBe(arrivedAt)
    await work.go(engineer, 'finish', id, {
      ...work.result,
      labourHours: 0.25,
      outsideCost: '9.90',
      parts: [{ stockPartId: part, quantity: 1 }],
    })
    expect(await work.detail(id)).toMatchObject({ partsCost: '37.35', outsideCost: '9.90', totalCost: '147.35', labourHours: 1.75 })
    expect((await deviceOf(card)).eamStatus).toBe('repairing')
    await work.go(keeper, 'check', id, { rating: 5, ratingNote: '好' })
    expect(await work.detail(id)).toMatchObject({ repairStatus: 'done', rating: 5, ratingNote: '好', closedAt: expect.any(String) })
    expect((await deviceOf(card)).eamStatus).toBe('in_use')
    const { data } = await admin.get<Page>(`${url}/history`, { id })
    expect(data.records.at(-1)!.operationTypeValue).toBe('报修')
    expect(data.records.map((one) => one.operationType).reverse()).toEqual([
      'add',
      'accept',
      'arrive',
      'wait',
      'resume',
      'finish',
      'sendBack',
      'arrive',
      'finish',
      'check',
    ])
    expect(data.records.find((one) => one.operationType === 'finish')!.showContent).toBe(
      '状态从 维修中 改为 待验收；电源板故障 更换电源板 工时 0.25 外修费 ¥9.90',
    )
    const parts = (await admin.get<Page>('/eam/repair-part/list', { repairId: id, size: 50 })).data
    expect(parts.records.map((one) => [one.partName, one.quantity, one.unitPrice]).sort()).toEqual([
      ['电池', 1, '12.35'],
      ['电池', 2, '12.35'],
      ['螺丝', 3, '0.10'],
    ])
  })

  test('assigned and reassigned to people who may repair, and to no others', async () => {
    const id = await work.report(keeper, await work.card())
    for (const wrong of [keeper.userId, v7(), (await app.as('engineer', other)).userId])
      expect(await manager.post(`${url}/assign`, { id, engineerId: wrong })).toMatchObject({ status: 400, error: 'bad_input' })
    expect(await engineer.post(`${url}/assign`, { id, engineerId: engineer.userId })).toMatchObject({ status: 403 })
    // A person who is offered is accepted, any other is refused.
    const offered = (await manager.get<Row[]>(`${url}/engineers`)).data.map((one) => one.id)
    expect(offered).toEqual(expect.arrayContaining([engineer.userId, manager.userId]))
    const everybody = (await manager.get<Row[]>('/blade/user/select')).data.map((one) => one.id)
    expect(everybody).toContain(keeper.userId)
    for (const engineerId of everybody) {
      const order = await work.report(keeper, await work.card())
      const answer = await manager.post(`${url}/assign`, { id: order, engineerId })
      expect([engineerId, answer.status]).toEqual([engineerId, offered.includes(engineerId) ? 200 : 400])
    }
    const [one, ...more] = (await manager.get<Row[]>(`${url}/engineers`, { keyword: '工程师' })).data
    expect(one).toMatchObject({ id: engineer.userId, name: '工程师', about: expect.arrayContaining(['工程师']) })
    expect(more).toEqual([])
    expect((await manager.get<Row[]>(`${url}/engineers`, { ids: [engineer.userId, keeper.userId].join(',') })).data).toHaveLength(1)
    const people = await peopleLab(app, () => admin)
    const { id: gone } = await people.add('engineer', { realName: '离职的人' })
    const named = async () => (await manager.get<Row[]>(`${url}/engineers`, { keyword: '离职' })).data.map((one) => one.id)
    expect(await named()).toEqual([gone])
    await admin.post('/osm/user/update-user-status', { userIds: [gone], status: 'stopped' })
    expect(await named()).toEqual([])
    expect(await engineer.get(`${url}/engineers`)).toMatchObject({ status: 403 })
    await work.go(manager, 'assign', id, { engineerId: engineer.userId })
    expect(await work.detail(id)).toMatchObject({ repairStatus: 'assigned', engineerId: engineer.userId, acceptedAt: expect.any(String) })
    expect((await manager.post(`${url}/reassign`, { id, engineerId: engineer.userId })).msg).toContain('已由该工程师负责')
    await work.go(manager, 'reassign', id, { engineerId: manager.userId })
    expect(await work.detail(id)).toMatchObject({ repairStatus: 'assigned', engineerId: manager.userId })
    const { data } = await admin.get<Page>(`${url}/history`, { id })
    expect(data.records.map((one) => one.showContent)).toEqual([
      '工程师 设备科长',
      '状态从 待受理 改为 已派工；工程师 工程师',
      expect.any(String),
    ])
    expect(await engineer.post(`${url}/arrive`, { id })).toMatchObject({ status: 400, msg: '此工单由其他工程师负责，请先转派' })
    await work.go(manager, 'arrive', id)
  })

  test('sent out to a provider that the tenant has', async () => {
    const id = await work.at('working', await work.card())
    const provider = await work.provider()
    expect((await engineer.post(`${url}/sendOut`, { id, providerId: v7(), reason: '主板' })).status).toBe(404)
    expect((await engineer.post(`${url}/send-out`, { id, providerId: v7(), reason: '主板' })).error).toBe('bad_input')
    await work.go(engineer, 'sendOut', id, { providerId: provider, reason: '主板' })
    expect(await work.detail(id)).toMatchObject({
      repairStatus: 'outside',
      providerName: expect.stringContaining('修理公司'),
      waitingFor: '主板',
    })
    await work.go(engineer, 'resume', id)
    expect((await work.detail(id)).repairStatus).toBe('working')
  })

  test('a repair on the spot is done at once and leaves the card as it was', async () => {
    const card = await work.card()
    const body = {
      deviceId: card,
      faultDescription: '插头松',
      ...work.result,
      parts: [{ partName: '插头', quantity: 1, unitPrice: '3.00' }],
    }
    expect(await keeper.post(`${url}/quick-save`, body)).toMatchObject({ status: 403 })
    const { data } = await engineer.post(`${url}/quick-save`, body)
    expect(await work.detail(data.id)).toMatchObject({
      repairStatus: 'done',
      rating: null,
      engineerId: engineer.userId,
      reporterId: engineer.userId,
      totalCost: '3.00',
      finishedAt: expect.any(String),
    })
    expect(await deviceOf(card)).toMatchObject({ eamStatus: 'in_use' })
    expect(await work.notices(data.id)).toEqual([])
    const stopped = await engineer.post(`${url}/quick-save`, { ...body, isStopped: 1 })
    expect(stopped.status).toBe(200)
    expect((await deviceOf(card)).eamStatus).toBe('in_use')
    expect((await engineer.post(`${url}/quick-save`, { ...body, diagnosis: '' })).error).toBe('bad_input')
    expect((await engineer.post(`${url}/quick-save`, { ...body, repairStatus: 'done' })).error).toBe('bad_input')
  })
})

describe('every step', () => {
  test('starts from its states and from no other', async () => {
    const steps = repairFlow.steps as Readonly<Record<string, Step>>
    const provider = await addProvider(app, '200001', '迅修医工')
    const company = { supplierName: '迅修公司', supplierKind: 'service', providerTenant: provider.tenant }
    const used = await work.anyPart()
    const members = [engineer.userId, admin.userId]
    const teamId = (await admin.post<Row>('/eam/service-team/submit', { teamName: '全部步骤组', members })).data.id
    const providerId = (await admin.post<Row>('/eam/supplierinfo/submit', company)).data.id
    const terms = { contractName: '维保', contractKind: 'full', validFrom: '2026-01-01', validUntil: '2026-12-31', price: '1.00' }
    const contract = (await admin.post<Row>('/eam/service-contract/submit', { ...terms, supplierId: providerId })).data.id
    const input: Record<string, object> = {
      share: { providerId },
      assign: { engineerId: engineer.userId },
      reassign: { engineerId: manager.userId },
      assignTeam: { teamId },
      reassignTeam: { teamId },
      wait: { reason: 'x' },
      sendOut: { providerId: await work.provider(), reason: 'x' },
      finish: work.result,
      check: { rating: 3 },
      sendBack: { reason: 'x' },
      scrap: { reason: 'x' },
      supplement: { details: 'x' },
      giveBack: { parts: [{ stockPartId: used, quantity: 1 }] },
    }
    for (const state of Object.keys(repairStates) as (keyof typeof repairStates)[]) {
      const card = await work.card()
      const open = await work.report(keeper, card)
      let id = await work.at(state, card)
      for (const [name, step] of Object.entries(steps)) {
        if (step.inner) continue
        if (name === 'confirmStop') await app.sql('update repair_order set stop_requested = 1 where id = $1', [id])
        if (name === 'takeOver') await app.sql('update repair_order set team_id = $2, engineer_id = null where id = $1', [id, teamId])
        // Who covers its device responds.
        if (name === 'respond') {
          await app.sql('update repair_order set contract_id = $2 where id = $1', [id, contract])
          input.respond = { respondedAt: new Date().toISOString() }
        }
        if (name === 'giveBack')
          await app.sql(
            `insert into repair_part (tenant_id, id, repair_id, stock_part_id, part_name, quantity) values ($1, gen_random_uuid(), $2, $3, '外', 1)`,
            [home.tenant, id, used],
          )
        const { version } = await work.detail(id)
        // The administrator stands on every side but that of the reporter, which the order gives.
        const answer = await admin.post(stepUrls(repairFlow, name)[0]!, {
          id,
          ...input[name],
          ...(name === 'merge' ? { intoId: open } : {}),
        })
        if (!sourcesOf(repairFlow, step).includes(state)) {
          expect(answer, `${name} from ${state}`).toMatchObject({ status: 409, error: 'wrong_state' })
          expect(await work.detail(id)).toMatchObject({ repairStatus: state, version })
        } else {
          expect(answer.msg, `${name} from ${state}`).not.toMatch(/不能/)
          const to = typeof step.to === 'string' ? step.to : state
          expect(await work.detail(id), `${name} from ${state}`).toMatchObject({ repairStatus: to, version: Number(version) + 1 })
          id = await work.at(state, card)
        }
      }
    }
  }, 60_000)

  test('of two engineers who accept at once one wins; the other is told who and when', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await work.report(keeper, await work.card())
      const { version } = await work.detail(id)
      const answers = await Promise.all([engineer, manager].map((one) => one.post(`${url}/accept`, { id, version })))
      expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
      const loser = answers.findIndex((one) => one.status === 409)
      const winner = ['设备科长', '工程师'][loser]
      expect(answers[loser]!.msg).toMatch(new RegExp(`已?被${winner}在 \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d 修改`))
      expect((await work.detail(id)).engineerId).toBe([manager, engineer][loser]!.userId)
    }
  })
})

describe('parts out of stock', () => {
  test('are refused beyond what there is, and nothing of the step stays', async () => {
    const card = await work.card()
    const part = await work.stock(card, 2, '5.00')
    const id = await work.at('working', card)
    const finish = (parts: object[]) => engineer.post(`${url}/finish`, { id, ...work.result, parts })
    expect(
      (
        await finish([
          { stockPartId: part, quantity: 2 },
          { stockPartId: part, quantity: 1 },
        ])
      ).msg,
    ).toBe('配件“电池”库存只有 2，不够 3')
    expect((await finish([{ stockPartId: v7(), quantity: 1 }])).data).toEqual([{ field: 'parts.0.stockPartId', rule: 'absent' }])
    const foreign = await repairs(app, await app.as('administrator', other)).anyPart()
    expect((await finish([{ stockPartId: foreign, quantity: 1 }])).error).toBe('bad_input')
    expect((await finish([{ quantity: 1 }])).data).toEqual([{ field: 'parts.0.partName', rule: 'required' }])
    expect((await finish([{ partName: '螺丝', quantity: 1, unitPrice: '-5.00' }])).data).toEqual([
      { field: 'parts.0.unitPrice', rule: 'too_small' },
    ])
    const cheap = await engineer.post(`${url}/finish`, { id, ...work.result, labourCost: '-0.50', outsideCost: '-1' })
    expect(cheap.data).toEqual(['labourCost', 'outsideCost'].map((field) => ({ field, rule: 'too_small' })))
    expect((await finish([{ partName: '金块', quantity: 9999, unitPrice: '99999999999999.00' }])).msg).toContain('费用合计过大')
    expect(await work.detail(id)).toMatchObject({ repairStatus: 'working', partsCost: null })
    expect((await admin.get('/eam/deviceparts/detail', { id: part })).data.quantity).toBe(2)
    expect((await admin.get<Page>('/eam/repair-part/list', { repairId: id })).data.total).toBe(0)
  })

  test('taken by 50 people at once are never more than there are, and each piece has one movement that stays as it is', async () => {
    const part = await work.stock(await work.card(), 20, '5.00')
    const reserve = async () =>
      (await admin.post('/eam/part-reservation/submit', { purpose: '换件', partId: part, quantity: 1 })).data.id as string
    const kept = await Promise.all(Array.from({ length: 12 }, reserve))
    const orders = await Promise.all(Array.from({ length: 26 }, async () => work.at('working', await work.card())))
    // Two people issue each reservation, and 26 engineers use one of the 8 pieces that are free.
    const [issued, used] = await Promise.all([
      Promise.all([...kept, ...kept].map((id) => admin.post('/eam/part-reservation/issue', { ids: [id] }))),
      Promise.all(orders.map((id) => engineer.post(`${url}/finish`, { id, ...work.result, parts: [{ stockPartId: part, quantity: 1 }] }))),
    ])
    const tally = (of: readonly string[]) =>
      of.reduce<Record<string, number>>((sum, one) => Object.assign(sum, { [one]: (sum[one] ?? 0) + 1 }), {})
    expect(tally(issued.map(({ status, error }) => `${status} ${error ?? ''}`))).toEqual({ '200 ': 12, '409 wrong_state': 12 })
    // Whether others still hold reservations when an engineer is refused depends on who came first.
    const said = used.map(({ status, msg }) => `${status} ${msg.replace(/可用库存只有 0（另有预留 \d+）/, '库存只有 0')}`)
    expect(tally(said)).toEqual({ '200 操作成功': 8, '400 配件“电池”库存只有 0，不够 1': 18 })
    expect((await admin.get('/eam/deviceparts/detail', { id: part })).data).toMatchObject({ quantity: 0, reserved: 0 })
    const { records } = (await admin.get<Page>('/eam/part-movement/list', { partId: part, size: 50 })).data
    expect(tally(records.map((row) => String(row.movementKind)))).toEqual({ adjust: 1, issue: 12, repair: 8 })
    expect(records.reduce((sum, row) => sum + Number(row.quantity), 0)).toBe(0)
    expect(records.map((row) => Number(row.balance)).sort((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, left) => left))
    await expect(app.sql('update part_movement set quantity = -2 where part_id = $1', [part])).rejects.toThrow(/not changed/)
  })
})

describe('the card follows', () => {
  const states: [from: string[], stopped: string, accepted: string][] = [
    [['receive'], 'repairing', 'in_use'],
    [[], 'in_stock', 'in_stock'],
    [['lend'], 'lent', 'lent'],
    [['receive', 'applyDisposal'], 'pending_disposal', 'pending_disposal'],
    [['miss'], 'missing', 'missing'],
  ]
  test.each(states)('%s: stopped gives %s, accepted %s, cancelled the state before', async (ways, stopped, accepted) => {
    for (const end of ['check', 'cancel']) {
      const card = await work.card(ways)
      const { eamStatus } = await deviceOf(card)
      const id = await work.report(keeper, card, { isStopped: 1 })
      expect((await deviceOf(card)).eamStatus).toBe(stopped)
      expect((await work.detail(id)).stoppedCard).toBe(stopped === 'repairing' ? 1 : 0)
      if (end === 'check') {
        for (const [name, input] of [
          ['accept', {}],
          ['arrive', {}],
          ['finish', work.result],
        ] as const)
          await work.go(engineer, name, id, input)
        await work.go(keeper, 'check', id, { rating: 4 })
        expect((await deviceOf(card)).eamStatus).toBe(accepted)
      } else {
        await work.go(keeper, 'cancel', id)
        expect((await deviceOf(card)).eamStatus).toBe(eamStatus)
      }
    }
  })

  test('a disposed card is refused with a message', async () => {
    const card = await work.card(['applyDisposal', 'dispose'])
    expect(await keeper.post(`${url}/save`, { deviceId: card, faultDescription: '坏', urgency: 'normal' })).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^设备“监护仪\d+”已报废，不能报修$/),
    })
  })

  test('of two orders that stopped it the last one releases it', async () => {
    const card = await work.card()
    const [one, two] = [await work.report(keeper, card, { isStopped: 1 }), await work.report(keeper, card, { isStopped: 1 })]
    expect((await work.detail(two)).stoppedCard).toBe(0)
    await work.go(keeper, 'cancel', one)
    expect((await deviceOf(card)).eamStatus).toBe('repairing')
    for (const [name, input] of [
      ['accept', {}],
      ['arrive', {}],
      ['finish', work.result],
    ] as const)
      await work.go(engineer, name, two, input)
    await work.go(keeper, 'check', two, { rating: 4 })
    expect((await deviceOf(card)).eamStatus).toBe('in_use')
  })

  test('two orders that end at once leave it in use', async () => {
    for (let round = 0; round < 5; round++) {
      const card = await work.card()
      const ids = [await work.report(keeper, card, { isStopped: 1 }), await work.report(keeper, card, { isStopped: 1 })]
      const answers = await Promise.all(ids.map((id) => keeper.post(`${url}/cancel`, { id })))
      expect(answers.map((one) => one.status)).toEqual([200, 200])
      expect((await deviceOf(card)).eamStatus).toBe('in_use')
    }
  })

  test('several orders over the same cards are taken back by two people at once', async () => {
    const cards = [await work.card(), await work.card()]
    for (let round = 0; round < 4; round++) {
      const [a, b, c, d] = await Promise.all(
        [cards[0]!, cards[1]!, cards[1]!, cards[0]!].map((card) => work.report(keeper, card, { isStopped: 1 })),
      )
      const answers = await Promise.all([keeper.post(`${url}/undo`, { ids: [a, c] }), manager.post(`${url}/undo`, { ids: [b, d] })])
      expect(answers.map((one) => one.status)).toEqual([200, 200])
      for (const card of cards) expect((await deviceOf(card)).eamStatus).toBe('in_use')
    }
  })

  test('the word is changed while it is only reported', async () => {
    const card = await work.card()
    const id = await work.report(keeper, card)
    expect((await deviceOf(card)).eamStatus).toBe('in_use')
    expect((await keeper.post(`${url}/update`, { id, isStopped: 1 })).status).toBe(200)
    expect((await deviceOf(card)).eamStatus).toBe('repairing')
    expect((await keeper.post(`${url}/update`, { id, isStopped: 0 })).status).toBe(200)
    expect((await deviceOf(card)).eamStatus).toBe('in_use')
    expect((await keeper.post(`${url}/update`, { id, deviceId: await work.card() })).msg).toContain('不能更换设备')
    await work.go(engineer, 'accept', id)
    expect(await keeper.post(`${url}/update`, { id, faultDescription: '别的' })).toMatchObject({ status: 409, error: 'closed' })
  })

  test('a suggestion to dispose of it opens the disposal', async () => {
    for (const [stopped, from, to] of [
      [1, ['receive'], 'pending_disposal'],
      [0, ['receive'], 'pending_disposal'],
      [1, ['lend'], 'lent'],
    ] as const) {
      const card = await work.card([...from])
      const id = await work.report(keeper, card, { isStopped: stopped })
      await work.go(engineer, 'accept', id)
      await work.go(engineer, 'arrive', id)
      await work.go(engineer, 'scrap', id, { reason: '无法修复' })
      expect((await deviceOf(card)).eamStatus).toBe(to)
      expect(await work.detail(id)).toMatchObject({ repairStatus: 'scrapped', closedAt: expect.any(String) })
    }
    expect(await raise(app, admin, deviceState, 'rejectDisposal', await work.card())).toBe('wrong_state')
  })
})

describe('several reports of one device', () => {
  test('details are added to an open order by any person who may report, told to its engineer, and kept in its history', async () => {
    const card = await work.card()
    const id = await work.report(keeper, card, { faultDescription: '不开机' })
    await work.go(engineer, 'accept', id)
    expect((await keeper.post(`${url}/supplement`, { id })).status).toBe(400)
    expect((await keeper.post(`${url}/supplement`, { id, details: 'x', mergedStop: { is_stopped: 1 } })).status).toBe(400)
    await work.go(await app.as('head'), 'supplement', id, { details: '有焦味' })
    expect(await work.detail(id)).toMatchObject({ faultDescription: '不开机\n有焦味', repairStatus: 'accepted', isStopped: 0 })
    // Longer than the field with what was said before: the event alone keeps it.
    for (const details of ['长'.repeat(600), '长'.repeat(600)]) await work.go(keeper, 'supplement', id, { details })
    expect((await work.detail(id)).faultDescription).toBe(`不开机\n有焦味\n${'长'.repeat(600)}`)
    const history = JSON.stringify((await admin.get<Page>(`${url}/history`, { id })).data.records)
    expect(history.match(/长{600}/g)?.length).toBeGreaterThanOrEqual(2)
    const told = (await engineer.get<Page>('/osm/notice/list', { size: 100 })).data.records.filter((row) => row.targetId === id)
    expect(told.map((row) => row.kind)).toContain('repair_supplemented')
    await work.go(engineer, 'arrive', id)
    await work.go(engineer, 'finish', id, work.result)
    await work.go(keeper, 'check', id, { rating: 5 })
    expect((await keeper.post(`${url}/supplement`, { id, details: '晚了' })).error).toBe('wrong_state')
  })

  test('one of two is merged into the other: what it says and that the device is stopped goes on there', async () => {
    const card = await work.card()
    const kept = await work.report(keeper, card, { faultDescription: '不开机' })
    const twice = await work.report(await app.as('head'), card, { faultDescription: '屏幕裂', isStopped: 1 })
    const { orderNo } = await work.detail(twice)
    expect((await deviceOf(card)).eamStatus).toBe('repairing')
    const elsewhere = await work.report(keeper, await work.card())
    for (const intoId of [twice, elsewhere])
      expect((await manager.post(`${url}/merge`, { id: twice, intoId })).msg).toContain('只能合并到同一设备的另一张未完成工单')
    expect((await manager.post(`${url}/merge`, { id: twice, intoId: v7() })).status).toBeGreaterThanOrEqual(400)
    expect((await keeper.post(`${url}/merge`, { id: twice, intoId: kept })).status).toBe(403)
    expect((await (await app.as('administrator', other)).post(`${url}/merge`, { id: twice, intoId: kept })).status).toBe(404)
    await work.go(manager, 'merge', twice, { intoId: kept })
    const { orderNo: keptNo } = await work.detail(kept)
    expect(await work.detail(twice)).toMatchObject({
      repairStatus: 'cancelled',
      closedAt: expect.any(String),
      mergedIntoId: kept,
      mergedIntoName: keptNo,
    })
    // An upgrade finds it in the events of reports that were merged before.
    await app.sql('update repair_order set merged_into_id = null where id = $1', [twice])
    const { sql } = (await readMigrations(migrationsFolder())).find(({ name }) => name === 'merged-repairs')!
    await app.sql(sql.slice(sql.indexOf('alter table repair_order disable trigger')))
    const found = await app.sql('select id, merged_into_id from repair_order where id = any($1) and merged_into_id is not null', [
      [twice, kept, elsewhere],
    ])
    expect(found).toEqual([{ id: twice, merged_into_id: kept }])
    // The notice leads the reporter to where the repair goes on.
    expect(await work.notices(kept)).toContain('repair_merged head')
    expect(await work.notices(twice)).not.toContain('repair_merged head')
    expect(await work.detail(kept)).toMatchObject({
      repairStatus: 'reported',
      mergedIntoId: null,
      isStopped: 1,
      faultDescription: `不开机\n${orderNo} 屏幕裂`,
    })
    expect((await deviceOf(card)).eamStatus).toBe('repairing')
    await work.go(keeper, 'cancel', kept)
    expect((await deviceOf(card)).eamStatus).toBe('in_use')
    // No form names another order, and being named keeps no order from being removed.
    expect((await keeper.post(`${url}/update`, { id: elsewhere, mergedIntoId: kept })).status).toBe(400)
    expect((await admin.post(`${url}/remove?ids=${kept}`)).status).toBe(200)
  })

  test('two merged into each other at once: one of them remains', async () => {
    const card = await work.card()
    const [one, two] = [await work.report(keeper, card), await work.report(keeper, card)]
    const answers = await Promise.all([
      manager.post(`${url}/merge`, { id: one, intoId: two }),
      manager.post(`${url}/merge`, { id: two, intoId: one }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const states = [await work.detail(one), await work.detail(two)].map(({ repairStatus }) => repairStatus)
    expect(states.sort()).toEqual(['cancelled', 'reported'])
  })
})

describe('who may take a step', () => {
  test('only as the reporter does a person accept their own repair, and other engineers speak for no department', async () => {
    const card = await work.card()
    const mine = await work.at('finished', card)
    const refused = [
      ['send-back', { reason: '没好' }],
      ['remind', {}],
    ] as const
    for (const [name, input] of refused)
      expect((await engineer.post(`${url}/${name}`, { id: mine, ...input })).msg).toContain('维修人员不能代办')
    expect((await engineer.post(`${url}/check`, { id: mine, rating: 5 })).msg).toContain('维修人员不能代办')
    await work.go(await app.as('head'), 'check', mine, { rating: 5 })
    const own = await work.report(engineer, card)
    for (const [name, input] of [
      ['accept', {}],
      ['arrive', {}],
      ['finish', work.result],
    ] as const)
      await work.go(engineer, name, own, input)
    await work.go(engineer, 'check', own, { rating: 3 })
    expect((await work.detail(own)).repairStatus).toBe('done')
  })

  test('a report is taken back by the reporter or a person who assigns', async () => {
    const card = await work.card()
    const id = await work.report(keeper, card)
    const head = await app.as('head')
    for (const client of [engineer, head]) expect((await client.post(`${url}/cancel`, { id })).msg).toContain('只有报修人或派工人员')
    expect((await head.post(`${url}/submit`, { id, faultDescription: '别的' })).msg).toContain('只有报修人或派工人员')
    await work.go(manager, 'cancel', id)
  })

  test('other departments and other hospitals neither see nor move it; a card is reported by any person of the hospital in front of it', async () => {
    const card = await work.card()
    const id = await work.report(keeper, card)
    const warehouse = await app.as('warehouse_keeper')
    const foreign = await app.as('administrator', other)
    for (const client of [warehouse, foreign]) {
      expect((await client.get(`${url}/detail`, { id })).status).toBe(404)
      expect((await client.post(`${url}/cancel`, { id })).status).toBe(404)
      expect((await client.post(`${url}/remind`, { id })).status).toBe(404)
      expect((await client.get<Page>(`${url}/list`, { deviceId: card })).data?.total ?? 0).toBe(0)
      expect((await client.get(`${url}/history`, { id })).data.total).toBe(0)
    }
    expect((await foreign.post(`${url}/submit`, { deviceId: card, faultDescription: '坏', urgency: 'normal' })).error).toBe('bad_input')
    expect((await foreign.get<Row[]>(`${url}/open-of`, { deviceId: card })).data).toEqual([])
    expect((await warehouse.get('/eam/device/detail', { id: card })).status).toBe(404)
    const open = (await warehouse.get<Row[]>(`${url}/open-of`, { deviceId: card })).data
    expect(open).toMatchObject([{ id: null, repairStatus: 'reported', repairStatusValue: '待受理', reporterName: null }])
    const own = await work.report(warehouse, card)
    expect(await work.detail(own, warehouse)).toMatchObject({ useDeptId: home.depts.bones, reporterId: warehouse.userId })
    expect((await warehouse.get<Row[]>(`${url}/open-of`, { deviceId: card })).data.map((one) => one.id)).toEqual([own, null])
    const history = (await admin.get<Page>(`${url}/history`, { id: own })).data.records[0]!
    expect(JSON.stringify(history.changes)).not.toContain('useDept')
  })

  test('changed in batches by a person who assigns, all or none', async () => {
    const card = await work.card()
    const ids = [await work.report(keeper, card), await work.report(keeper, card)]
    const change = (client: Client, body: object) => client.post(`${url}/batchUpdateRepair`, { ids, ...body })
    expect((await change(engineer, { urgency: 'critical' })).status).toBe(403)
    expect((await change(manager, {})).error).toBe('bad_input')
    expect((await change(manager, { urgency: 'critical', faultKind: 'software' })).status).toBe(200)
    for (const id of ids) expect(await work.detail(id)).toMatchObject({ urgency: 'critical', faultKind: 'software', version: 2 })
    await work.go(keeper, 'cancel', ids[1]!)
    expect((await change(manager, { urgency: 'normal' })).error).toBe('closed')
    expect((await work.detail(ids[0]!)).urgency).toBe('critical')
    expect((await manager.post(`${url}/batchUpdateRepair`, { ids: [ids[0], v7()], urgency: 'normal' })).status).toBe(404)
  })

  test('listed by the document that opened them', async () => {
    const id = await work.report(keeper, await work.card())
    const source = v7()
    await app.sql('update repair_order set source = $1 where id = $2', [source, id])
    const of = (client: Client) => client.get<Row[]>(`${url}/getRepairListByApplyId`, { applyId: source })
    expect((await of(keeper)).data.map((row) => row.id)).toEqual([id])
    expect((await of(await app.as('warehouse_keeper'))).data).toEqual([])
    expect(openRepairStates).toContain((await of(admin)).data[0]!.repairStatus)
  })
})
