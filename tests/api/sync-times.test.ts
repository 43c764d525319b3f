import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { PushOp } from '#contract/sync/sync.ts'
import { codeOf } from '#server/features/custody/hand-code.ts'
import { secretKeysOf } from '#server/secret-keys.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { custody } from '#tests/harness/custody.ts'
import { home } from '#tests/harness/hospitals.ts'
import { op, pushWhole } from '#tests/harness/ops.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const [admin, manager, clerk, keeper, engineer] = [
  await app.as('administrator'),
  await app.as('equipment_manager'),
  await app.as('warehouse_keeper'),
  await app.as('keeper'),
  await app.as('engineer'),
]
const lab = custody(app, admin)
const work = repairs(app, admin)
const hour = 3_600_000
const day = 24 * hour
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
const yearAgo = ago(300 * day)
const epoch = String((await app.sql('select epoch from sync_meta'))[0]!.epoch)

/** A phone with a counter; what it says of it is up to the test. */
const phoneOf = (client: Client, deviceId = v7()) => ({
  deviceId,
  /** Pulls, which says how many operations are numbered. */
  contact: (minted: number, waiting = minted + 1) =>
    client.get('/sync/pull', { cursors: '{}', limit: 1, deviceId, minted, waiting, epoch }),
  send: async (ops: readonly PushOp[], counted: object = {}) => {
    const answer = await pushWhole(client, ops, { body: { deviceId, ...counted } })
    expect(answer.msg).toBe('操作成功')
    return answer.data.results
  },
  /** The contacts so far, as if they had been so much earlier. */
  past: (ms: number) =>
    app.sql(
      `update sync_contact set first_at = first_at - make_interval(secs => $2), last_at = last_at - make_interval(secs => $2) where device_id = $1`,
      [deviceId, ms / 1000],
    ),
})
const made = async (client: Client, path: string, draft: object): Promise<string> => String((await lab.must(client.post(path, draft))).id)
/** When the newest event of a row happened, or the newest of a verb, and by the phone's clock. */
const newest = async (id: string, verb?: string) => {
  const [event] = await app.sql(
    `select occurred_at, device_time from audit_event where entity_id = $1 and verb = coalesce($2, verb) order by version desc nulls last, id desc limit 1`,
    [id, verb ?? null],
  )
  return { at: (event!.occurred_at as Date).getTime(), deviceTime: (event!.device_time as Date).toISOString() }
}
/** Makes a row and its events older; events are kept from change otherwise. */
const older = (table: string, id: string, by: string) =>
  app.sql(`begin; set local session_replication_role = replica; update audit_event set at = at - interval '${by}' where entity_id = '${id}';
    update ${table} set created_at = created_at - interval '${by}' where id = '${id}'; commit`)
/** A step as a phone sends it that says it was long ago. */
const longAgo = async (kind: string, id: string, body: object = {}, more: Partial<PushOp> = {}): Promise<PushOp> =>
  op({ kind, target: { type: kind.split('.')[0]!, id }, body, occurredAt: yearAgo, ...more })

