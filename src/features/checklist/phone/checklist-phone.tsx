import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import { checklistVersion } from '#contract/entities/checklist/checklist-version.ts'
import type { ChecklistItem } from '#contract/entities/checklist/items.ts'
import { type Answers, judge } from '#contract/entities/checklist/judge.ts'
import { plannedOn } from '#contract/kit/fields/planned-on.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { readDetail } from '#src/data/read-detail.ts'
import { useRight } from '#src/data/session.ts'
import { Parts } from '#src/kit/parts.tsx'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { useAsked } from '#src/kit/phone/use-asked.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { phoneWords } from '../checklist-phone-words.ts'
import { checklistWords as words } from '../checklist-words.ts'
import { dueGroupOf } from '../fill-model.ts'
import { FillPhone } from './fill-phone.tsx'
import { isOpen, type PhoneChecklist, useChecklist, useIsReported, useItems } from './phone-checklist.ts'
import { ResultPhone } from './result-phone.tsx'
import './checklist-phone.css'

interface Asked {
  readonly row: PhoneChecklist
  readonly items: readonly ChecklistItem[] | null
}

/** A checklist of the server with its items. */
async function readChecklist(id: string, signal: AbortSignal): Promise<Asked> {
  const row = (await readDetail(checklistTask, id, signal)) as unknown as PhoneChecklist
  const version = row.templateVersionId ? await readDetail(checklistVersion, row.templateVersionId, signal) : undefined
  return { row, items: (version?.items as unknown as readonly ChecklistItem[] | undefined) ?? null }
}

/** One checklist: filled in while it is open, afterwards what was found. */
export function ChecklistPhone(): ReactNode {
  const { say, word } = useWords()
  const { id = '' } = useParams()
  const { online } = useSync()
  const held = useChecklist(id)
  const heldItems = useItems(held?.templateVersionId)
  const asked = useAsked(readChecklist, id, online && (held === null || (held !== undefined && heldItems === null)))
  const row = held ?? asked?.row
  const items = (held && heldItems) || asked?.items
  return (
    <PhonePage title={row?.templateName ?? say(checklistTask)} back="/checklists">
      {row && items ? (
        <Checklist key={id} row={row} items={items} isHeld={Boolean(held)} />
      ) : row && !online ? (
        <PageState title={say(phoneWords.noItems)} />
      ) : held === undefined || (online && asked === undefined) ? (
        <PageLoading label={word('common.loading')} />
      ) : (
        <PageState title={say(phoneWords.gone)} help={say(phoneWords.goneHelp)} />
      )}
    </PhonePage>
  )
}

interface ChecklistProps {
  readonly row: PhoneChecklist
  readonly items: readonly ChecklistItem[]
  readonly isHeld: boolean
}

function Checklist({ row, items, isHeld }: ChecklistProps): ReactNode {
  const mayWork = useRight('checklistTask.work')
  const maySave = useRight('checklistTask.submit')
  const mayReport = useRight('repairOrder.submit')
  const isReported = useIsReported(row.id) || Boolean(row.repairId)
  const stuck = usePhoneStore(({ queue }) => queue.items.find(({ op, attention }) => op.target.id === row.id && attention))
  const refused = stuck?.op.kind === 'checklistTask.submit' ? (stuck.op.body as { answers?: Answers }).answers : undefined
  const canFill = isHeld && isOpen(row) && mayWork && maySave && !stuck
  return (
    <>
      <Head row={row} />
      <Parts at="checklist.origin" given={{ id: row.id }} />
      {stuck ? <Stuck /> : null}
      {isReported ? <Reported row={row} /> : null}
      {canFill ? (
        <FillPhone row={row} items={items} />
      ) : (
        <ResultPhone
          id={row.id}
          entries={judge(items, { ...row.answers, ...refused }).entries}
          canReport={row.taskStatus === 'finished' && mayWork && mayReport && !isReported && !stuck}
        />
      )}
    </>
  )
}

/** Which device it is about, and until when. */
function Head({ row }: { readonly row: PhoneChecklist }): ReactNode {
  const { say } = useWords()
  const state = checklistTask.fields.taskStatus.of[row.taskStatus]
  const isLate = isOpen(row) && dueGroupOf(row.dueDate, homeDay(new Date())) === 'overdue'
  const facts = [
    row.useDeptName,
    row.taskNo,
    row.dueDate ? `${say(phoneWords.due)} ${row.dueDate}` : '',
    row.plannedOn ? `${say(plannedOn)} ${row.plannedOn}` : '',
  ]
  return (
    <section className="ph-card">
      <div className="ph-fill-head">
        <h2>
          <Link to={`/device/${row.deviceId}`}>{row.deviceName ?? say(checklistTask.fields.device)}</Link>
        </h2>
        {isLate ? <ToneTag tone="bad">{say(phoneWords.overdue)}</ToneTag> : <ToneTag tone={state.tone}>{say(state)}</ToneTag>}
      </div>
      <p className="ph-quiet">{facts.filter(Boolean).join(' · ')}</p>
    </section>
  )
}

function Stuck(): ReactNode {
  const { say } = useWords()
  return (
    <div className="ph-alert ph-fill-note" role="alert">
      {say(phoneWords.stuck)}
      <br />
      <Link className="ph-text-link" to="/queue">
        {say(phoneWords.openQueue)}
      </Link>
    </div>
  )
}

function Reported({ row }: { readonly row: PhoneChecklist }): ReactNode {
  const { say } = useWords()
  return (
    <p className="ph-alert ph-alert-calm ph-fill-note" role="status">
      {row.repairId ? (
        <>
          {say(words.reported)} <Link to={`/repair/${row.repairId}`}>{row.repairName ?? ''}</Link>
        </>
      ) : (
        say(phoneWords.reportedHere)
      )}
    </p>
  )
}
