import { recall, recalling } from '#contract/entities/quality/recall.ts'
import { followingUp } from '#contract/entities/quality/recall-device.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { type DemoActs, demoActs } from '#server/kit/demo-acts.ts'

/** Devices in use with a serial number, by a part of their name: the newest cards. */
async function serialsOf(tx: Transaction, name: string, count: number): Promise<string[]> {
  const { rows } = await tx.run({
    text: `select d.sn from device d where d.tenant_id = $1 and not d.is_deleted and d.eam_status = 'in_use' and d.sn is not null and d.stop_kinds is null
        and d.device_name like '%' || $2 || '%' order by d.device_code desc limit $3::int`,
    values: [tx.tenantId, name, count],
  })
  return rows.map((row) => String(row.sn))
}

/** Starts a recall of devices by their serial numbers. Returns it and its devices; undefined without devices. */
async function started(
  { add, go }: DemoActs,
  tx: Transaction,
  name: string,
  draft: object,
): Promise<{ id: string; cases: string[] } | undefined> {
  const serials = await serialsOf(tx, name, 3)
  if (serials.length === 0) return undefined
  const items = serials.map((matchValue) => ({ matchKind: 'serial', matchValue }))
  const id = await add('manager', recall, { ...draft, items } as never)
  await go('manager', recalling, 'start', id)
  const { rows } = await tx.run({
    text: 'select id from recall_device where tenant_id = $1 and recall_id = $2 order by id',
    values: [tx.tenantId, id],
  })
  return { id, cases: rows.map((row) => String(row.id)) }
}

/** An open recall whose devices are in different states, and one that is closed. */
export async function demoRecalls(tx: Transaction, ground: DemoGround): Promise<void> {
  const acts = demoActs(tx, ground)
  const today = homeDay(new Date())
  const open = await started(acts, tx, '输液泵', {
    ...{ recallTitle: '输液泵电池过热召回', maker: '输液泵生产厂家', level: 'first', action: 'replace', noticeNo: '召回通知 2026-017' },
    ...{ noticeDate: daysAfter(today, -6), cause: '部分批次电池充电时可能过热，可导致停机。' },
  })
  if (open) {
    const [, done, exempt] = open.cases
    if (done) await acts.go('engineer', followingUp, 'finish', done, { outcome: 'replaced', doneOn: today, note: '已更换电池组件。' })
    if (exempt) await acts.go('engineer', followingUp, 'exempt', exempt, { reason: '电池为新批次，不在召回范围内。' })
  }
  const closed = await started(acts, tx, '病人监护仪', {
    ...{ recallTitle: '监护仪报警软件升级', maker: '监护仪生产厂家', level: 'third', action: 'update', noticeNo: '召回通知 2026-009' },
    ...{ noticeDate: daysAfter(today, -40), cause: '旧版软件在静音后不会自动恢复报警声。' },
  })
  if (closed) {
    for (const id of closed.cases)
      await acts.go('engineer', followingUp, 'finish', id, { outcome: 'updated', doneOn: daysAfter(today, -20) })
    await acts.go('manager', recalling, 'close', closed.id, { closeNote: '涉及设备均已升级，厂家已确认。' })
  }
  await acts.settle()
}
