import { Tabs } from 'antd'
import type { ReactNode } from 'react'
import { jobsMine, jobsOfTenant, timedJobList } from '#contract/calls/tooling/job.ts'
import { useRight } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { JobsTable } from './jobs-table.tsx'
import { TimedJobs } from './timed-jobs.tsx'

/** The person's own work in the background; for administrators also that of the hospital, and timed jobs. */
export function JobsPage(): ReactNode {
  const { word } = useWords()
  const mayManage = useRight(jobsOfTenant.may)
  const maySeeTimed = useRight(timedJobList.may)
  return (
    <section className="eam-panel" aria-label={word('jobs.title')}>
      <Tabs
        destroyOnHidden
        items={[
          { key: 'mine', label: word('jobs.mine'), children: <JobsTable of={jobsMine} /> },
          ...(mayManage ? [{ key: 'all', label: word('jobs.all'), children: <JobsTable of={jobsOfTenant} /> }] : []),
          ...(maySeeTimed ? [{ key: 'timed', label: word('jobs.timed'), children: <TimedJobs /> }] : []),
        ]}
      />
    </section>
  )
}
