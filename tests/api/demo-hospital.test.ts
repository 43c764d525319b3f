import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/time/day.ts'
import { writeAs } from '#server/db/pool.ts'
import { lentKinds, placesOf } from '#server/demo/demo-homes.ts'
import { demoPhotos } from '#server/features/asset/demo/demo-photos.ts'
import { demoLoans } from '#server/features/custody/demo-loans.ts'
import { demoBenefit } from '#server/features/insight/benefit/demo-benefit.ts'
import { demoMeters } from '#server/features/maintenance/meters/demo-meters.ts'
import { demoPool } from '#server/features/pool/demo-pool.ts'
import { demoContracts } from '#server/features/service/contracts/demo-contracts.ts'
import { demoHistory } from '#server/features/service/demo-history.ts'
import { demoLabelReports } from '#server/features/service/label/demo-reports.ts'
import { demoSharing } from '#server/features/service/sharing/demo-sharing.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { demoGround, demoTenant } from '#tests/harness/demo-ground.ts'

const app = await appForFile()
const admin = await app.signIn(demoTenant, 'admin')
const found = await demoGround(app)
for (const fill of [demoLoans, demoPool, demoHistory, demoMeters, demoBenefit, demoLabelReports])
  await writeAs(app.pool, demoTenant, (tx) => fill(tx, found))

const deviceColumns = 'deviceName,deviceCode,commonName,eamStatus,useDeptId,locationId'

/** Every row of a list, page by page. */
async function all(path: string, columns?: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let current = 1; ; current++) {
    const { records, total } = (await admin.get<Page<Row>>(path, { size: 200, current, ...(columns ? { columns } : {}) })).data
    rows.push(...records)
    if (records.length === 0 || rows.length >= total) return rows
  }
}

test('departments have the devices that they would have, in rooms of their own', async () => {
  const cards = await all('/eam/device/list', deviceColumns)
  const rooms = new Map((await all('/eam/plc/location/list')).map((place) => [place.id, place]))
  expect(cards.length).toBeGreaterThan(590)
  const used = cards.filter(({ eamStatus }) => eamStatus !== 'in_stock')
  const deptsOf = (common: string): string[] => [
    ...new Set(used.filter((one) => one.commonName === common).map((one) => String(one.useDeptName))),
  ]
  expect(deptsOf('CT')).toEqual(['影像科'])
  expect(deptsOf('台式离心机')).toEqual(['检验科'])
  expect(deptsOf('血透机').sort()).toEqual(['肾内科', '血液透析中心'].sort())
  expect(deptsOf('电动病床')).not.toContain('影像科')
  expect(cards.filter(({ commonName }) => commonName === 'CT')).toHaveLength(2)
  const elsewhere = used.filter(({ locationId, useDeptId }) => rooms.get(String(locationId))?.deptId !== useDeptId)
  expect(elsewhere.map(({ deviceCode, useDeptName, locationName }) => [deviceCode, useDeptName, locationName])).toEqual([])
})

test('what wards lend is carried or pushed, and a fault fits its device', async () => {
  const cards = new Map((await all('/eam/device/list', deviceColumns)).map((one) => [one.id, one]))
  const commonOf = (id: unknown): string => String(cards.get(String(id))?.commonName)
  const shared = await all('/eam/share/pool/list', 'deviceId')
  const lent = await all('/eam/deviceusemanage/list', 'cardId')
  expect([shared.length, lent.length].every((count) => count > 3)).toBe(true)
  for (const row of shared) expect(lentKinds).toContain(commonOf(row.deviceId))
  for (const row of lent) expect(lentKinds).toContain(commonOf(row.cardId))
  const titles = (await all('/eam/deviceapply/list')).map(({ applyTitle }) => String(applyTitle))
  expect(titles.filter((title) => /^借用 .+ 至 \d\d-\d\d$/.test(title)).length).toBeGreaterThan(4)
  expect(titles.filter((title) => !/^(借用|调拨|申购|采购) /.test(title))).toEqual([])
  const repairs = await all('/eam/eventtyperepair/list', 'orderNo,faultDescription,deviceId')
  expect(repairs.length).toBeGreaterThan(300)
  const wrong = repairs.filter(
    ({ faultDescription, deviceId }) =>
      (/屏|血氧|导联|触摸/.test(String(faultDescription)) && ['电动病床', '吸引器', '台式离心机'].includes(commonOf(deviceId))) ||
      (faultDescription === '血氧无读数' && commonOf(deviceId) === 'CT'),
  )
  expect(wrong.map(({ orderNo, faultDescription, deviceId }) => [orderNo, faultDescription, commonOf(deviceId)])).toEqual([])
})

