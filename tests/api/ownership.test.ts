import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { monthNumber, monthText } from '#contract/depreciation/depreciation-month.ts'
import { foreignOwnerships, isForeign, ownershipDays, ownerships } from '#contract/entities/asset/device/ownership.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { tellOwnershipEnds } from '#server/features/asset/ownership-job.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { begin, problemsOf, verified } from '#tests/harness/imports.ts'
import { ledgerLab } from '#tests/harness/ledger.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const worker = openPool(app.database.jobsUrl, 1)
afterAll(() => worker.end())
const [manager, keeper] = [await app.as('equipment_manager'), await app.as('keeper')]
const lab = ledgerLab(manager)
const { bones, medicine } = home.depts
const today = homeDay(new Date())
const all = Object.keys(ownerships)

const saved = async (draft: Record<string, unknown>): Promise<string> => {
  const answer = await manager.post<Row>('/eam/device/submit', draft)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.id
}
const detail = async (id: string): Promise<Row> => (await manager.get<Row>('/eam/device/detail', { id })).data

test('every total of value leaves out what belongs to others, and every number of devices counts it', async () => {
  const values = ['1000.10', '0.05', '99999.99', '20000', '7.77', null, '500000']
  const cards = await Promise.all(
    Array.from({ length: 14 }, async (_, at) => {
      const card = { ownership: all[at % all.length]!, originalValue: values[at % values.length] ?? null }
      const dept = at % 3 === 0 ? medicine : bones
      return { ...card, dept, id: await saved({ deviceName: `合计机${at}`, useDeptId: dept, ...card, riskLevel: at % 2 ? 'II' : null }) }
    }),
  )
  const expectSame = async (when: string): Promise<void> => {
    for (const [client, seen] of [
      [manager, cards],
      [keeper, cards.filter(({ dept }) => dept === bones)],
    ] as const) {
      const total = decimalText(
        seen.reduce((sum, card) => (isForeign(card.ownership) ? sum : sum + cents(card.originalValue)), 0n),
        2,
      )
      const sumOf = async (search: string): Promise<unknown> =>
        (await client.get<{ sums: Row }>('/eam/list-sums', { entity: 'device', search })).data.sums.originalValue
      const found: Record<string, unknown> = {}
      for (const search of ['', 'keyword=合计机', 'ownership=owned,donated', 'deviceName=合计机'])
        found[`list ${search}`] = await sumOf(search)
      const statistics = (await client.get<Row>('/eam/home-page/device-statistics')).data
      found.statistics = statistics.amount
      for (const group of ['ownership', 'useDept', 'eamStatus', 'location', 'value', 'purchaseYear', 'riskLevel']) {
        const { data } = await client.get<{ values: Row }>('/eam/measure/device-cards', { group })
        found[`report by ${group}`] = data.values.amount
        expect(data.values.count, `${when}: ${group}`).toBe(seen.length)
      }
      found['report by part'] = (
        await client.get<{ values: Row }>('/eam/measure/device-cards', { group: 'useDept', split: 'ownership' })
      ).data.values.amount
      const buildings = (await client.get<{ amount: string }[]>('/large/screen/building-distribution')).data
      found.buildings = decimalText(
        buildings.reduce((sum, { amount }) => sum + cents(amount), 0n),
        2,
      )
      expect(found, when).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, total])))
      expect([statistics.count, await sumOf(`ownership=${foreignOwnerships.join()}`)], when).toEqual([seen.length, '0.00'])
    }
  }
  await expectSame('new')
  for (const card of cards.slice(0, 7)) {
    card.ownership = all[(all.indexOf(card.ownership) + 2) % all.length]!
    await saved({ id: card.id, ownership: card.ownership })
  }
  await expectSame('changed')
})

