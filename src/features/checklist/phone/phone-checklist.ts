import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import type { ChecklistItem } from '#contract/entities/checklist/items.ts'
import type { Answers } from '#contract/entities/checklist/judge.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import { readOwn, readRow, readRows } from '#src/data/cache/read-rows.ts'
import type { Photo } from '#src/data/outbox/ports.ts'
import { laneOf } from '#src/kit/phone/row-steps.ts'
import { pulledByIds, useStored, write } from '#src/kit/phone/store/local-data.ts'

/** A checklist as phones keep it. */
export interface PhoneChecklist {
  readonly id: string
  readonly version?: number
  readonly taskNo?: string | null
  readonly taskStatus: 'todo' | 'filling' | 'finished' | 'cancelled'
  readonly deviceId: string
  readonly deviceName?: string | null
  readonly useDeptName?: string | null
  readonly templateName?: string | null
  readonly templateVersionId?: string | null
  readonly assigneeId?: string | null
  readonly dueDate?: string | null
  readonly plannedOn?: string | null
  readonly answers?: Answers | null
  readonly repairId?: string | null
  readonly repairName?: string | null
}

/** The checklists on this phone as the person expects them, the finished ones that wait to be sent included; undefined while they are read. */
export const useChecklists = (): PhoneChecklist[] | undefined =>
  useStored(async (of) => {
    const rows = (await readRows(of, 'checklistTask')) as unknown as PhoneChecklist[]
    return rows.sort((one, other) => (one.dueDate ?? '9').localeCompare(other.dueDate ?? '9'))
  }, [])

/** Whether a checklist is still to be filled in. */
export const isOpen = ({ taskStatus }: PhoneChecklist): boolean => taskStatus === 'todo' || taskStatus === 'filling'

/** Whether a checklist is this person's to fill in: assigned to them, or not assigned. */
export const isMine = ({ assigneeId }: PhoneChecklist, userId: string): boolean => !assigneeId || assigneeId === userId

/** One checklist as the person expects it; null: this phone does not hold it; undefined while it is read. */
export const useChecklist = (id: string): PhoneChecklist | null | undefined =>
  useStored(async (of) => ((await readRow(of, 'checklistTask', id))?.row as unknown as PhoneChecklist | undefined) ?? null, [id])

/** The items of a version on this phone; null: this phone does not hold it; undefined while it is read. */
export const useItems = (versionId: string | null | undefined): readonly ChecklistItem[] | null | undefined =>
  useStored(
    async (of) => {
      const [version] = versionId ? await pulledByIds<{ items?: readonly ChecklistItem[] }>(of, 'checklistVersion', [versionId]) : []
      return version?.items ?? null
    },
    [versionId],
  )

/** Whether a report from a checklist waits to be sent, or has just been. */
export const useIsReported = (id: string): boolean =>
  useStored(async (of) => (await readOwn(of, 'checklistTask.openRepair')).some(({ target }) => target.id === id), [id]) ?? false

/** Queues an operation on a checklist, in the lane of its row. `builds`: the version and the answers that the person saw. */
export const queue = (
  name: 'submit' | 'finish' | 'openRepair',
  id: string,
  body: Raw,
  builds?: { readonly version: number; readonly answers?: unknown },
  photos: readonly Photo[] = [],
): Promise<string> =>
  write(
    {
      kind: `checklistTask.${name}`,
      target: { type: 'checklistTask', id },
      lane: laneOf(checklistTask, id),
      body,
      ...(builds ? { baseVersion: builds.version } : {}),
      ...(builds && 'answers' in builds ? { base: { answers: builds.answers } } : {}),
    },
    photos,
  )
