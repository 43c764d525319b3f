import { v7 } from 'uuid'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'

const reports = [
  { description: '屏幕不亮，按开关没有反应', name: '陪护张先生', phone: '13800000001', room: '8 床', hoursAgo: 1 },
  { description: '一直报警，关机重开也一样', name: '实习护士小刘', phone: '8123', room: '治疗室', hoursAgo: 20 },
] as const

/** What stands at a bed and has a screen and an alarm, by common name. */
const bedside = ['多参数监护仪', '有创呼吸机', '容量输液泵', '微量注射泵']

/** Reports by label that wait, of people without an account. */
export async function demoLabelReports(tx: Transaction, { depts }: DemoGround): Promise<void> {
  const { rows } = await tx.run({
    text: `select d.id from device d where d.tenant_id = $1 and d.eam_status = 'in_use' and d.filing_status = 'filed' and d.use_dept_id = $2 and d.common_name = any($4)
      order by d.device_code desc limit $3`,
    values: [tx.tenantId, depts.get('重症医学科'), reports.length, bedside],
  })
  const made = rows.map(({ id }, index) => {
    const { description, name, phone, room, hoursAgo } = reports[index]!
    const at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
    return {
      ...{ id: v7(), version: 1, created_at: at, updated_at: at, reported_at: at, report_state: 'waiting', device_id: id, description },
      ...{ reporter_name: name, reporter_phone: phone, room, origin: `demo ${index}`, form_key: v7() },
    }
  })
  if (made.length > 0) await tx.run(insertAll('label_report', tx.tenantId, made))
}