describe('depreciation', () => {
  /** Months since the year 0: the one that is running. */
  const now = monthNumber(today)
  const month = (before: number): string => monthText(now - before)
  const used = { originalValue: '36000', usefulLifeMonths: 60, enableDate: `${month(3)}-05`, residualRate: 0.05 }
  const cards: Record<string, string> = {}
  const books: Record<string, string> = {}
  /** The amounts of a card in a book by month. */
  const charged = async (name: string, ruleSet: string) =>
    Object.fromEntries(
      (await lab.lines(cards[name]!)).flatMap((line) =>
        line.ruleSet === ruleSet ? [[String(line.postedOn).slice(0, 7), `${line.lineKind} ${line.amount}`]] : [],
      ),
    )
  const forecast = async (name: string) =>
    (await manager.get<Row & { months: Row[] }>('/eam/devicedepreciation/forecast', { deviceId: cards[name]!, ruleId: books.public! })).data

  beforeAll(async () => {
    for (const ruleSet of ['public', 'enterprise'])
      books[ruleSet] = await lab.book({ ruleName: ruleSet, ruleSet, beginsOn: `${month(3)}-01` })
    for (const ownership of foreignOwnerships) cards[ownership] = await lab.card({ deviceName: ownership, ...used, ownership })
    cards.donated = await lab.card({ deviceName: 'donated', ...used, ownership: 'donated' })
    cards.lost = await lab.card({ deviceName: 'lost', ...used })
    cards.bought = await lab.card({ deviceName: 'bought', ...used, originalValue: '48000', ownership: 'trial' })
    cards.priced = await lab.card({ deviceName: 'priced', ...used, originalValue: '48000', ownership: 'placed' })
    for (const ruleId of Object.values(books)) expect(await lab.closeAll({ ruleId, month: month(2) })).toMatchObject({ status: 'done' })
    await saved({ id: cards.lost, ownership: 'leased' })
    await saved({ id: cards.bought, ownership: 'owned', originalValue: '36000' })
    await saved({ id: cards.priced, originalValue: '36000' })
    await saved({ id: cards.priced, ownership: 'owned' })
    // As if all of it had been said in the month before.
    await app.sql('update depreciation_term set last_month = last_month - 1 where owner_id = any($1)', [
      [cards.lost, cards.bought, cards.priced],
    ])
    for (const ruleId of Object.values(books)) {
      expect(await lab.close({ ruleId })).toMatchObject({ status: 'done' })
      expect(await lab.close({ ruleId })).toMatchObject({ status: 'done' })
      expect(await lab.repeat({ ruleId })).toMatchObject({ status: 'done' })
    }
  })

  test('charges nothing of a device that always belonged to others, and its page says why', async () => {
    for (const name of foreignOwnerships) {
      expect(await lab.lines(cards[name]!), name).toEqual([])
      expect(await forecast(name), name).toMatchObject({ cardState: 'not_owned', bookId: null, months: [] })
    }
    expect(await charged('donated', 'public')).toMatchObject({ [month(3)]: 'charge 600.00', [month(0)]: 'charge 600.00' })
    const added = await manager.post('/eam/devicedepreciation/submit', { deviceId: cards.leased, ruleId: books.public })
    expect(added).toMatchObject({ status: 400, error: 'rule', msg: expect.stringContaining('不属于本院') })
  })

  test('ends with the month in which a device goes to others; what was posted stays', async () => {
    expect(await charged('lost', 'public')).toEqual({ [month(3)]: 'charge 600.00', [month(2)]: 'charge 600.00' })
    expect(await charged('lost', 'enterprise')).toEqual({ [month(2)]: 'charge 570.00' })
    const left = { cardState: 'not_owned', bookValue: '0.00', accumulated: '0.00', netValue: '0.00' }
    expect(await lab.inBooks(cards.lost!, books.public)).toMatchObject(left)
    const { months, cardState } = await forecast('lost')
    expect([cardState, months.filter((one) => one.isForecast)]).toEqual(['not_owned', []])
  })

  test.each(['bought', 'priced'])(
    'begins by the rule of the book in the month in which a device is %s, with the price of the purchase',
    async (name) => {
      expect(await charged(name, 'public')).toEqual({ [month(1)]: 'charge 600.00', [month(0)]: 'charge 600.00' })
      expect(await charged(name, 'enterprise')).toEqual({ [month(0)]: 'charge 570.00' })
      expect(await lab.inBooks(cards[name]!, books.public)).toMatchObject({
        cardState: 'charging',
        bookValue: '36000.00',
        netValue: '34800.00',
      })
      const { records } = (await manager.get<Page>('/eam/device/history', { id: cards[name]! })).data
      expect(records.map(({ showContent }) => String(showContent)).join()).toMatch(/产权归属.*自有/)
    },
  )
})

test('only what belongs to others has an end, not before its arrival; a purchase ends it', async () => {
  const draft = { deviceName: '到期机', useDeptId: bones, acceptanceDate: today }
  const refused = [
    { ownershipEnd: today },
    { ownership: 'donated', ownershipEnd: today },
    { ownership: 'leased', ownershipEnd: daysAfter(today, -1) },
  ]
  for (const more of refused)
    expect(await manager.post('/eam/device/submit', { ...draft, ...more })).toMatchObject({ status: 400, error: 'rule', msg: /到期/ })
  const id = await saved({ ...draft, ownership: 'trial', ownershipEnd: today })
  const late = await manager.post('/eam/device/submit', { id, acceptanceDate: daysAfter(today, 1) })
  expect(late).toMatchObject({ status: 400, error: 'rule' })
  await saved({ id, ownership: 'owned' })
  expect(await detail(id)).toMatchObject({ ownership: 'owned', ownershipEnd: null })
  expect((await detail(await saved({ deviceName: '受赠机', useDeptId: bones, fundSource: 'donated' }))).ownership).toBe('donated')
})

