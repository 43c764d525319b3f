import { expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { lentKinds } from '#server/demo/demo-homes.ts'
import { demoPhotos } from '#server/features/asset/demo/demo-photos.ts'
import { demoLoans } from '#server/features/custody/demo-loans.ts'
import { demoPool } from '#server/features/pool/demo-pool.ts'
import { demoHistory } from '#server/features/service/demo-history.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { demoGround, demoTenant } from '#tests/harness/demo-ground.ts'

const app = await appForFile()
const admin = await app.signIn(demoTenant, 'admin')

const deviceColumns = 'deviceName,deviceCode,commonName,eamStatus,useDeptId,locationId'

/** Every row of a list, page by page. */
async function all(path: string, columns?: string): Promise<Row[]> {
  const found: Row[] = []
  for (let current = 1; ; current++) {
    const { records, total } = (await admin.get<Page<Row>>(path, { size: 200, current, ...(columns ? { columns } : {}) })).data
    found.push(...records)
    if (records.length === 0 || found.length >= total) return found
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
  const ground = await demoGround(app)
  for (const fill of [demoLoans, demoPool, demoHistory]) await writeAs(app.pool, demoTenant, (tx) => fill(tx, ground))
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

test('every device has a picture of its class, which who sees the device may open', async () => {
  const kept = new Map<string, Buffer>()
  const ground = {
    ...(await demoGround(app)),
    putContent: async (_: string, sha256: string, bytes: Buffer) => void kept.set(sha256, bytes),
  }
  await writeAs(app.pool, demoTenant, (tx) => demoPhotos(tx, ground))
  const [cards, photos] = [await all('/eam/device/list', deviceColumns), await all('/eam/device/attach/list')]
  const pictured = new Set(photos.flatMap(({ attachType, deviceId }) => (attachType === 'photo' ? [deviceId] : [])))
  expect(cards.filter(({ id }) => !pictured.has(id)).map(({ deviceName }) => deviceName)).toEqual([])
  expect(kept.size).toBe(new Set(cards.map(({ deviceName }) => deviceName)).size)
  for (const bytes of kept.values()) expect(bytes.subarray(1, 4).toString()).toBe('PNG')
})
