import type { ReactNode } from 'react'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { CourseTimeline } from './course-timeline.tsx'
import type { Approving } from './phone/approving.ts'

/** Whom an approval waits for, and what was done with it. */
export function InstanceCourse({ row }: { readonly row: Approving }): ReactNode {
  const { word, language } = useWords()
  const waiting =
    row.instanceStatus === 'running'
      ? row.nodes.flatMap(({ nodeName, tasks }) =>
          tasks.filter(({ taskState }) => taskState === 'open').map((task) => ({ ...task, nodeName })),
        )
      : []
  return (
    <section className="eam-history" aria-label={word('flow.course')}>
      <h2>{word('flow.course')}</h2>
      {waiting.length > 0 && (
        <ul className="eam-approval-waiting">
          {waiting.map(({ id, userName, nodeName, openedAt }) => (
            <li key={id}>
              {word('flow.waitsFor', { who: userName ?? '—', node: nodeName })}
              {openedAt && <time dateTime={openedAt}>{momentText(openedAt, language)}</time>}
            </li>
          ))}
        </ul>
      )}
      <CourseTimeline records={row.records} />
    </section>
  )
}
