import { Timeline } from 'antd'
import type { ReactNode } from 'react'
import type { historyFlowList } from '#contract/calls/flow/flow.ts'
import { flowRecord } from '#contract/entities/flow/flow-task.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Photos } from '#src/kit/photos.tsx'
import { momentText, textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

/** The course of an approval as sentences, the newest first, with node, time, opinion and files. */
export function CourseTimeline({ records }: { readonly records: AnswerOf<typeof historyFlowList> }): ReactNode {
  const { word, language } = useWords()
  return (
    <Timeline
      items={[...records].reverse().map((one) => {
        const who = one.userName
        const act = textOf('act', flowRecord.fields.act, one, language)
        return {
          key: one.id,
          content: (
            <div className="eam-event">
              <p className="eam-event-act">
                {!who ? act : one.toUserName ? word('flow.didTo', { who, act, to: one.toUserName }) : word('flow.did', { who, act })}
              </p>
              <time dateTime={one.createTime}>{momentText(one.createTime, language)}</time>
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
