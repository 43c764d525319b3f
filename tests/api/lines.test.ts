import { v7 } from 'uuid'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { hook } from '#server/kit/hooks.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { familyBattery } from '#tests/harness/family-battery.ts'
import { readBackFile } from '#tests/harness/family-lines.ts'
import { home } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { sampleLine, sampleOrder } from '#tests/harness/sample-order.ts'
import { type SampleRows, sampleRows } from '#tests/harness/sample-rows.ts'
import { addSample } from '#tests/harness/sample-tables.ts'

// A family that only this file has, so that every fact of lines is tried.
vi.mock('#contract/modules/supply.ts', async (original) => {
  const { supplyModule } = await original<typeof import('#contract/modules/supply.ts')>()
  const sample = await import('#tests/harness/sample-order.ts')
  return { supplyModule: { ...supplyModule, entities: [...supplyModule.entities, sample.sampleOrder, sample.sampleLine] } }
})

let rows: SampleRows
const app = await appForFile()
beforeAll(async () => {
  await addSample(app)
  rows = sampleRows(() => app.as('administrator'))
})

const url = '/eam/sample-order'
const line = (itemName: string, quantity = 1, more: object = {}) => ({ itemName, quantity, unitPrice: '1.00', ...more })
const added = async (...lines: object[]) => {
  const client = await app.as('administrator')
  const answer = await client.post(`${url}/submit`, { orderTitle: '采购', lines })
  expect(answer.msg).toBe('操作成功')
  const id = String(answer.data.id)
  const detail = async () =>
    (await client.get(`${url}/detail`, { id })).data as unknown as Record<string, unknown> & { lines: Record<string, unknown>[] }
  return { client, id, detail, submit: (body: object) => client.post(`${url}/submit`, { id, ...body }) }
}

familyBattery(sampleOrder, { app: () => app, links: () => rows.linksOf(sampleOrder) })

describe('totals of lines', () => {
  test('are worked out on the server, kept in the list and told in the history', async () => {
    const { client, id, detail, submit } = await added(
      line('甲', 3, { unitPrice: '0.10' }),
      line('乙', 7, { unitPrice: '0.10' }),
      line('丙', 2, { unitPrice: null }),
    )
    expect(await detail()).toMatchObject({ lineCount: 3, totalAmount: '1.00' })
    expect(await submit({ totalAmount: '5.00' })).toMatchObject({ status: 400, data: [{ field: 'totalAmount', rule: 'unknown' }] })
    const [first] = (await detail()).lines
    await submit({ lines: [{ id: first!.id, quantity: 5 }] })
    expect(await detail()).toMatchObject({ lineCount: 1, totalAmount: '0.50' })
    const list = (await client.get<Page>(`${url}/list`, { orderTitle: '采购', descs: 'createTime', size: 200 })).data.records
    expect(list.find((row) => row.id === id)).toMatchObject({ lineCount: 1, totalAmount: '0.50' })
    const [event] = (await client.get<Page>(`${url}/history`, { id })).data.records
    expect(event!.changes).toEqual(
      expect.arrayContaining([
        { field: 'totalAmount', label: '总额', from: '1.00', to: '0.50' },
        { field: 'lines.0.quantity', label: '样例明细“甲” 数量', from: '3', to: '5' },
        { field: 'lines.1', label: '样例明细', from: '乙，数量 7，单价 ¥0.10，单位 个', to: '—' },
      ]),
    )
  })

  test('that cannot be stored are refused in words', async () => {
    const { detail, submit } = await added()
    const answer = await submit({ lines: [line('甲', 100_000_000, { unitPrice: '99999999999999.00' })] })
    expect(answer).toMatchObject({ status: 400, data: [{ field: 'lines', rule: 'too_large' }], msg: '总额合计过大，请检查各行的数值' })
    expect(await detail()).toMatchObject({ lineCount: 0, totalAmount: '0.00', lines: [] })
  })
})

