import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { begin, problemsOf, verified } from '#tests/harness/imports.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')

test('what something cost is never less than nothing, typed or imported', async () => {
  const draft = { deviceName: '负值泵' }
  for (const originalValue of ['-0.01', '-1', -5])
    expect(await manager.post('/eam/device/submit', { ...draft, originalValue })).toMatchObject({
      status: 400,
      data: [{ field: 'originalValue', rule: 'too_small' }],
    })
  expect((await manager.post('/eam/deviceparts/submit', { partName: '探头', quantity: 1, unitPrice: '-1' })).status).toBe(400)
  expect((await manager.post('/eam/device/submit', { ...draft, originalValue: '0' })).status).toBe(200)
  const job = await verified(app, manager, 'device', '设备名称,出厂编号,原值\n泵,N-1,-12.50\n泵,N-2,12.50\n')
  expect(job).toMatchObject({ newCount: 2, faultyCount: 0 })
  // Left empty, and said before anything is written.
  expect(await problemsOf(manager, job.id)).toMatchObject([{ row: 2, column: 2, grade: 'warning' }])
  await begin(manager, 'device', 'write', { id: job.id })
  const { records } = (await manager.get<Page>('/eam/device/list', { sn: 'N-', ascs: 'sn', columns: 'sn,originalValue' })).data
  expect(records.map((row) => row.originalValue)).toEqual([null, '12.50'])
})
