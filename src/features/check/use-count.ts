import { useMemo } from 'react'
import type { DoneOp, Op } from '#src/data/outbox/op.ts'
import { pulledByIds, pulledRows, unseenWrites, useStored } from '#src/kit/phone-data.ts'
import type { PhoneDevice } from '#src/kit/phone-device.ts'
import type { Station } from '#src/kit/phone-station.ts'
import {
  type CodeBook,
  type Count,
  type CountLine,
  codeBook,
  countOf,
  type Observation,
  type Progress,
  progressOf,
  type Result,
} from './count-model.ts'

interface TaskRow {
  readonly id: string
  readonly checkTitle: string
  readonly checkStatus: string
  readonly endDate: string | null
}

type LineRow = CountLine & { readonly checkId: string }

/** A check as the phone holds it, before this phone's own observations. */
interface Held {
  readonly task: TaskRow
  readonly lines: readonly LineRow[]
  readonly book: CodeBook
}

async function heldChecks(of: Station): Promise<Held[]> {
  const tasks = (await pulledRows<TaskRow>(of, 'checkTask')).filter((task) => task.checkStatus === 'open')
  if (tasks.length === 0) return []
  const all = await pulledRows<LineRow>(of, 'checkLine')
  const devices = await pulledByIds<PhoneDevice>(of, 'device', [...new Set(all.map((line) => line.deviceId))])
  return tasks.map((task) => {
    const lines = all.filter((line) => line.checkId === task.id)
    return { task, lines, book: codeBook(lines, devices) }
  })
}

const observationsOf = (writes: readonly (Op | DoneOp)[], checkId: string): Observation[] =>
  writes
    .filter((op) => op.target.id === checkId)
    .map((op) => {
      const body = op.body as { code: string; locationId?: string }
      return { opId: op.id, code: body.code, locationId: body.locationId ?? null, at: op.occurredAt, isWaiting: !('result' in op) }
    })

/** A check with what this person has seen, sent or not. */
export interface OpenCheck extends Count {
  readonly id: string
  readonly title: string
  readonly endDate: string | null
  readonly progress: Progress
  readonly book: CodeBook
}

const openCheck = ({ task, lines, book }: Held, writes: readonly (Op | DoneOp)[]): OpenCheck => {
  const count = countOf(lines, observationsOf(writes, task.id), book)
  return { ...count, id: task.id, title: task.checkTitle, endDate: task.endDate, progress: progressOf(count.lines), book }
}

/** The open checks of this person, undefined while they are read. What is pulled and what is written change at different times and are read apart. */
export function useOpenChecks(): OpenCheck[] | undefined {
  const held = useStored(heldChecks, [])
  const writes = useStored((of) => unseenWrites(of, 'check.scan'), [])
  return useMemo(() => (held && writes ? held.map((one) => openCheck(one, writes)) : undefined), [held, writes])
}

/** A device's line in an open check. */
export interface CardInCheck {
  readonly id: string
  readonly title: string
  readonly result: Result
}

/** The open checks that have a device on their book, with its result there. */
export function useChecksOfDevice(deviceId: string): CardInCheck[] {
  const checks = useOpenChecks()
  return useMemo(
    () =>
      (checks ?? []).flatMap(({ id, title, lines }) => {
        const line = lines.find((one) => one.deviceId === deviceId)
        return line ? [{ id, title, result: line.result }] : []
      }),
    [checks, deviceId],
  )
}