describe('lines', () => {
  test('that say the same twice are refused at the second', async () => {
    const { submit } = await added(line('甲'))
    expect((await submit({ lines: [line('甲'), line('乙'), line('甲', 9)] })).data).toEqual([{ field: 'lines.2.itemName', rule: 'twice' }])
  })

  test('and fields of the header are refused together', async () => {
    const client = await app.as('administrator')
    const answer = await client.post(`${url}/submit`, { lines: [line('', 0)] })
    expect(answer.data).toEqual([
      { field: 'orderTitle', rule: 'required' },
      { field: 'lines.0.itemName', rule: 'required' },
      { field: 'lines.0.quantity', rule: 'too_small' },
    ])
  })

  test('of a header outside the scope of a person are neither seen nor changed', async () => {
    const client = await app.as('administrator')
    const keeper = await app.as('keeper')
    const made = await client.post(`${url}/submit`, { orderTitle: '内科的', useDeptId: home.depts.medicine, lines: [line('甲')] })
    const id = String(made.data.id)
    expect(await keeper.get(`${url}/detail`, { id })).toMatchObject({ status: 404 })
    expect(await keeper.post(`${url}/submit`, { id, lines: [] })).toMatchObject({ status: 404 })
    const mine = await keeper.post(`${url}/submit`, { orderTitle: '骨科的', useDeptId: home.depts.bones, lines: [line('乙')] })
    const [foreign] = (await client.get(`${url}/detail`, { id })).data.lines as { id: string }[]
    const stolen = await keeper.post(`${url}/submit`, { id: String(mine.data.id), lines: [{ id: foreign!.id, itemName: '偷' }] })
    expect(stolen).toMatchObject({ status: 400, data: [{ field: 'lines.0.id', rule: 'absent' }] })
    expect((await client.get(`${url}/detail`, { id })).data.lines).toMatchObject([{ itemName: '甲' }])
  })

  test('keep their order, and the history tells of a new one', async () => {
    const { client, id, detail, submit } = await added(line('甲'), line('乙'), line('丙'))
    const [one, two, three] = (await detail()).lines
    await submit({ lines: [{ id: three!.id }, { id: one!.id }, { id: two!.id }] })
    expect((await detail()).lines.map((row) => row.itemName)).toEqual(['丙', '甲', '乙'])
    const [event] = (await client.get<Page>(`${url}/history`, { id })).data.records
    expect(event!.changes).toEqual([{ field: 'lines', label: '样例明细顺序', from: '甲、乙、丙', to: '丙、甲、乙' }])
  })
})

describe('a dictionary in a line', () => {
  test('takes the keys of its rows, and a sealed one only where the line has it already', async () => {
    const { client, detail, submit } = await added(line('甲', 1, { fund: 'research' }), line('乙'))
    const [one, two] = (await detail()).lines
    expect([one!.fund, one!.fundValue]).toEqual(['research', '科研'])
    const told = async (lines: object[]) => (await submit({ lines })).data
    expect(await told([{ id: one!.id }, { id: two!.id, fund: '科研' }])).toEqual([{ field: 'lines.1.fund', rule: 'not_choice' }])
    const call = await client.post('/eam/sample-order-line/submit', { id: two!.id, fund: 'nonsense' })
    expect(call.data).toEqual([{ field: 'fund', rule: 'not_choice' }])
    const seal = (isSealed: 0 | 1) =>
      app.sql(`update dict set is_sealed = $1 where code = 'fund_source' and dict_key = 'research'`, [isSealed])
    await seal(1)
    expect(
      await told([
        { id: one!.id, fund: 'research' },
        { id: two!.id, fund: 'research' },
      ]),
    ).toEqual([{ field: 'lines.1.fund', rule: 'sealed' }])
    expect(await submit({ lines: [{ id: one!.id, fund: 'research', quantity: 2 }, { id: two!.id }] })).toMatchObject({ status: 200 })
    await seal(0)
  })
})

