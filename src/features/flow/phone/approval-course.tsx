import type { BriefAct } from '#contract/entities/flow/brief.ts'
import { flowRecord } from '#contract/entities/flow/flow-task.ts'
import { nodeNameIn } from '#contract/entities/flow/seeded-names.ts'
import type { Tone } from '#contract/kit/fields/field.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { useWords } from '#src/words/words.ts'
import { approvalWords } from '../approval-words.ts'
import { filled } from '../tree/filled.ts'
import type { ShownApproval } from './phone-approval.ts'

const acts = flowRecord.fields.act.of
const tones: Readonly<Record<string, Tone>> = { agree: 'good', switchOffline: 'good', reject: 'bad', cancel: 'bad' }

/** What was done with an approval, the newest last, and where it waits. */
export function ApprovalCourse({ row }: { row: ShownApproval }) {
  const { say, language } = useWords()
  const nodes = row.status === 'running' ? [...new Set((row.brief.asked ?? []).map(({ node }) => node))] : []
  return (
    <section className="ph-card" aria-label={say(approvalWords.course)}>
      <h2>{say(approvalWords.course)}</h2>
      <ol className="ph-course">
        {row.course.map((one) => (
          <Act key={`${one.at} ${one.act} ${one.to ?? ''}`} of={one} />
        ))}
        {nodes.map((node) => (
          <li key={node} className="ph-course-act ph-course-now">
            {filled(say(approvalWords.asked), { who: nodeNameIn(node, language) })}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Act({ of: { act, who, to, node, opinion, images = [], at } }: { of: BriefAct }) {
  const { say, language } = useWords()
  const words = acts[act as keyof typeof acts]
  return (
    <li className={`ph-course-act ph-course-${tones[act] ?? 'plain'}`}>
      <span className="ph-course-line">
        <strong>{words ? say(words) : act}</strong>
        <time className="ph-quiet" dateTime={at}>
          {shortTime(at, language)}
        </time>
      </span>
      <span className="ph-quiet">
        {[to ? filled(say(approvalWords.to), { who, to }) : who, node && nodeNameIn(node, language)].filter(Boolean).join(' · ')}
      </span>
      {opinion ? <blockquote className="ph-course-opinion">{opinion}</blockquote> : null}
      {images.length > 0 ? (
        <span className="ph-course-files">
          {images.map((id) => (
            <a key={id} href={fileAddress(id)} target="_blank" rel="noreferrer">
              <img src={fileAddress(id, 'thumb')} alt="" />
            </a>
          ))}
        </span>
      ) : null}
    </li>
  )
}
