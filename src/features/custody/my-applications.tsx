import { applyStates } from '#contract/entities/custody/apply-states.ts'
import { nodeNamesIn } from '#contract/entities/flow/seeded-names.ts'
import { readRows, readWritten } from '#src/data/cache/read-rows.ts'
import { useStored } from '#src/kit/phone/store/local-data.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { LinkRow, Row } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { applyWords } from './apply-words.ts'

interface PhoneApply {
  readonly id: string
  readonly applyTitle: string
  readonly applyNo?: string | null
  readonly status: keyof typeof applyStates
  readonly approvalNode?: string | null
  readonly returnTime?: string | null
  readonly opinion?: string | null
  readonly isUnsent: boolean
  /** Its running approval, where that is on this phone. */
  readonly approvalId?: string | undefined
}

/** The person's own applications that go on, those that wait to be sent included. */
export const useApplications = (): PhoneApply[] | undefined =>
  useStored(async (of) => {
    const rows = (await readRows(of, 'deviceApply')) as unknown as PhoneApply[]
    const unsent = await readWritten(of, 'deviceApply')
    const approvals = new Map((await readRows(of, 'flowInstance')).map((row) => [row.documentId, String(row.id)]))
    return rows
      .map((row) => ({ ...row, isUnsent: unsent.has(row.id), approvalId: approvals.get(row.id) }))
      .sort((a, b) => b.id.localeCompare(a.id))
  }, [])

/** An application: what it is about, where its approval stands, and why it was rejected. It opens its approval, where it is urged and taken back. */
function Application({ row }: { row: PhoneApply }) {
  const { say, language } = useWords()
  const state = applyStates[row.status] ?? applyStates.draft
  const given = {
    title: row.applyTitle,
    tag: row.isUnsent ? <ToneTag tone="warn">{say(applyWords.toSend)}</ToneTag> : <ToneTag tone={state.tone}>{say(state)}</ToneTag>,
    children: (
      <>
        <span className="ph-line">
          {[row.applyNo, row.status === 'rejected' ? row.opinion : row.approvalNode && nodeNamesIn(row.approvalNode, language)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {row.returnTime ? (
          <span className="ph-line">
            {say(applyWords.until)} {shortTime(row.returnTime, language)}
          </span>
        ) : null}
      </>
    ),
  }
  return row.approvalId ? <LinkRow to={`/approval/${row.approvalId}`} {...given} /> : <Row {...given} />
}

/** Applications of the person that go on. */
export function MyApplications() {
  const { say } = useWords()
  const rows = useApplications() ?? []
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="ph-heading">{say(applyWords.mine)}</h2>
      <ul className="ph-rows" aria-label={say(applyWords.mine)}>
        {rows.map((row) => (
          <Application key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}
