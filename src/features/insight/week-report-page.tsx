import type { ReactNode } from 'react'
import { pushWeekReports } from '#contract/calls/insight/notice-report.ts'
import { noticeReport } from '#contract/entities/insight/notice-report.ts'
import { CallButton } from '#src/kit/form/call-button.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'

/** The weeks of departments that were told, and the button that tells them. */
export function WeekReportPage(): ReactNode {
  return <EntityPage of={noticeReport} listActions={(selected) => selected.length === 0 && <CallButton of={pushWeekReports} />} />
}
