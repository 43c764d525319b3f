import { expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home } from '#tests/harness/hospitals.ts'

const app = await appForFile()

test('the audit log is append-only: the program can neither change nor remove an event, not even its own', async () => {
  const manager = await app.as('equipment_manager')
  const { id } = (await manager.post('/eam/device/submit', { deviceName: '留痕' })).data
  const reported = async () =>
    app.sql('select verb, actor_name, changes, at from audit_event where tenant_id = $1 and entity_id = $2', [home.tenant, id])
  const before = await reported()
  expect(before).toHaveLength(1)
  for (const text of [
    `update audit_event set actor_name = '别人' where tenant_id = $1 and entity_id = $2`,
    'delete from audit_event where tenant_id = $1 and entity_id = $2',
  ])
    await expect(writeAs(app.pool, home.tenant, (tx) => tx.run({ text, values: [home.tenant, id] }))).rejects.toThrow(/events are kept/)
  expect(await reported()).toEqual(before)
})