test('its end is told once, as many days ahead as the hospital says, and again when it is put off', async () => {
  const end = daysAfter(today, 20)
  const id = await saved({ deviceName: '到期提醒机', useDeptId: bones, ownership: 'leased', ownershipEnd: end })
  const told = async (): Promise<unknown[]> => {
    await runTimedJob(tellOwnershipEnds, worker, new Date())
    const rows = await app.sql(`select distinct detail, user_id from notice where tenant_id = $1 and target_id = $2`, [home.tenant, id])
    return rows.flatMap(({ detail: day, user_id: user }) => (user === home.users.equipment_manager ? [day] : []))
  }
  const param = { paramName: '产权到期提醒', paramKey: ownershipDays.key }
  const { data } = await (await app.as('administrator')).post<Row>('/blade-system/param/submit', { ...param, paramValue: '19' })
  expect(await told()).toEqual([])
  await (await app.as('administrator')).post('/blade-system/param/submit', { id: data.id, paramValue: '20' })
  expect([await told(), await told()]).toEqual([[end], [end]])
  const [count] = await app.sql('select count(*)::int as n from notice where target_id = $1 and user_id = $2', [
    id,
    home.users.equipment_manager,
  ])
  expect(count).toEqual({ n: 1 })
  await saved({ id, ownershipEnd: daysAfter(end, -1) })
  expect((await told()).sort()).toEqual([daysAfter(end, -1), end])
  const found = async (query: object): Promise<boolean> =>
    (await manager.get<Page>('/eam/device/list', { size: 200, ...query })).data.records.some((row) => row.id === id)
  expect(await found({ ownershipEnd_ge: today, ownershipEnd_le: daysAfter(today, 30) })).toBe(true)
  expect(await found({ ownershipEnd_le: daysAfter(today, -1) })).toBe(false)
})

test('an import reads it in both languages, and says which end cannot be', async () => {
  const sheets = {
    产权: ['自有', '投放', '租赁', '租用', '试用', '借用试用', '捐赠'],
    产权归属: ['医院自有', '厂家投放', '经营租赁', '租入', '试用设备', '临时试用', '受赠'],
    ownership: ['Owned', 'Placed by supplier', 'Leased', 'rented', 'On trial', 'demo', 'Donated'],
  }
  const meant = ['owned', 'placed', 'leased', 'leased', 'trial', 'trial', 'donated']
  for (const [heading, words] of Object.entries(sheets)) {
    const csv = `设备名称,使用科室,出厂编号,${heading},租赁到期日\n${words.map((word, at) => `产权机,骨科,${heading}-${at},${word},${at === 2 ? '2031-05-06' : ''}`).join('\n')}`
    const job = await verified(app, manager, 'device', csv)
    expect(job, heading).toMatchObject({ newCount: 7, faultyCount: 0, warningCount: 0 })
    expect((await begin(manager, 'device', 'write', { id: job.id })).status).toBe('done')
    const query = { size: 200, keyword: '产权机', sn: heading, columns: 'ownership,ownershipEnd,sn', ascs: 'sn' }
    const { records } = (await manager.get<Page>('/eam/device/list', query)).data
    const cards = records.filter(({ sn }) => String(sn).startsWith(`${heading}-`))
    expect(
      cards.map(({ ownership }) => ownership),
      heading,
    ).toEqual(meant)
    expect(
      cards.flatMap(({ ownershipEnd }) => ownershipEnd ?? []),
      heading,
    ).toEqual(['2031-05-06'])
  }
  const wrong = await verified(app, manager, 'device', '设备名称,产权,产权到期\n错机,自有,2031-05-06\n')
  expect(wrong.faultyCount).toBe(1)
  expect(await problemsOf(manager, wrong.id)).toMatchObject([{ field: 'ownershipEnd', grade: 'error', value: '2031-05-06' }])
})

test('what belongs to others is returned to its owner, not disposed of in another way, and has no value there', async () => {
  const card = async (ownership: string): Promise<string> =>
    lab.card({ deviceName: `归还机 ${ownership}`, originalValue: '5000', ownership })
  const [placed, owned] = [await card('placed'), await card('owned')]
  const send = (disposalType: string, deviceId: string) =>
    manager.post<Row>('/eam/devicedisposal/submit', {
      ...{ disposalType, declareReasons: 'other', reasonDetail: '合同到期', useDeptId: bones, lines: [{ deviceId }] },
    })
  expect(await send('scrap', placed)).toMatchObject({ status: 400, error: 'rule', msg: /归还产权方/ })
  expect(await send('giveBack', owned)).toMatchObject({ status: 400, error: 'rule', msg: /属于本院/ })
  const { data } = await send('giveBack', placed)
  expect((await manager.post('/eam/devicedisposal/declare', { id: data.id })).msg).toBe('操作成功')
  const { data: row } = await manager.get<Row & { lines: Row[] }>('/eam/devicedisposal/detail', { id: data.id })
  expect(row).toMatchObject({ disposalStatus: 'submitted', originalTotal: null, lines: [{ originalValue: null }] })
})