describe('a step is never earlier than its row and the step before, by any claim', () => {
  const { result } = work
  const borrowed = async (): Promise<string> => String((await lab.firstUse(await lab.approved(clerk, 'borrow', [await lab.card()]))).id)
  const pooled = async (): Promise<string> => {
    const deviceId = await made(admin, '/eam/device/submit', { deviceName: '输液泵', useDeptId: home.depts.medicine })
    await lab.must(admin.post('/eam/share/device/tag-submit', { ids: [deviceId], priceKind: 'hour', unitPrice: '500.00' }))
    const times = { fromTime: new Date().toISOString(), toTime: new Date(Date.now() + day).toISOString() }
    return made(admin, '/eam/deviceusemanage/shared-borrowing-save', { deviceId, borrowDeptId: home.depts.bones, ...times })
  }
  const disposal = async (): Promise<string> => {
    const id = await lab.card([])
    await app.sql(`update device set filing_status = 'filed', eam_status = 'in_use' where id = $1`, [id])
    const lines = [{ deviceId: id, approvePrice: '50.00' }]
    return made(keeper, '/eam/devicedisposal/submit', {
      ...{ disposalType: 'scrap', declareReasons: 'aged', reasonDetail: '已过使用年限', useDeptId: home.depts.bones, lines },
    })
  }
  const check = async (): Promise<string> => {
    const card = await lab.card([])
    for (const [step, by] of [
      ['submit-filing', { id: card }],
      ['sureEam', { ids: card }],
    ] as const)
      await admin.post(`/eam/device/${step}`, by)
    return made(admin, '/eam/check/submit', {
      checkTitle: '年度盘点',
      beginDate: '2026-11-01',
      mode: 'open',
      members: [{ userId: keeper.userId }],
    })
  }
  const budget = async (): Promise<string> =>
    made(admin, '/eam/device-purchase-budget/submit', { budgetYear: 2031, deptId: home.depts.medicine, amount: '1000.00' })
  const registered = async (): Promise<string> => {
    const id = v7()
    await app.sql(
      `insert into registration (tenant_id, id, account, real_name, state, password_hash) values ($1, $2::uuid, 'newcomer', '新来', 'waiting', 'x')`,
      [home.tenant, id],
    )
    return id
  }
  type Steps = readonly (readonly [client: Client, kind: string, body?: object | ((id: string) => object)])[]
  const rows: readonly (readonly [name: string, table: string, make: () => Promise<string>, steps: Steps])[] = [
    [
      ...(['a repair', 'repair_order', async () => work.report(keeper, await work.card())] as const),
      [
        [engineer, 'repairOrder.accept'],
        [engineer, 'repairOrder.arrive'],
        [engineer, 'repairOrder.wait', { reason: '等件' }],
        [engineer, 'repairOrder.resume'],
        [engineer, 'repairOrder.finish', result],
        [keeper, 'repairOrder.check', { rating: 5 }],
      ],
    ],
    [
      ...([
        'an application',
        'device_apply',
        async () => made(clerk, '/eam/deviceapply/submit', lab.draft('borrow', [await lab.card()])),
      ] as const),
      [
        [clerk, 'deviceApply.eventSubmit'],
        [manager, 'deviceApply.approve', { opinion: '同意' }],
        [manager, 'deviceApply.end', { reason: '不借了' }],
      ],
    ],
    [
      ...(['a loan', 'device_use', borrowed] as const),
      [
        [keeper, 'deviceUse.handOut'],
        [clerk, 'deviceUse.confirm'],
        [clerk, 'deviceUse.giveBack'],
        [keeper, 'deviceUse.takeBack', { condition: 'good' }],
      ],
    ],
    [
      ...(['a shared borrowing', 'shared_borrowing', pooled] as const),
      [
        [admin, 'sharedBorrowing.handOut'],
        [admin, 'sharedBorrowing.giveBack', { condition: 'good' }],
      ],
    ],
    [
      ...(['a disposal', 'device_disposal', disposal] as const),
      [
        [keeper, 'deviceDisposal.declare'],
        [engineer, 'deviceDisposal.appraise', { appraisal: '主板损坏' }],
      ],
    ],
    [
      ...(['a check', 'check_task', check] as const),
      [
        [admin, 'checkTask.start'],
        [admin, 'checkTask.close'],
      ],
    ],
    [...(['a registration', 'registration', registered] as const), [[admin, 'registration.refuse', (id) => ({ registrationId: id })]]],
    [...(['a budget', 'purchase_budget', budget] as const), [[admin, 'purchaseBudget.approve']]],
  ]
  /** The moments of a row, without those that are planned or the database's own. */
  const momentsOf = async (table: string, id: string): Promise<[string, number][]> => {
    const [row] = await app.sql(`select to_jsonb(t) as whole from ${table} t where id = $1`, [id])
    return Object.entries(row!.whole as Row).flatMap(([name, value]): [string, number][] =>
      /_(at|since)$|^actual_/.test(name) && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)
        ? [[name, Date.parse(value)]]
        : [],
    )
  }

  for (const [name, table, make, steps] of rows)
    test(name, async () => {
      const id = await make()
      const [row] = await app.sql(`select created_at from ${table} where id = $1`, [id])
      let before = (row!.created_at as Date).getTime()
      for (const [client, kind, body] of steps) {
        expect([kind, await phoneOf(client).send([await longAgo(kind, id, typeof body === 'function' ? body(id) : body)])]).toMatchObject([
          kind,
          [{ outcome: 'done' }],
        ])
        const event = await newest(id, kind === 'registration.refuse' ? 'refused' : kind.split('.')[1])
        expect([kind, event.deviceTime]).toEqual([kind, yearAgo])
        expect(event.at).toBeGreaterThanOrEqual(before)
        before = event.at
        // The request of the row's own making came a moment before its transaction.
        for (const [column, at] of await momentsOf(table, id))
          expect([kind, column, at >= (row!.created_at as Date).getTime() - 5000]).toEqual([kind, column, true])
      }
    })

  test('the fee of a borrowing is that of the time since it was reserved, and since the device came back before', async () => {
    const id = await pooled()
    const phone = phoneOf(admin)
    await phone.send([await longAgo('sharedBorrowing.handOut', id)])
    await phone.send([await longAgo('sharedBorrowing.giveBack', id, { condition: 'good' }, { occurredAt: new Date().toISOString() })])
    const detail = async (of: string) => (await admin.get<Row>('/eam/deviceusemanage/shared-borrowing-detail', { id: of })).data
    expect(await detail(id)).toMatchObject({ borrowingStatus: 'returned', units: 1, fee: '500.00' })
    const { deviceId, returnedAt } = await detail(id)
    const times = { fromTime: new Date(Date.now() + day).toISOString(), toTime: new Date(Date.now() + 2 * day).toISOString() }
    const next = await made(admin, '/eam/deviceusemanage/shared-borrowing-save', { deviceId, borrowDeptId: home.depts.bones, ...times })
    await older('shared_borrowing', next, '2 hours')
    await phone.send([await longAgo('sharedBorrowing.handOut', next, {}, { occurredAt: ago(hour) })])
    expect(Date.parse(String((await detail(next)).handedOutAt))).toBe(Date.parse(String(returnedAt)))
  })

  test('a reservation that is over when it arrives is refused, whenever it was made', async () => {
    const deviceId = String((await admin.get<Row>('/eam/deviceusemanage/shared-borrowing-detail', { id: await pooled() })).data.deviceId)
    const body = { deviceId, borrowDeptId: home.depts.bones, fromTime: ago(3 * hour), toTime: ago(2 * hour) }
    expect(await phoneOf(admin).send([await op({ kind: 'sharedBorrowing.submit', body, occurredAt: ago(4 * hour) })])).toMatchObject([
      { outcome: 'refused', msg: '计划归还时间已过' },
    ])
  })
})

