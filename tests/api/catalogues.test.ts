import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'

const app = await appForFile()
const admin = await app.as('administrator')

describe('what a card is filed under', () => {
  const made = async (path: string, draft: Record<string, unknown>): Promise<string> => {
    const { data, msg } = await admin.post(path, draft)
    expect(msg).toBe('操作成功')
    return data.id
  }

  test('category, class, supplier and service provider travel with their names', async () => {
    const assetsCategoryId = await made('/eam/assets-category/submit', { categoryName: '专用设备', usefulLifeMonths: 72 })
    const classifyId = await made('/eam/device-class/submit', { className: '病人监护设备', classCode: '07-09-91' })
    const supplierId = await made('/eam/supplierinfo/submit', { supplierName: '江城医疗器械有限公司', supplierKind: 'dealer' })
    const providerId = await made('/eam/supplierinfo/submit', { supplierName: '康达维修', supplierKind: 'service' })
    const id = await made('/eam/device/submit', { deviceName: '监护仪', assetsCategoryId, classifyId, supplierId, providerId })
    expect((await admin.get('/eam/device/detail', { id })).data).toMatchObject({
      assetsCategoryName: '专用设备',
      classifyName: '病人监护设备',
      supplierName: '江城医疗器械有限公司',
      providerName: '康达维修',
    })
    for (const path of [`/eam/assets-category/remove?ids=${assetsCategoryId}`, `/eam/supplierinfo/deleted?ids=${providerId}`])
      expect(await admin.post(path)).toMatchObject({ status: 409, error: 'in_use' })
  })

  test('a class has a code of the catalogue', async () => {
    for (const classCode of ['7', '07-3', '07-03-01-01', 'ab-cd'])
      expect(await admin.post('/eam/device-class/submit', { className: 'x', classCode })).toMatchObject({ status: 400 })
  })
})