describe('two headers that say the same', () => {
  test.each(['csv', 'xlsx'])('are exported and read back as two, each with its lines (%s)', async (format) => {
    const client = await app.as('administrator')
    const orderTitle = `同名 ${format}`
    for (const lines of [[line('甲'), line('乙')], [line('丙')], []])
      expect((await client.post(`${url}/submit`, { orderTitle, lines })).status).toBe(200)
    const { bytes } = await client.file(`${url}/export`, { lines: 1, format, orderTitle })
    const rows = await readBackFile(app, client, sampleOrder, bytes)
    const names = rows.map(({ draft }) => ((draft.lines ?? []) as { itemName: string }[]).map(({ itemName }) => itemName).join(''))
    expect(names.sort()).toEqual(['', '丙', '甲乙'])
  })
})

describe('a queued draft', () => {
  test('carries lines whose ids the phone chose, once', async () => {
    const client = await app.as('administrator')
    const [header, first] = [v7(), v7()]
    const body = { orderTitle: '离线', lines: [{ id: first, ...line('甲', 2) }] }
    const queued = await op({ kind: 'sampleOrder.submit', target: { type: 'sampleOrder', id: header }, body })
    for (const _ of [1, 2]) expect((await push(client, queued))[0]).toMatchObject({ http: 200 })
    const row = (await client.get(`${url}/detail`, { id: header })).data
    expect(row).toMatchObject({ lineCount: 1, version: 1, lines: [{ id: first, itemName: '甲', quantity: 2 }] })
    const later = await op({ kind: 'sampleOrder.submit', target: { type: 'sampleOrder', id: v7() }, body })
    expect((await push(client, later))[0]).toMatchObject({ http: 404 })
  })

  test('that was made on an old version is refused as stale and changes no line', async () => {
    const { client, id, detail, submit } = await added(line('甲'))
    const [one] = (await detail()).lines
    await submit({ lines: [{ id: one!.id, quantity: 8 }] })
    const old = await op({
      kind: 'sampleOrder.submit',
      target: { type: 'sampleOrder', id },
      baseVersion: 1,
      body: { lines: [{ id: one!.id, quantity: 2 }] },
    })
    expect((await push(client, old))[0]).toMatchObject({ http: 409, code: 'stale' })
    expect((await detail()).lines).toMatchObject([{ quantity: 8 }])
  })
})

