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
const [records, cards, stops] = ['/eam/eventtypemeasure', '/eam/devicecardmeasure', '/eam/device-stop/list']
const today = homeDay(new Date())
const ahead = (days: number): string => daysAfter(today, days)
const heads = '资产编号,检定方式,检定日期,证书编号,有效期至,检定机构,检定结论'

let serial = 0
/** A device in use with its code. */
async function device(more: object = {}): Promise<{ id: string; code: string }> {
  const answer = await admin.post<Row>('/eam/device/submit', {
    ...{ deviceName: `证书机${++serial}`, useDeptId: home.depts.medicine },
    ...more,
  })
  expect(answer.msg).toBe('操作成功')
  const id = String(answer.data.id)
  await app.sql("update device set eam_status = 'in_use' where id = $1", [id])
  const [row] = await app.sql('select device_code from device where id = $1', [id])
  return { id, code: String((row as Row).device_code) }
}
const cardOf = async (deviceId: string): Promise<Row | undefined> => (await admin.get<Page>(`${cards}/list`, { deviceId })).data.records[0]
const recordsOf = async (deviceId: string): Promise<Row[]> => (await admin.get<Page>(`${records}/list`, { deviceId })).data.records
const openStops = async (deviceId: string): Promise<Row[]> => (await admin.get<Page>(stops, { deviceId, liftedAt: '_none' })).data.records
const file = (...rows: string[]): string => `${[heads, ...rows].join('\r\n')}\r\n`
const written = async (sheet: string) => {
  const job = await verified(app, admin, 'measureRecord', sheet)
  expect([job.status, job.faultyCount, job.note]).toEqual([job.status, 0, job.note])
  const done = await begin(admin, 'measureRecord', 'write', { id: job.id })
  expect([done.status, done.note]).toEqual(['done', done.note])
  return done
}

test('old certificates become finished records; the newest of each kind says the label', async () => {
  const { id, code } = await device()
  const sheet = file(
    `${code},检定,${ahead(-100)},A-3,${ahead(265)},市计量院,合格`,
    `${code},检定,${ahead(-465)},A-2,${ahead(-100)},市计量院,通过`,
    `${code},校准,${ahead(-30)},C-1,${ahead(335)},省计量院,限用`,
  )
  const done = await written(sheet)
  expect(done.writtenCount).toBe(3)
  const all = await recordsOf(id)
  expect(all.map(({ certificateNo }) => certificateNo).toSorted()).toEqual(['A-2', 'A-3', 'C-1'])
  for (const record of all) expect(record).toMatchObject({ recordStatus: 'done' })
  expect(await cardOf(id)).toMatchObject({ labelState: 'limited', certificateNo: 'C-1', validUntil: ahead(265) })
  expect(await openStops(id)).toEqual([])
  // The same list again changes nothing.
  expect(await verified(app, admin, 'measureRecord', sheet)).toMatchObject({ newCount: 0, sameCount: 3, faultyCount: 0 })
  // A corrected row does not rewrite a finished record.
  const corrected = await verified(app, admin, 'measureRecord', file(`${code},检定,${ahead(-100)},A-3,${ahead(300)},市计量院,合格`))
  expect(corrected).toMatchObject({ newCount: 0, changedCount: 0, faultyCount: 0 })
  expect(await cardOf(id)).toMatchObject({ validUntil: ahead(265) })
})

