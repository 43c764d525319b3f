import { v7 as uuid } from 'uuid'
import { deviceClass } from '#contract/entities/asset/device/device-class.ts'
import { catalogueLoading } from '#contract/entities/asset/device/device-rules.ts'
import type { Transaction } from '#server/db/pool.ts'
import { actingAlone } from '#server/kit/access/as-system.ts'
import { lockTree } from '#server/kit/read/tree.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { gatherStatistics } from '#server/kit/write/statistics.ts'
import type { ListedClass } from './catalogue-file.ts'
import { codesUp } from './ground.ts'

/**
 * Adds the classes of a catalogue that a tenant does not have, each below the nearest code above it. Classes that are there stay as the hospital keeps them.
 * Answers how many were added.
 */
export async function loadClasses(tx: Transaction, listed: readonly ListedClass[]): Promise<number> {
  lockTree(deviceClass, tx, 'move')
  const { rows } = await tx.run({
    text: 'select id, class_code, path from device_class where tenant_id = $1 and not is_deleted',
    values: [tx.tenantId],
  })
  const byCode = new Map(rows.map((row) => [String(row.class_code), { id: String(row.id), path: String(row.path) }]))
  const added = [...listed]
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .filter(({ code }) => !byCode.has(code))
    .map(({ code, name, riskLevel }, at) => {
      const id = uuid()
      const above = codesUp(code).flatMap((one) => (one === code ? [] : (byCode.get(one) ?? [])))[0]
      const path = `${above?.path ?? ''}${id}/`
      byCode.set(code, { id, path })
      return { id, class_code: code, class_name: name, risk_level: riskLevel, parent_id: above?.id ?? null, path, sort: at + 1 }
    })
  tx.later({
    text: `insert into device_class (tenant_id, id, class_code, class_name, risk_level, parent_id, path, sort)
      select $1, v.id, v.class_code, v.class_name, v.risk_level, v.parent_id, v.path, v.sort from jsonb_populate_recordset(null::device_class, $2::jsonb) v`,
    values: [tx.tenantId, JSON.stringify(added)],
    once: true,
  })
  const events = added.map((row) => ({ entityId: row.id, version: 1, changes: { className: { from: null, to: row.class_name } } }))
  recordMany(actingAlone(catalogueLoading), tx, { entity: deviceClass.name, verb: 'add' }, events)
  await gatherStatistics(tx, added.length, [deviceClass])
  return added.length
}
