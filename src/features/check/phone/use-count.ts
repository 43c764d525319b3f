import { useEffect, useMemo } from 'react'
import type { checkDept } from '#contract/entities/check/check-dept.ts'
import { byName } from '#contract/kit/text/by-name.ts'
import { readRows } from '#src/data/cache/read-rows.ts'
import { pulledRows, useStored } from '#src/kit/phone/store/local-data.ts'
import type { PhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { usePaced } from '#src/kit/phone/use-paced.ts'
import { CountIndex } from './count-index.ts'
import { keepCountIndexes, useCountIndexes } from './count-indexes.ts'
import type { Counted } from './count-model.ts'

interface TaskRow {
  readonly id: string
  readonly checkTitle: string
  readonly checkStatus: string
  readonly mode: 'open' | 'blind'
  readonly endDate: string | null
}

/** The part of a check that one department answers for, as phones keep it. */
export interface DeptRow {
  readonly id: string
  readonly version?: number
  readonly checkId: string
  readonly deptId: string | null
  readonly deptTitle: string
  readonly deptStatus: keyof (typeof checkDept)['fields']['deptStatus']['of']
  readonly round: number
  readonly bookCount: number
}

/** Whether a check can be counted without a network. */
export interface Ready {
  /** All lines and codes are on this phone: what is not among them is not on the book. */
  readonly isWhole: boolean
  /** Lines on this phone, and how many there are, as far as it knows. */
  readonly got: number
  readonly all: number
}

/** A check that is being counted, with what this person has seen, sent or not. */
export interface OpenCheck {
  readonly id: string
  readonly title: string
  readonly endDate: string | null
  /** Counters see only what they scan. */
  readonly isBlind: boolean
  readonly depts: readonly DeptRow[]
  readonly board: CountIndex
  readonly ready: Ready
}

const empty = new CountIndex()

function readyOf(
  { id, mode }: TaskRow,
  whole: readonly string[],
  hashed: readonly string[],
  depts: readonly DeptRow[],
  board: CountIndex,
): Ready {
  const scope = whole.find((name) => name === `task:${id}` || name.startsWith(`task:${id}~`))
  const got = board.progress().all
  const all = depts.reduce((sum, dept) => sum + (dept.bookCount ?? 0), 0)
  const isWhole = scope !== undefined && (mode !== 'blind' || hashed.includes(scope))
  return { isWhole, got, all: isWhole ? got : Math.max(got, all) }
}

const readDepts = async (of: PhoneStore): Promise<DeptRow[]> => (await readRows(of, 'checkDept')) as unknown as DeptRow[]

/** The scopes of the blind checks whose hashed codes are here. */
const readHashed = ({ cache }: PhoneStore): Promise<string[]> => cache.blind.toCollection().primaryKeys()

/** The open checks of this person, undefined while they are read. */
export function useOpenChecks(): OpenCheck[] | undefined {
  const tasks = useStored(async (of) => (await pulledRows<TaskRow>(of, 'checkTask')).filter((task) => task.checkStatus === 'open'), [])
  const depts = usePaced(readDepts)
  const hashed = useStored(readHashed, [])
  const { boards, whole, revision } = useCountIndexes()
  const isAny = (tasks?.length ?? 0) > 0
  useEffect(() => {
    if (isAny) keepCountIndexes()
  }, [isAny])
  return useMemo(() => {
    if (!tasks || !depts || !hashed) return undefined
    if (tasks.length > 0 && !boards) return undefined
    // The boards change in place; the revision shows that they have.
    void revision
    return tasks.map((task) => {
      const board = boards?.get(task.id) ?? empty
      const parts = depts.filter((dept) => dept.checkId === task.id).sort((a, b) => byName(a.deptTitle, b.deptTitle))
      return {
        id: task.id,
        title: task.checkTitle,
        endDate: task.endDate,
        isBlind: task.mode === 'blind',
        depts: parts,
        board,
        ready: readyOf(task, whole, hashed, parts, board),
      }
    })
  }, [tasks, depts, hashed, boards, whole, revision])
}

/** One open check; null: it is not open here; undefined while it is read. */
export function useOpenCheck(id: string | undefined): OpenCheck | null | undefined {
  const checks = useOpenChecks()
  return checks && (checks.find((one) => one.id === id) ?? null)
}

/** A device in an open check. */
export interface CardInCheck {
  readonly check: OpenCheck
  /** Its line there; undefined in a blind check, of whose book this phone knows nothing, before the person has seen it. */
  readonly line: Counted | undefined
}

/** The open checks that have a device on their book, with its line there, and every blind one, so that the offer does not reveal its book. */
export function useChecksOfDevice(deviceId: string): CardInCheck[] {
  const checks = useOpenChecks()
  return useMemo(
    () =>
      (checks ?? []).flatMap((check) => {
        const line = check.board.lineOfDevice(deviceId)
        return line || check.isBlind ? [{ check, line }] : []
      }),
    [checks, deviceId],
  )
}
