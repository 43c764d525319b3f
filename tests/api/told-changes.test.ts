import { afterAll, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { watchChanges } from '#tests/harness/told-changes.ts'

const app = await appForFile()
const watch = await watchChanges(app.database.superUrl)
afterAll(() => watch.stop())

test('a write whose changes pages would not ask again fails its test, one that pages know of passes', async () => {
  const admin = await app.as('administrator')
  /** Makes a supplier, held as if it were a write to this address. */
  const supplierBy = (path: string) =>
    watch.around(admin.tenant, path, () =>
      admin.post('/eam/supplierinfo/submit', { supplierName: `供应商 ${path}`, supplierKind: 'service' }),
    )
  await expect(supplierBy('/eam/check/start')).rejects.toThrow('/eam/check/start: supplier')
  expect((await supplierBy('/eam/supplierinfo/submit')).status).toBe(200)
})
