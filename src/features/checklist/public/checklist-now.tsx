import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import type { ChecklistItem } from '#contract/entities/checklist/items.ts'
import { type Answers, judge } from '#contract/entities/checklist/judge.ts'
import { readRow } from '#src/data/cache/read-rows.ts'
import { useRight } from '#src/data/session.ts'
import { pulledByIds, useStored } from '#src/kit/phone/store/local-data.ts'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'

/** How a checklist stands on this phone, its queued answers included. */
export interface ChecklistNow {
  readonly state: keyof typeof checklistTask.fields.taskStatus.of
  readonly isOpen: boolean
  readonly isAbnormal: boolean
}

interface Held {
  readonly taskStatus: ChecklistNow['state']
  readonly templateVersionId?: string | null
  readonly answers?: Answers | null
}

/** The checklist of another record; null: none, or this phone does not hold it, such as after it was finished; undefined while it is read. */
export const useChecklistNow = (id: string | null | undefined): ChecklistNow | null | undefined =>
  useStored(
    async (of): Promise<ChecklistNow | null> => {
      const row = id ? ((await readRow(of, checklistTask.name, id))?.row as unknown as Held | undefined) : undefined
      if (!row) return null
      const versions = row.templateVersionId ? [row.templateVersionId] : []
      const [version] = await pulledByIds<{ items?: readonly ChecklistItem[] }>(of, 'checklistVersion', versions)
      const entries = judge(version?.items ?? [], row.answers ?? {}).entries
      const state = row.taskStatus
      return { state, isOpen: state === 'todo' || state === 'filling', isAbnormal: entries.some(({ verdict }) => verdict === 'abnormal') }
    },
    [id],
  )

/** Leads from another record to its checklist, with how it stands. Nothing for who may not see checklists. */
export function ChecklistOf({ id, now }: { readonly id: string; readonly now: ChecklistNow | null | undefined }): ReactNode {
  const { say } = useWords()
  const maySee = useRight('checklistTask.list')
  const state = now ? checklistTask.fields.taskStatus.of[now.state] : undefined
  return maySee ? (
    <p>
      <Link className="ph-text-link" to={`/checklists/${id}`}>
        {say(checklistTask)}
      </Link>{' '}
      {state ? <ToneTag tone={state.tone}>{say(state)}</ToneTag> : null}
    </p>
  ) : null
}