test('an older certificate changes no label of today; one that has ended stops the device, and the undo takes both back', async () => {
  const { id, code } = await device()
  await written(file(`${code},检定,${ahead(-10)},N-1,${ahead(355)},市计量院,合格`))
  await written(file(`${code},检定,${ahead(-400)},O-1,${ahead(-35)},市计量院,不合格`))
  expect(await cardOf(id)).toMatchObject({ labelState: 'qualified', certificateNo: 'N-1' })
  expect(await openStops(id)).toEqual([])

  const late = await device()
  const job = await verified(app, admin, 'measureRecord', file(`${late.code},检定,${ahead(-400)},E-1,${ahead(-35)},市计量院,合格`))
  expect((await problemsOf(admin, job.id)).map(({ grade, message }) => `${grade} ${message}`).join()).toMatch(/warning .*将停用/)
  await begin(admin, 'measureRecord', 'write', { id: job.id })
  expect(await cardOf(late.id)).toMatchObject({ labelState: 'stopped', validUntil: ahead(-35) })
  expect(await openStops(late.id)).toMatchObject([{ certificateNo: 'E-1' }])
  const undone = await begin(admin, 'measureRecord', 'undo', { id: job.id })
  expect([undone.status, undone.note]).toEqual(['undone', undone.note])
  expect(await recordsOf(late.id)).toEqual([])
  expect(await cardOf(late.id)).toMatchObject({ labelState: 'none', certificateNo: null, validUntil: null, dueDate: null })
  expect(await openStops(late.id)).toEqual([])
})

test('a device whose next certificate is planned gets its old ones, and the plan stays open', async () => {
  const { id, code } = await device()
  const planned = await admin.post<Row>(`${records}/submit`, { deviceId: id, measureKind: 'verification', dueDate: ahead(20) })
  expect(planned.msg).toBe('操作成功')
  await written(file(`${code},检定,${ahead(-300)},P-1,${ahead(65)},市计量院,合格`))
  expect((await recordsOf(id)).map(({ recordStatus }) => recordStatus).toSorted()).toEqual(['done', 'planned'])
  expect(await cardOf(id)).toMatchObject({ labelState: 'qualified', certificateNo: 'P-1' })
})

test('a list by date stops no device by the certificates of the years before', async () => {
  const { id, code } = await device()
  await written(
    file(
      `${code},检定,${ahead(-800)},Y-1,${ahead(-436)},市计量院,合格`,
      `${code},检定,${ahead(-435)},Y-2,,市计量院,不合格`,
      `${code},检定,${ahead(-70)},Y-3,${ahead(295)},市计量院,合格`,
    ),
  )
  expect(await cardOf(id)).toMatchObject({ labelState: 'qualified', certificateNo: 'Y-3', validUntil: ahead(295) })
  // Not even for the time of the import: a stop that was lifted would be listed.
  expect((await admin.get<Page>(stops, { deviceId: id })).data.records).toEqual([])
})

test('an undo leaves what was recorded before, and a certificate without a day ends by the cycle', async () => {
  const { id, code } = await device()
  await written(file(`${code},检定,${ahead(-300)},B-1,${ahead(65)},市计量院,合格`))
  const second = await written(file(`${code},检定,${ahead(-5)},B-2,,市计量院,合格`))
  const [newest] = (await recordsOf(id)).filter(({ certificateNo }) => certificateNo === 'B-2')
  // A year by the usual cycle, to the day before the anniversary.
  expect(String(newest!.validUntil) > ahead(355) && String(newest!.validUntil) <= ahead(361)).toBe(true)
  expect(await cardOf(id)).toMatchObject({ certificateNo: 'B-2' })
  expect((await begin(admin, 'measureRecord', 'undo', { id: second.id })).status).toBe('undone')
  expect(await cardOf(id)).toMatchObject({ certificateNo: 'B-1', validUntil: ahead(65), labelState: 'qualified' })
})

test('an undo stops no device whose certificate has ended meanwhile without a stop', async () => {
  const { id, code } = await device()
  await written(file(`${code},检定,${ahead(-300)},W-1,${ahead(5)},市计量院,合格`))
  // A month later: the device is not compulsory, so that the end of its certificate stops nothing.
  await app.sql(`update measure_record set valid_until = $2, updated_at = now() - interval '30 days' where device_id = $1`, [id, ahead(-2)])
  await app.sql('update measure_card set verification_until = $2, valid_until = $2 where device_id = $1', [id, ahead(-2)])
  for (const [on, no, until] of [
    [-600, 'W-0', -301],
    [-1, 'W-2', 300],
  ] as const) {
    const job = await written(file(`${code},检定,${ahead(on)},${no},${ahead(until)},市计量院,合格`))
    const undone = await begin(admin, 'measureRecord', 'undo', { id: job.id })
    expect([undone.status, undone.note]).toEqual(['undone', undone.note])
    expect(await cardOf(id)).toMatchObject({ labelState: 'qualified', certificateNo: 'W-1', validUntil: ahead(-2) })
    expect(await openStops(id)).toEqual([])
  }
})

