import { deviceSet } from '#contract/entities/asset/sets/device-set.ts'
import { leavingSet } from '#contract/entities/asset/sets/set-rules.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { notify } from '#server/features/notice/public.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { type LineEvent, recordMany } from '#server/kit/steps/event.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

/** Why a device leaves its set without its people: because of what its card says now, or of an act that the card does not show. */
type Why = 'card' | 'removed' | 'split'

const reasons = {
  disposed: { zh: '设备已处置', en: 'disposed of' },
  dept: { zh: '使用科室已变更', en: 'moved to another department' },
  removed: { zh: '设备卡已删除', en: 'card removed' },
  split: { zh: '设备已拆分', en: 'split' },
} as const

/** The members among these cards that can no longer stay. Sets are locked after cards, as everywhere. */
async function leaving(tx: Transaction, ids: readonly unknown[], why: Why): Promise<Row[]> {
  const { rows } = await tx.run({
    text: `select m.id, m.device_set_id, m.device_id, m.device_code, d.device_name, d.eam_status, d.use_dept_id is distinct from s.dept_id as "isMoved"
      from device_set_member m join device_set s on s.tenant_id = m.tenant_id and s.id = m.device_set_id
      join device d on d.tenant_id = m.tenant_id and d.id = m.device_id
      where m.tenant_id = $1 and m.device_id = any($2::uuid[]) and ($3 <> 'card' or d.eam_status = 'disposed' or d.use_dept_id is distinct from s.dept_id)
      order by m.device_set_id, m.place`,
    values: [tx.tenantId, ids, why],
  })
  return rows
}

const reasonOf = (member: Row, why: Why) => reasons[why === 'card' ? (member.eam_status === 'disposed' ? 'disposed' : 'dept') : why]

/** Takes cards out of their sets that no longer belong there, with events of set and card and a notice to the keeper of the set. */
export async function leaveSets(context: Context, tx: Transaction, ids: readonly unknown[], why: Why = 'card'): Promise<void> {
  const members = await leaving(tx, ids, why)
  if (members.length === 0) return
  const by = asSystem(context, leavingSet)
  const sets = await lockByRule(deviceSet, by, tx, [...new Set(members.map((one) => one.device_set_id))])
  for (const row of sets) {
    const gone = members.filter((one) => one.device_set_id === row.id)
    await tx.run({
      text: 'delete from device_set_member where tenant_id = $1 and id = any($2::uuid[])',
      values: [tx.tenantId, gone.map(({ id }) => id)],
      once: true,
    })
    const lines = gone.map(
      (one): LineEvent => ({
        act: 'removed',
        title: String(one.device_code ?? one.device_name),
        changes: { deviceId: { from: one.device_id, to: null, fromName: String(one.device_name) } },
      }),
    )
    const to = Number(row.member_count) - gone.length
    const changes = { memberCount: { from: row.member_count, to }, members: { lines } as never }
    await writeRows(deviceSet, by, tx, { verb: 'change', input: { reason: reasonOf(gone[0]!, why).zh } }, [
      { row, set: { member_count: to }, changes },
    ])
    recordMany(
      by,
      tx,
      { entity: 'device', verb: 'change' },
      gone.map((one) => ({
        entityId: one.device_id,
        version: null,
        changes: { deviceSetId: { from: row.id, to: null, fromName: String(row.set_name) } },
      })),
    )
    for (const one of gone)
      notify(by, tx, {
        kind: 'set_device_left',
        subject: `${row.set_name}：${one.device_name} ${one.device_code ?? ''}`.trim(),
        detail: reasonOf(one, why).zh,
        target: 'deviceSet',
        targetId: String(row.id),
        to: {
          users: [row.keeper_id as string | null],
          holders: row.keeper_id ? [] : { right: 'deviceSet.submit', deptId: row.dept_id as string },
          self: true,
        },
      })
  }
}
