import type pg from 'pg'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { labelReportKey, labelReportTextKey, takesLabelReports } from '#contract/params.ts'
import { platformTenant } from '#contract/roles.ts'
import { readAs } from '#server/db/pool.ts'
import { rowsAs } from '#server/db/query.ts'
import { rightPackagedSql } from '#server/kit/access/packaged.ts'

/** A device that may be reported, and all that a stranger learns of it. */
export interface Reportable {
  readonly tenantId: string
  readonly deviceId: string
  readonly deviceName: string
  readonly deviceCode: string
  /** What its hospital says to reporters. */
  readonly note: string
  /** When it was reported, while that waits or is repaired. */
  readonly reportedAt: string | undefined
}

/** `app`: nothing is different from before there were reports by label; `none`: not to be reported. */
type Label = Reportable | 'app' | 'none'

interface Named {
  readonly tenantId: string
  readonly deviceId: string | null
  readonly takes: string | null
  readonly isRoom: boolean
}

const tokenShape = /^[0-9a-z]{12}$/
/** Stands for the device of a token that no hospital has, so that it is looked for as long. */
const noDevice = '00000000-0000-7000-8000-000000000000'

const deviceSql = `select d.device_name as "deviceName", d.device_code as "deviceCode", d.eam_status = 'disposed' as "isDisposed",
    ${rightPackagedSql('d.tenant_id', 'labelReport.take')} as "isPackaged",
    (select p.param_value from param p where p.tenant_id = $1 and p.param_key = $3 and not p.is_deleted) as note,
    (select max(at) from (
      select max(o.reported_at) as at from repair_order o where o.tenant_id = $1 and o.device_id = $2 and o.repair_status = any($4::text[]) and not o.is_deleted
      union all select max(r.reported_at) from label_report r where r.tenant_id = $1 and r.device_id = $2 and r.report_state = 'waiting') open) as "reportedAt"
  from device d where d.tenant_id = $1 and d.id = $2 and not d.is_deleted`

/**
 * What a printed token names to a person without a session. A token that no hospital has, and a device that is disposed of, are looked up in the same two
 * steps and answered alike.
 */
export async function labelNamed(pool: pg.Pool, typed: string): Promise<Label> {
  const token = typed.toLowerCase()
  if (!tokenShape.test(token)) return 'app'
  const [found] = await readAs(pool, platformTenant, [
    {
      text: `select tenant_id as "tenantId", device_id as "deviceId", takes, is_room as "isRoom" from label_named($1, $2)`,
      values: [token, labelReportKey],
    },
  ])
  const rows = rowsAs<Named>(found)
  const named = rows.filter(({ deviceId, isRoom }) => deviceId !== null || isRoom)
  const [only] = named
  const tenantId = only?.tenantId ?? platformTenant
  const [facts] = await readAs(pool, tenantId, [
    { text: deviceSql, values: [tenantId, only?.deviceId ?? noDevice, labelReportTextKey, [...openRepairStates]] },
  ])
  if (!only) return rows.some(({ takes }) => takesLabelReports(takes)) ? 'none' : 'app'
  const [device] = rowsAs<Omit<Reportable, 'tenantId' | 'deviceId'> & { isDisposed: boolean; isPackaged: boolean }>(facts)
  if (named.length > 1 || !only.deviceId || !takesLabelReports(only.takes) || !device?.isPackaged) return 'app'
  if (device.isDisposed) return 'none'
  const { deviceName, deviceCode, note, reportedAt } = device
  return {
    tenantId,
    deviceId: only.deviceId,
    deviceName,
    deviceCode: deviceCode ?? '',
    note: note ?? '',
    reportedAt: reportedAt ?? undefined,
  }
}
