import { expect, test } from 'vitest'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { repairPart } from '#contract/entities/service/repair-part.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { createLineSync } from '#server/kit/lines/sync-lines.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home } from '#tests/harness/hospitals.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()

const kept: Entity = {
  ...repairPart,
  offline: { keep: 'read', scope: { by: 'parent', field: 'repair' }, offlineFields: ['partName', 'repair'] },
} as Entity

test('lines stand in the feed of the row above them, move with it and leave with it', async () => {
  await app.sql(createLineSync(kept, repairOrder))
  const [engineer, keeper, manager] = [await app.as('engineer'), await app.as('keeper'), await app.as('equipment_manager')]
  const work = repairs(app, await app.as('administrator'))
  const id = await work.at('working', await work.card())
  const parts = [{ partName: '电池', quantity: 1 }]
  const scopes = async () =>
    (
      await app.sql(
        `select c.scope_id, c.deleted from sync_change c join repair_part p on p.tenant_id = c.tenant_id and p.id = c.entity_id
          where c.entity = 'repairPart' and p.repair_id = $1 order by 1`,
        [id],
      )
    ).map((row) => `${row.scope_id}${row.deleted ? ' gone' : ''}`)
  await work.go(engineer, 'finish', id, { ...work.result, parts })
  const [dept, mine, theirs] = [`repair:dept:${home.depts.bones}`, `repair:user:${engineer.userId}`, `repair:user:${keeper.userId}`]
  expect(await scopes()).toEqual([dept, 'repair:tenant', mine, theirs].sort())
  await work.go(keeper, 'sendBack', id, { reason: '没好' })
  await work.go(manager, 'assign', id, { engineerId: manager.userId })
  expect(await scopes()).toEqual([dept, 'repair:tenant', `repair:user:${manager.userId}`, `${mine} gone`, theirs].sort())
  await work.go(manager, 'arrive', id)
  await work.go(manager, 'scrap', id, { reason: '太旧' })
  expect((await scopes()).every((one) => one.endsWith(' gone'))).toBe(true)
})
