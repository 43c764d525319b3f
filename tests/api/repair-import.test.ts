import { expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { begin, problemsOf, verified } from '#tests/harness/imports.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const neighbour = await app.as('administrator', other)
const people = await peopleLab(app, () => admin)
const orders = '/eam/eventtyperepair'
const today = homeDay(new Date())
const ago = (days: number): string => daysAfter(today, -days)
const heads = '资产编号,报修日期,故障现象,开始时间,完成时间,维修工程师,外修服务商,配件费,人工费,外修费,维修结果,备注'

let serial = 0
/** A device in use with its code. */
async function device(more: object = {}): Promise<{ id: string; code: string }> {
  const answer = await admin.post<Row>('/eam/device/submit', {
    ...{ deviceName: `旧修机${++serial}`, useDeptId: home.depts.medicine, enableDate: ago(2000) },
    ...more,
  })
  expect(answer.msg).toBe('操作成功')
  const id = String(answer.data.id)
  await app.sql("update device set eam_status = 'in_use' where id = $1", [id])
  const [row] = await app.sql('select device_code from device where id = $1', [id])
  return { id, code: String((row as Row).device_code) }
}
const ordersOf = async (deviceId: string): Promise<Row[]> => {
  const { records } = (await admin.get<Page>(`${orders}/list`, { deviceId, size: 100 })).data
  return Promise.all(records.map(async ({ id }) => (await admin.get<Row>(`${orders}/detail`, { id: String(id) })).data))
}
const file = (...rows: string[]): string => `${[heads, ...rows].join('\r\n')}\r\n`
const write = async (sheet: string) => {
  const job = await verified(app, admin, 'repairOrder', sheet)
  expect([job.status, job.faultyCount, job.note]).toEqual([job.status, 0, job.note])
  const done = await begin(admin, 'repairOrder', 'write', { id: job.id })
  expect([done.status, done.note]).toEqual(['done', done.note])
  return done
}
const saidOf = async (sheet: string): Promise<string[]> => {
  const job = await verified(app, admin, 'repairOrder', sheet)
  return (await problemsOf(admin, job.id)).map(({ row, grade, message }) => `${row} ${grade} ${message}`)
}

test('old repairs become finished orders that cause no notice and leave the card as it is', async () => {
  const { id, code } = await device()
  const noticesOf = async (): Promise<unknown> =>
    ((await app.sql('select count(*)::int as count from notice where tenant_id = $1', [home.tenant]))[0] as Row).count
  const before = await noticesOf()
  await write(
    file(
      `${code},${ago(400)} 08:30,不能开机,${ago(400)} 10:00,${ago(399)} 12:00,,,120.50,80,,更换电源板,旧台账`,
      `${code},${ago(100)},漏水,${ago(99)},${ago(98)},老张师傅,,,,1500.00,厂家更换密封圈,`,
    ),
  )
  const found = await ordersOf(id)
  expect(found).toHaveLength(2)
  expect(found.find(({ faultDescription }) => faultDescription === '不能开机')).toMatchObject({
    ...{
      repairStatus: 'done',
      totalCost: '200.50',
      partsCost: '120.50',
      labourCost: '80.00',
      measures: '更换电源板',
      ratingNote: '旧台账',
    },
    ...{ useDeptId: home.depts.medicine, responseDue: null, responseResult: null, reporterId: null, acceptedAt: null },
  })
  // The name of an unknown engineer stays in words.
  const leak = found.find(({ faultDescription }) => faultDescription === '漏水')!
  expect(leak).toMatchObject({ engineerId: null, totalCost: '1500.00' })
  expect(leak.ratingNote).toContain('老张师傅')
  expect(String(leak.orderNo)).toMatch(/^WX-/)
  expect((await admin.get<Row>('/eam/device/detail', { id })).data).toMatchObject({ eamStatus: 'in_use' })
  // The end of the import itself is told to who began it.
  expect(Number(await noticesOf()) - Number(before)).toBeLessThanOrEqual(1)
})

test('the same list again adds nothing, and an undo takes all of it back', async () => {
  const { id, code } = await device()
  const sheet = file(`${code},${ago(300)},屏幕花屏,,${ago(299)},,,,,,换屏,`, `${code},${ago(200)},按键失灵,,${ago(200)},,,,,,换按键,`)
  const done = await write(sheet)
  expect(await verified(app, admin, 'repairOrder', sheet)).toMatchObject({ newCount: 0, sameCount: 2, faultyCount: 0 })
  // A corrected cell makes no double of a repair, and rewrites no finished order.
  const corrected = file(`${code},${ago(300)},屏幕花屏,,${ago(290)},,,50,,,换屏,`)
  expect(await verified(app, admin, 'repairOrder', corrected)).toMatchObject({ newCount: 0, changedCount: 0, faultyCount: 0 })
  const undone = await begin(admin, 'repairOrder', 'undo', { id: done.id })
  expect([undone.status, undone.note]).toEqual(['undone', undone.note])
  expect(await ordersOf(id)).toEqual([])
  const timeline = (await admin.get<Page>('/eam/device/history', { id, size: 100 })).data.records
  const verbs = timeline.map((event) => event.operationType)
  expect(verbs.filter((verb) => verb === 'pastRepair')).toHaveLength(2)
  expect(verbs.filter((verb) => verb === 'pastRepairUndone')).toHaveLength(2)
  expect(await verified(app, admin, 'repairOrder', sheet)).toMatchObject({ newCount: 2, sameCount: 0 })
})

test('a number of the list is kept where it is free, and a device is found by its other numbers', async () => {
  const { id } = await device({ sn: 'OLD-SN-77', assetsCode: 'GZ-OLD-77' })
  const second = await device()
  const title = '工单号,资产编号,报修时间,故障描述,完工时间'
  await write(`${title}\r\n2016-0088,OLD-SN-77,${ago(500)},异响,${ago(499)}\r\n2016-0089,GZ-OLD-77,${ago(450)},异响,${ago(449)}\r\n`)
  expect((await ordersOf(id)).map(({ orderNo }) => orderNo).toSorted()).toEqual(['2016-0088', '2016-0089'])
  const taken = `${title}\r\n2016-0088,${second.code},${ago(500)},异响,${ago(499)}\r\n`
  expect((await saidOf(taken)).join()).toMatch(/2 warning .*另行编号/)
  await write(taken)
  expect(String((await ordersOf(second.id))[0]!.orderNo)).toMatch(/^WX-/)
})

test('each wrong row says what is wrong, and nothing of it is written', async () => {
  const { id, code } = await device({ enableDate: ago(50) })
  const sheet = file(
    `${code},${ago(20)},一,,${ago(21)},,,,,,,`,
    `${code},${ago(20)},二,,${ago(-3)},,,,,,,`,
    `${code},${ago(20)},三,,,,,,,,,`,
    `${code},,四,,${ago(19)},,,,,,,`,
    `${code},${ago(20)},,,${ago(19)},,,,,,,`,
    `没有这台,${ago(20)},六,,${ago(19)},,,,,,,`,
    `${code},${ago(20)},七,${ago(21)},${ago(19)},,,,,,,`,
    `${code},${ago(20)},八,${ago(18)},${ago(19)},,,,,,,`,
    `${code},${ago(20)},九,,${ago(19)},,,-5,,,,`,
    `${code},${ago(60)},十,,${ago(59)},,,,,,,`,
  )
  const job = await verified(app, admin, 'repairOrder', sheet)
  const said = (await problemsOf(admin, job.id)).map(({ row, grade, message }) => `${row} ${grade} ${message}`)
  for (const words of [
    /2 error 完工时间早于报修时间/,
    /3 error 完工时间晚于现在/,
    /4 error 完工时间不能为空/,
    /5 error 报修时间不能为空/,
    /6 error 故障描述不能为空/,
    /7 error 设备找不到/,
    /8 error 到场时间早于报修时间/,
    /9 error 完工时间早于到场时间/,
    /10 \w+ 配件费/,
    /11 warning 报修时间早于设备的启用日期/,
  ])
    expect([words, said.some((one) => words.test(one)), said]).toEqual([words, true, said])
  expect((await admin.post(`${orders}/import`, { id: job.id })).success).toBe(false)
  expect(await ordersOf(id)).toEqual([])
})

test('a day without a time of day follows the report on the same day', async () => {
  const { id, code } = await device()
  await write(file(`${code},${ago(30)} 15:20,卡纸,${ago(30)},${ago(30)},,,,,,,`))
  const [order] = await ordersOf(id)
  expect([order!.arrivedAt, order!.finishedAt, order!.closedAt]).toEqual([order!.reportedAt, order!.reportedAt, order!.reportedAt])
})

test('old repairs count in the times between failures and the costs, and not as fixed at the first visit', async () => {
  const { id, code } = await device({ enableDate: ago(300) })
  const live = await admin.post<Row>(`${orders}/save`, { deviceId: id, faultDescription: '现在的故障', urgency: 'normal' })
  expect(live.msg).toBe('操作成功')
  const ran = async (): Promise<unknown> => (await admin.get<Row>(`${orders}/detail`, { id: live.data.id })).data.ranMinutes
  const first = Number(await ran())
  const done = await write(
    file(`${code},${ago(200)} 08:00,旧一,,${ago(200)} 10:00,,,100,,,,`, `${code},${ago(100)} 08:00,旧二,,${ago(100)} 12:00,,,200,,,,`),
  )
  const old = (await ordersOf(id)).filter(({ repairStatus }) => repairStatus === 'done')
  expect(old.map(({ ranMinutes }) => ranMinutes).toSorted()).toEqual([100 * 1440 + 8 * 60, 100 * 1440 - 2 * 60].toSorted())
  expect(Number(await ran())).toBeLessThan(first)
  const { data: page } = await admin.get<Page>('/eam/availability/device-page', { deviceCode: code, during_ge: ago(299), during_le: today })
  // Whether the two old failures came back is not known.
  expect(page.records.find((row) => row.id === id)).toMatchObject({ failures: 2, mttr: 180, firstTimeFix: null })
  await begin(admin, 'repairOrder', 'undo', { id: done.id })
  expect(Number(await ran())).toBe(first)
})

test('an import of repairs needs the right to work on them, and devices within reach', async () => {
  const { code } = await device()
  const row = file(`${code},${ago(9)},权限,,${ago(8)},,,,,,,`)
  const clerk = await people.clerk(['repairOrder.list', 'repairOrder.submit', 'device.list', 'importJob.list'], 'all')
  const job = await verified(app, clerk.client, 'repairOrder', row)
  expect(job.faultyCount).toBe(1)
  expect((await problemsOf(clerk.client, job.id)).map(({ message }) => message).join()).toContain('权限')
  const rights = ['repairOrder.list', 'repairOrder.submit', 'repairOrder.work', 'device.list', 'importJob.list']
  const outsider = await people.clerk(rights, 'dept')
  const foreign = await verified(app, outsider.client, 'repairOrder', row)
  expect([foreign.faultyCount, await problemsOf(outsider.client, foreign.id)]).toEqual([1, expect.anything()])
  expect((await verified(app, neighbour, 'repairOrder', row)).faultyCount).toBe(1)
})

test('five thousand rows are written in statements of many, not one by one', async () => {
  const codes = await Promise.all(Array.from({ length: 20 }, async () => (await device()).code))
  const rows = Array.from(
    { length: 5000 },
    (_, at) => `${codes[at % 20]},${ago(1900 - (at % 1800))},批量${at},,${ago(1899 - (at % 1800))},,,1,,,,`,
  )
  const done = await write(file(...rows))
  expect(done.writtenCount).toBe(5000)
  const [found] = await app.sql(
    "select count(*)::int as count, sum(total_cost) as cost from repair_order where fault_description like '批量%'",
  )
  expect(found).toMatchObject({ count: 5000, cost: '5000.00' })
}, 60_000)