describe('a call on one line', () => {
  const calls = '/eam/sample-order-line'
  const medicine = async () => {
    const client = await app.as('administrator')
    const made = await client.post(`${url}/submit`, {
      orderTitle: '内科的',
      useDeptId: home.depts.medicine,
      lines: [line('甲'), line('乙')],
    })
    const id = String(made.data.id)
    const detail = async () => (await client.get(`${url}/detail`, { id })).data as unknown as { lines: { id: string }[] }
    return { client, id, detail, lines: (await detail()).lines }
  }

  test('of another department neither adds, changes nor removes one, and does not tell that it exists', async () => {
    const { id, detail, lines } = await medicine()
    const keeper = await app.as('keeper')
    const before = await detail()
    const unknown = await keeper.post(`${calls}/submit`, { id: v7(), itemName: '偷' })
    expect(await keeper.post(`${calls}/submit`, { id: lines[0]!.id, itemName: '偷' })).toMatchObject({ status: 404, msg: unknown.msg })
    expect(await keeper.post(`${calls}/submit`, { orderId: id, ...line('丙') })).toMatchObject({
      status: 400,
      data: [{ field: 'orderId', rule: 'absent' }],
    })
    const mine = await keeper.post(`${url}/submit`, { orderTitle: '骨科的', useDeptId: home.depts.bones, lines: [line('丁')] })
    const [own] = (await keeper.get(`${url}/detail`, { id: String(mine.data.id) })).data.lines as { id: string }[]
    expect(await keeper.post(`${calls}/remove`, { ids: [own!.id, lines[0]!.id] })).toMatchObject({ status: 404 })
    expect(await detail()).toEqual(before)
    expect((await keeper.get(`${url}/detail`, { id: String(mine.data.id) })).data.lines).toMatchObject([{ id: own!.id }])
  })

  test('of a header whose state closes it is refused as the header is', async () => {
    const { client, id, detail, lines } = await medicine()
    await app.sql(`update sample_order set order_status = 'closed' where id = $1`, [id])
    const before = await detail()
    for (const [path, body] of [
      [`${calls}/submit`, { orderId: id, ...line('丙') }],
      [`${calls}/submit`, { id: lines[0]!.id, quantity: 9 }],
      [`${calls}/remove`, { ids: [lines[0]!.id] }],
    ] as const) {
      const [one, whole] = [await client.post(path, body), await client.post(`${url}/submit`, { id, lines: [] })]
      expect(one).toMatchObject({ status: whole.status, error: 'closed', msg: whole.msg })
    }
    expect(await detail()).toEqual(before)
  })

  test('takes the right, the rules and the limits of the header', async () => {
    const { client, id, detail, lines } = await medicine()
    const lab = await peopleLab(app, () => client)
    const reader = await lab.clerk(['sampleOrder.list', 'sampleLine.list'])
    const writer = await lab.clerk(['sampleOrder.submit'])
    expect(await reader.client.post(`${calls}/submit`, { id: lines[0]!.id, quantity: 9 })).toMatchObject({ status: 403 })
    expect(await reader.client.post(`${calls}/remove`, { ids: [lines[0]!.id] })).toMatchObject({ status: 403 })
    expect(await writer.client.post(`${calls}/submit`, { id: lines[0]!.id, quantity: 9 })).toMatchObject({ status: 200 })
    const told = async (body: object) => (await client.post(`${calls}/submit`, body)).data
    expect(await told({ orderId: id, ...line('甲') })).toEqual([{ field: 'itemName', rule: 'twice' }])
    expect(await told({ id: lines[1]!.id, supplierId: v7() })).toEqual([{ field: 'supplierId', rule: 'absent' }])
    expect(await told({ id: lines[1]!.id, quantity: 100_000_000, unitPrice: '99999999999999.00' })).toEqual([
      { field: 'lines', rule: 'too_large' },
    ])
    const full = Array.from({ length: 200 }, (_, at) => line(`品${at}`))
    await client.post(`${url}/submit`, { id, lines: full })
    expect(await told({ orderId: id, ...line('多一行') })).toEqual([{ field: 'lines', rule: 'too_many' }])
    expect((await detail()).lines).toHaveLength(200)
  })

  test('is done once for one key', async () => {
    const { client, id, detail } = await medicine()
    const headers = { 'idempotency-key': v7() }
    const [one, again] = [
      await client.post(`${calls}/submit`, { orderId: id, ...line('丙') }, headers),
      await client.post(`${calls}/submit`, { orderId: id, ...line('丙') }, headers),
    ]
    expect(again.data).toEqual(one.data)
    expect((await detail()).lines).toHaveLength(3)
  })
})

describe('hooks', () => {
  test('get the lines as they were and as they will be, and may change them', async () => {
    const seen: unknown[] = []
    const names = (lines: readonly Record<string, unknown>[]) => lines.map((one) => one.itemName)
    const note = (
      when: string,
      { lines }: { lines: Record<string, { before: readonly Record<string, unknown>[]; after: readonly Record<string, unknown>[] }> },
    ) => seen.push([when, names(lines.lines!.before), names(lines.lines!.after)])
    hook(sampleOrder, {
      async beforeAdd(_, _tx, given) {
        note('add', given)
        for (const one of given.lines.lines!.after) (one as Record<string, unknown>).unitPrice ??= '9.00'
        return undefined
      },
      async beforeChange(_, _tx, given) {
        note('change', given)
        return undefined
      },
      async afterSave(_, _tx, given) {
        note('saved', given)
      },
    })
    const { detail, submit } = await added(line('甲', 2, { unitPrice: null }))
    expect(await detail()).toMatchObject({ totalAmount: '18.00' })
    await submit({ remark: '只改表头' })
    const [one] = (await detail()).lines
    await submit({ lines: [{ id: one!.id }, line('乙')] })
    expect(seen).toEqual([
      ['add', [], ['甲']],
      ['saved', [], ['甲']],
      ['change', ['甲'], ['甲']],
      ['saved', ['甲'], ['甲']],
      ['change', ['甲'], ['甲', '乙']],
      ['saved', ['甲'], ['甲', '乙']],
    ])
    expect(sampleLine.name).toBe('sampleLine')
  })
})