describe('an operation lies between the contacts of its phone around its number', () => {
  /** A report as a phone numbers it, at a time it claims. */
  const report = async (number: number, occurredAt: string, more: Partial<PushOp> = {}): Promise<PushOp> =>
    op({
      kind: 'repairOrder.submit',
      body: { deviceId: await work.card(), faultDescription: '不开机', urgency: 'normal' },
      ...{ number, occurredAt, ...more },
    })
  const hoursAgo = async (sent: PushOp): Promise<number> => {
    const { at } = await newest(sent.target.id)
    return Math.round((Date.now() - at) / hour)
  }

  test('and within them at the time that it claims', async () => {
    const phone = phoneOf(keeper)
    await phone.contact(4)
    await phone.past(50 * hour)
    await phone.contact(6, 5)
    await phone.past(20 * hour)
    const sent = [
      await report(5, yearAgo),
      await report(6, ago(60 * hour)),
      await report(7, ago(60 * hour)),
      await report(8, ago(3 * hour)),
    ]
    const late = await report(6, ago(hour), { supersedes: v7() })
    expect((await phone.send([...sent, late], { minted: 8, waiting: 5, epoch })).map(({ outcome }) => outcome)).toEqual(
      Array(5).fill('done'),
    )
    expect(await Promise.all([...sent, late].map(hoursAgo))).toEqual([70, 60, 20, 3, 20])
    const { records } = (await keeper.get<Page>('/eam/eventtyperepair/history', { id: sent[0]!.target.id })).data
    expect(records[0]!.offline).toMatch(/^离线操作，发生于 .+（手机时间 .+）$/)
  })

  test('of a second person too, who shares its counter', async () => {
    const phone = phoneOf(keeper)
    await phone.contact(4)
    await phone.past(90 * hour)
    await phoneOf(engineer, phone.deviceId).contact(7, 7)
    await phone.past(10 * hour)
    const sent = [await report(7, yearAgo), await report(8, yearAgo)]
    await phone.send(sent, { minted: 8, waiting: 7, epoch })
    expect(await Promise.all(sent.map(hoursAgo))).toEqual([100, 10])
  })

  test('a number whose operation had left the queue lies after that, but not where a backup may have lost it', async () => {
    const phone = phoneOf(keeper)
    await phone.contact(4, 1)
    await phone.past(90 * hour)
    await phone.contact(9, 10)
    await phone.past(10 * hour)
    const used = await report(5, yearAgo)
    await phone.send([used], { minted: 10, waiting: 5, epoch })
    expect(await hoursAgo(used)).toBe(10)
    await app.sql('update sync_meta set epoch_since = now()')
    const lost = await report(6, yearAgo)
    await phone.send([lost], { minted: 10, waiting: 6, epoch })
    expect(await hoursAgo(lost)).toBe(100)
    const unknown = await report(1, yearAgo)
    await phoneOf(await app.signIn(home.tenant, 'keeper')).send([unknown], { minted: 1, waiting: 1, epoch })
    expect(await hoursAgo(unknown)).toBe(14 * 24)
    await app.sql('update sync_meta set epoch_since = null')
  })

  test('without numbers it lies after the last contact before the present sending, also under another name of the phone', async () => {
    const old = phoneOf(await app.signIn(home.tenant, 'keeper'))
    const before = await op({ kind: 'device.submit', body: { deviceName: '泵' } })
    await old.send([before])
    await old.past(5 * hour)
    const plain = async (): Promise<PushOp> => {
      const { number: _, ...sent } = await report(1, yearAgo)
      return sent as PushOp
    }
    const sent = await plain()
    await old.send([sent])
    expect(await hoursAgo(sent)).toBe(5)
    const stranger = await plain()
    await phoneOf(await app.signIn(home.tenant, 'keeper')).send([stranger])
    expect(await hoursAgo(stranger)).toBe(24)
  })

  test('the contacts of a phone are few, however often it comes', async () => {
    const phone = phoneOf(keeper)
    for (let n = 0; n < 3; n++) await phone.contact(0)
    const rows = () => app.sql('select minted::int from sync_contact where device_id = $1 order by first_at', [phone.deviceId])
    expect(await rows()).toEqual([{ minted: 0 }])
    await app.sql(
      `insert into sync_contact (tenant_id, device_id, user_id, first_at, last_at, minted) select $1, $2, $3, now() - make_interval(mins => 200 - n), now() - make_interval(mins => 200 - n), n
        from generate_series(1, 199) n`,
      [home.tenant, phone.deviceId, keeper.userId],
    )
    await phone.contact(500)
    const left = (await rows()).map(({ minted }) => Number(minted))
    expect(left.length).toBeLessThan(140)
    expect(left[0]).toBe(1)
    expect(left.slice(-50)).toEqual([...Array.from({ length: 48 }, (_, n) => 152 + n), 0, 500].slice(-50))
  })

  test('a contact that says nonsense is refused, and one without a phone is none', async () => {
    const count = async () => Number((await app.sql('select count(*)::int as n from sync_contact'))[0]!.n)
    const before = await count()
    expect(await keeper.get('/sync/pull', { cursors: '{}', deviceId: 'x', minted: 1 })).toMatchObject({ status: 200 })
    expect(await keeper.get('/sync/pull', { cursors: '{}', deviceId: v7(), minted: -1 })).toMatchObject({ status: 400, error: 'bad_input' })
    expect(await count()).toBe(before)
  })

  test('a contact that cannot be noted refuses neither a pull nor a push', async () => {
    const phone = phoneOf(admin)
    await app.sql('alter table sync_contact add constraint none_at_all check (false) not valid')
    try {
      expect(await phone.contact(3)).toMatchObject({ status: 200 })
      const [sent] = await phone.send([await op({ kind: 'device.submit', body: { deviceName: '泵' } })], { minted: 4, waiting: 4 })
      expect(sent).toMatchObject({ outcome: 'done' })
    } finally {
      await app.sql('alter table sync_contact drop constraint none_at_all')
    }
  })

  test('a view-only user pulls and leaves no contact, for it sends nothing', async () => {
    const board = phoneOf(await app.as('virtual'))
    expect(await board.contact(0)).toMatchObject({ status: 200 })
    expect(await app.sql('select 1 from sync_contact where device_id = $1', [board.deviceId])).toEqual([])
  })
})

