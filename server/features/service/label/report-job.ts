import { labelReport } from '#contract/entities/service/label/label-report.ts'
import { labelReportDaysKey } from '#contract/params.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { daysOf } from '#server/features/settings/public.ts'
import type { Job } from '#server/kit/jobs/job.ts'

/** Days that reports are kept which became no repair. The limits look back a day. */
export const labelReportDays = { key: labelReportDaysKey, usual: 30, least: 2, most: 365 } as const

/** Deletes spam, duplicates and what no one took over, with photos, and blocks that have ended. */
export const labelReportJob: Job = {
  name: 'labelReports',
  zh: '清理扫码报修单',
  en: 'Delete old label reports',
  cron: '40 3 * * *',
  run: ({ pool, now }) =>
    eachTenant(pool, async (tx) => {
      const days = await daysOf(tx, labelReportDays)
      tx.later({
        text: `with gone as (delete from label_report where tenant_id = $1 and report_state <> 'taken' and reported_at < $2::timestamptz - make_interval(days => $3) returning id)
          delete from file f using gone where f.tenant_id = $1 and f.of_entity = $4 and f.of_id = gone.id::text`,
        values: [tx.tenantId, now, days, labelReport.name],
      })
      tx.later({ text: 'delete from label_block where tenant_id = $1 and until < $2', values: [tx.tenantId, now] })
    }),
}
