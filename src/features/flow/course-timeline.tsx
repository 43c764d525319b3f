import { Timeline } from 'antd'
import type { ReactNode } from 'react'
import type { historyFlowList } from '#contract/calls/flow.ts'
import { flowRecord } from '#contract/entities/flow/flow-task.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { Photos } from '#src/kit/photos.tsx'
import { momentText, textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

/** The course of an approval, the newest first: act, node, person, time, opinion and files. */
export function CourseTimeline({ records }: { readonly records: AnswerOf<typeof historyFlowList> }): ReactNode {
  const { word, language } = useWords()
  return (
    <Timeline
      items={[...records].reverse().map((one) => {
        const who = one.userName ?? '—'
        return {
          key: one.id,
          content: (
            <div className="eam-event">
              <strong>{textOf('act', flowRecord.fields.act, one, language)}</strong>
              <time dateTime={one.createTime}>{momentText(one.createTime, language)}</time>
              <span>{one.toUserName ? word('flow.recordTo', { who, to: one.toUserName }) : who}</span>
              {one.nodeName && <span>{one.nodeName}</span>}
              {one.opinion && <p>{one.opinion}</p>}
              {one.images.length > 0 && <Photos ids={one.images} label={word('history.images')} />}
            </div>
          ),
        }
      })}
    />
  )
}
