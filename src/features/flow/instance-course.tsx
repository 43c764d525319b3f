import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'
import type { Approving } from './approving.ts'
import { CourseTimeline } from './course-timeline.tsx'

/** What was done with an approval, beside its drawing. */
export function InstanceCourse({ row }: { readonly row: Approving }): ReactNode {
  const { word } = useWords()
  return (
    <section className="eam-history" aria-label={word('flow.course')}>
      <h2>{word('flow.course')}</h2>
      <CourseTimeline records={row.records} />
    </section>
  )
}