describe('a hand-over code that was scanned offline', () => {
  const secrets = secretKeysOf({ SECRETS_KEY: undefined, DATA_DIR: app.dataDir })
  const person = { tenantId: home.tenant, userId: clerk.userId }
  /** A loan that was approved long ago, and its hand-over with a code that was shown so long ago and scanned 30 seconds later. */
  const handOver = async (shown: number, number = 5) => {
    const { id, version } = await lab.firstUse(await lab.approved(clerk, 'borrow', [await lab.card()]))
    await older('device_use', String(id), '30 days')
    const { code } = codeOf(secrets, person, new Date(Date.now() - shown))
    const sent = await op({
      ...{ kind: 'deviceUse.handOver', target: { type: 'deviceUse', id: String(id) }, baseVersion: Number(version) },
      ...{ body: { personCode: code }, occurredAt: ago(shown - 30_000), number },
    })
    return { id: String(id), sent }
  }
  const phone = phoneOf(keeper)
  const counted = { minted: 9, waiting: 1, epoch }

  test('is taken within seven days, and says so on its record', async () => {
    await phone.contact(1)
    await phone.past(20 * day)
    const { id, sent } = await handOver(6 * day)
    expect(await phone.send([sent], counted)).toMatchObject([{ outcome: 'done' }])
    for (const client of [keeper, clerk]) {
      const { records } = (await client.get<Page>('/eam/deviceusemanagelist/list', { useManageId: id })).data
      expect(records).toMatchObject([{ takerProof: 'offlineCode', takerProofValue: '离线扫码' }])
    }
    const told = await app.sql(`select detail from notice where target_id = $1 and kind = 'use_received' and user_id = $2`, [
      id,
      clerk.userId,
    ])
    expect(told).toEqual([{ detail: expect.stringContaining('离线扫码') }])
    const again = { ...(await handOver(6 * day)).sent, body: sent.body }
    expect(await phone.send([await op({ ...again, fp: undefined, id: v7() })], counted)).toMatchObject([
      { outcome: 'refused', msg: expect.stringContaining('已使用过') },
    ])
    const { sent: late } = await handOver(8 * day)
    expect(await phone.send([late], counted)).toMatchObject([{ outcome: 'refused', msg: expect.stringContaining('7 天内') }])
  })

  test('is refused where the phone cannot have scanned it then', async () => {
    await phone.contact(20, 1)
    await phone.past(hour)
    const { sent } = await handOver(2 * hour, 21)
    expect(await phone.send([sent], { ...counted, minted: 21 })).toMatchObject([
      { outcome: 'refused', msg: expect.stringContaining('已过期') },
    ])
  })
})