test('each wrong row says what is wrong, and nothing of it is written', async () => {
  const { id, code } = await device({ purchaseDate: ahead(-50) })
  const job = await verified(
    app,
    admin,
    'measureRecord',
    file(
      `${code},检定,${ahead(3)},F-1,${ahead(300)},市计量院,合格`,
      `${code},检定,${ahead(-20)},F-2,${ahead(-21)},市计量院,合格`,
      `${code},检定,${ahead(-21)},,${ahead(300)},市计量院,合格`,
      `${code},检定,${ahead(-22)},F-4,${ahead(300)},市计量院,`,
      `${code},检定,,F-5,${ahead(300)},市计量院,合格`,
      `没有这台,检定,${ahead(-23)},F-6,${ahead(300)},市计量院,合格`,
      `${code},校准,${ahead(-60)},F-7,${ahead(300)},市计量院,合格`,
    ),
  )
  expect(job.faultyCount).toBe(6)
  const said = (await problemsOf(admin, job.id)).map(({ row, grade, message }) => `${row} ${grade} ${message}`)
  for (const words of [
    /2 error 计量日期不能晚于今天/,
    /3 error 有效期至须晚于计量日期/,
    /4 error 证书编号不能为空/,
    /5 error 计量结果不能为空/,
    /6 error 计量日期不能为空/,
    /7 error 设备找不到/,
    /8 warning 计量日期早于设备的购置日期/,
  ])
    expect(said.some((one) => words.test(one))).toBe(true)
  const refused = await admin.post('/eam/eventtypemeasure/import', { id: job.id })
  expect(refused.success).toBe(false)
  expect(await recordsOf(id)).toEqual([])
})

test('a cost below zero is told as in the form of a result', async () => {
  const { code } = await device()
  const sheet = `${heads},计量费用\r\n${code},检定,${ahead(-7)},K-1,${ahead(300)},市计量院,合格,-80\r\n`
  const job = await verified(app, admin, 'measureRecord', sheet)
  expect((await problemsOf(admin, job.id)).map(({ message }) => message).join()).toMatch(/计量费用不能小于/)
})

test('what will stop a device is told before, also a failed result and an end that follows from the cycle', async () => {
  const [failed, ended] = [await device(), await device()]
  const job = await verified(
    app,
    admin,
    'measureRecord',
    file(`${failed.code},检定,${ahead(-20)},S-1,,市计量院,不合格`, `${ended.code},检定,${ahead(-500)},S-2,,市计量院,合格`),
  )
  expect(job.faultyCount).toBe(0)
  const said = (await problemsOf(admin, job.id)).map(({ row, grade, message }) => `${row} ${grade} ${message}`).join()
  expect(said).toMatch(/2 warning [^,]*将停用/)
  expect(said).toMatch(/3 warning [^,]*将停用/)
})

test('who may not record results imports none, and no hospital reaches the devices of another', async () => {
  const { code } = await device()
  const row = file(`${code},检定,${ahead(-9)},R-1,${ahead(300)},市计量院,合格`)
  const planner = await people.clerk(['measureRecord.list', 'measureRecord.submit', 'device.list', 'importJob.list'], 'all')
  const job = await verified(app, planner.client, 'measureRecord', row)
  expect(job.faultyCount).toBe(1)
  expect((await problemsOf(planner.client, job.id)).map(({ message }) => message).join()).toContain('权限')
  const theirs = await verified(app, neighbour, 'measureRecord', row)
  expect(theirs.faultyCount).toBe(1)
})