test('rows of other modules are about devices that have what they say', async () => {
  const read = async (text: string): Promise<string[][]> => (await app.sql(text, [demoTenant])).map((row) => Object.values(row).map(String))
  const authorised = await read(
    `select u.account, c.class_code, exists (select 1 from device d join dept w on w.tenant_id = d.tenant_id and w.id = d.use_dept_id
        where d.tenant_id = $1 and d.classify_id = a.device_class_id and w.path like '%' || u.dept_id || '/%') as used
      from use_authorisation a join app_user u on u.id = a.person_id join device_class c on c.id = a.device_class_id where a.tenant_id = $1`,
  )
  expect(authorised.sort()).toEqual([
    ['head', '08', 'true'],
    ['keeper', '08', 'true'],
    ['keeper', '14', 'true'],
  ])
  const metered = await read(
    `select distinct d.common_name as name, w.dept_name as dept, m.meter_kind as kind from meter_reading m join device d on d.id = m.device_id
      join dept w on w.id = d.use_dept_id where m.tenant_id = $1 order by 1`,
  )
  expect(metered.map(([name, , kind]) => [name, kind]).sort()).toEqual(
    [
      ['台式离心机', 'hours'],
      ['麻醉系统', 'hours'],
      ['脉动真空灭菌器', 'uses'],
    ].sort(),
  )
  for (const [name, dept] of metered) expect(placesOf(name!)).toContain(dept)
  const earning = await read(
    `select distinct d.common_name as name from device_income i join device d on d.id = i.device_id where i.tenant_id = $1`,
  )
  expect(earning.flat().sort()).toEqual(['CT', '彩超'].sort())
  const screens = await read(
    `select d.common_name as name from label_report r join device d on d.id = r.device_id where r.tenant_id = $1
      union all select d.common_name from repair_order r join device d on d.id = r.device_id where r.tenant_id = $1 and r.repair_status <> 'done'`,
  )
  expect(screens.length).toBeGreaterThan(8)
  for (const [name] of screens) expect(['多参数监护仪', '有创呼吸机', '容量输液泵', '微量注射泵']).toContain(name)
  expect(
    await read(`select device_code from device where tenant_id = $1 and common_name in ('CT', 'DR', '彩超') and eam_status = 'in_stock'`),
  ).toEqual([])
})

test('repairs go back two years, and winters are busier than springs and autumns', async () => {
  const months = await app.sql(
    `select extract(month from reported_at)::int as month, count(*)::int as n, min(reported_at)::text as first from repair_order where tenant_id = $1 group by 1`,
    [demoTenant],
  )
  const of = (...wanted: number[]): number =>
    months.reduce((sum, { month, n }) => sum + (wanted.includes(Number(month)) ? Number(n) : 0), 0)
  expect(of(12, 1, 2)).toBeGreaterThan(1.3 * of(4, 5, 6))
  expect(of(12, 1, 2)).toBeGreaterThan(1.3 * of(9, 10, 3))
  const first = months.map((row) => String(row.first)).sort()[0]!
  expect(Date.now() - Date.parse(first)).toBeGreaterThan(700 * dayMs)
})

test('nothing was done in days to come', async () => {
  const later = await app.sql(
    `select order_no as what from repair_order where tenant_id = $1 and greatest(reported_at, accepted_at, arrived_at, finished_at, closed_at) > now()
      union all select status from device_use where tenant_id = $1
        and (greatest(handed_at, received_at, given_back_at, actual_return_time) > now() or status = 'handed' and received_at is not null)`,
    [demoTenant],
  )
  expect(later).toEqual([])
})

test('every device has a picture of its class, which who sees the device may open', async () => {
  const kept = new Map<string, Buffer>()
  const ground = {
    ...found,
    putContent: async (_: string, sha256: string, bytes: Buffer) => void kept.set(sha256, bytes),
  }
  await writeAs(app.pool, demoTenant, (tx) => demoPhotos(tx, ground))
  const [cards, photos] = [await all('/eam/device/list', deviceColumns), await all('/eam/device/attach/list')]
  const pictured = new Set(photos.flatMap(({ attachType, deviceId }) => (attachType === 'photo' ? [deviceId] : [])))
  expect(cards.filter(({ id }) => !pictured.has(id)).map(({ deviceName }) => deviceName)).toEqual([])
  expect(kept.size).toBe(new Set(cards.map(({ deviceName }) => deviceName)).size)
  for (const bytes of kept.values()) expect(bytes.subarray(1, 4).toString()).toBe('PNG')
})

test('contracts cover what they are named after', async () => {
  for (const fill of [demoSharing, demoContracts]) await writeAs(app.pool, demoTenant, (tx) => fill(tx, found))
  const covered = await app.sql(
    `select distinct c.contract_name as contract, d.common_name as kind from contract_device l join service_contract c on c.id = l.contract_id
      join device d on d.id = l.device_id where l.tenant_id = $1`,
    [demoTenant],
  )
  const kindsOf = (contract: string): unknown[] => covered.filter((row) => row.contract === contract).map(({ kind }) => kind)
  for (const [contract, kinds] of [
    ['影像设备全保服务', ['CT', 'DR', '彩超']],
    ['监护及输注设备人工保', ['多参数监护仪', '容量输液泵', '微量注射泵']],
    ['消毒设备按次服务', ['脉动真空灭菌器']],
  ] as const) {
    expect(kindsOf(contract).length, contract).toBeGreaterThan(0)
    for (const kind of kindsOf(contract)) expect(kinds).toContain(kind)
  }
})
