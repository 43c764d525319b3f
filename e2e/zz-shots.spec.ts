import { signIn } from './harness/desk-page.ts'
import { openDesk, type Page as Rows } from './harness/office.ts'
import { test } from './harness/server.ts'

const hospital = { tenant: '100001', password: 'ward2026' }
test.use({ viewport: { width: 1440, height: 900 } })
test('shots', async ({ page, server }) => {
  test.setTimeout(180_000)
  const desk = await openDesk(server.url, { ...hospital, user: 'manager' })
  const devices = (await desk.get<Rows<{ id: string; useDeptId: string; eamStatus: string }>>('/eam/device/list', { size: '12', eamStatus: 'in_use' })).records
  const depts = (await desk.get<Rows<{ id: string }>>('/blade-system/dept/list', { size: '5' })).records
  const ids = devices.slice(0, 8).map((one) => one.id)
  await desk.post('/eam/share/device/tag-submit', { ids, priceKind: 'hour', unitPrice: '12.50' }).catch((e) => console.log(String(e)))
  await desk.post('/eam/marker/device/tag-submit', { ids: ids.slice(0, 4) }).catch((e) => console.log(String(e)))
  let borrowing = ''
  for (const [n, one] of devices.slice(0, 6).entries()) {
    const [fromTime, toTime] = [n * 9, n * 9 + 20].map((h) => new Date(Date.now() + h * 3_600_000 - 60_000).toISOString())
    const to = depts.find((d) => d.id !== one.useDeptId)!
    const made = await desk.post<{ id: string }>('/eam/deviceusemanage/shared-borrowing-save', { deviceId: one.id, borrowDeptId: to.id, fromTime, toTime, handOutNow: n === 0 ? 1 : 0 }).catch((e) => void console.log(String(e)))
    if (made && n === 0) borrowing = made.id
  }
  const lines = devices.slice(8).map((one) => ({ deviceId: one.id, approvePrice: '120.00' }))
  const { id } = await desk.post<{ id: string }>('/eam/devicedisposal/submit', { disposalType: 'scrap', declareReasons: 'aged', reasonDetail: '设备已达到使用年限，主板故障，配件停产，维修费用超过净值。', useDeptId: devices[8]!.useDeptId, lines })
  await desk.post('/eam/devicedisposal/declare', { id })
  await desk.post('/eam/devicedisposal/appraise', { id, appraisal: '主板烧毁，无维修价值。' })
  await signIn(page, 'manager')
  for (const lang of ['zh', 'en']) {
    if (lang === 'en') {
      await page.evaluate(() => { localStorage.setItem('eam-language', JSON.stringify({ dataType: 'string', content: 'en', datetime: Date.now() })) })
    }
    for (const [name, path] of Object.entries({
      pool: '/eam/share', calendar: '/eam/share-calendar', borrowings: '/eam/shared-borrowing', borrowing: `/eam/shared-borrowing/${borrowing}`,
      marker: '/eam/marker', waiting: '/eam/share-waiting', minimum: '/eam/share-minimum', disposals: '/eam/dev-disposal', disposal: `/eam/dev-disposal/${id}`,
      edit: `/form/eam/dev-disposal-edit`, print: `/form/eam/dev-disposal-view?id=${id}`,
    })) {
      await page.goto(path)
      await page.waitForTimeout(1200)
      await page.screenshot({ path: `/tmp/sharing-shots/${lang}-${name}.png` })
    }
  }
})
