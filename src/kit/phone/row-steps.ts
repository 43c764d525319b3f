import { useRef, useState } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { buildsOnVersion, type Machine, type Step } from '#contract/kit/entity/machine.ts'
import { can } from '#contract/kit/entity/may.ts'
import { sameIdentity } from '#src/data/outbox/store/op.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { write } from '#src/kit/phone/store/local-data.ts'
import { phoneStore } from '#src/kit/phone/store/phone-store.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { notice } from '#src/kit/phone/toast.ts'
import type { FormBody } from '#src/kit/widgets/phone/fields/form-body.ts'
import { useWords } from '#src/words/words.ts'

/** A row of this phone on which a step is taken. */
export interface StepRow {
  readonly id: string
  readonly version?: number
}

/** What a person filled in for a step, with the photos to store. */
export type FilledStep = Pick<FormBody, 'body' | 'photos'>

/** Names of the steps that the state of the row and the rights of a person open and that a phone may queue. */
export function offeredSteps(of: Entity, on: Machine, row: object, rights: ReadonlySet<string>): string[] {
  return can(of, [on], { ...row }, { rights }).filter((name) => on.steps[name]?.offline)
}

/** The lane of a row in the outbox: operations of one row are sent in order. Named after the group of its scope, or after its entity. */
export const laneOf = ({ name, offline }: Entity, id: string): string => {
  const scope = offline?.scope
  return `${scope?.by === 'dept' && scope.group ? scope.group : name}:${id}`
}

/** Unsent operations of this phone on these rows. */
async function waitingOn(ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { outbox, who } = phoneStore()
  const { ops } = await outbox.read()
  return ops.filter((op) => sameIdentity(op, who) && ids.includes(op.target.id)).map(({ id }) => id)
}

/** Whether the latest unsent operation of this phone on a row is this step. */
async function isLast(kind: string, id: string): Promise<boolean> {
  const { outbox, who } = phoneStore()
  const { ops } = await outbox.read()
  const last = ops.findLast((op) => sameIdentity(op, who) && op.target.id === id)
  return last?.kind === kind && last.state === 'pending'
}

export interface RowSteps {
  /** The step whose sheet is open. */
  readonly asked: string | undefined
  readonly close: () => void
  /** Takes a step at once, or opens its sheet where it has an input or asks first. */
  readonly press: (name: string) => Promise<void>
  /** Stores a step on this phone, with a sound and a notice. Stays open when it cannot be stored. */
  readonly take: (name: string, filled: FilledStep) => Promise<void>
}

/**
 * Steps of a machine on a row of this phone, queued for the server. `saved` is the notice of a stored step; by default its name. `behind`: other rows whose
 * queued operations are sent first, such as the checklist that an order ends after.
 */
export function useRowSteps(
  of: Entity,
  on: Machine,
  row: StepRow,
  saved?: (step: Step) => string,
  behind: readonly string[] = [],
): RowSteps {
  const { word, say } = useWords()
  const [asked, setAsked] = useState<string>()
  const taking = useRef(false)

  const take = async (name: string, { body, photos }: FilledStep): Promise<void> => {
    const step = on.steps[name]
    if (!step) return
    try {
      const deps = await waitingOn(behind)
      await write(
        {
          kind: `${of.name}.${name}`,
          target: { type: of.name, id: row.id },
          lane: laneOf(of, row.id),
          body,
          ...(deps.length > 0 ? { deps, after: true } : {}),
          ...(buildsOnVersion(step) ? { baseVersion: row.version ?? 0 } : {}),
        },
        photos,
      )
    } catch (error) {
      soundOf('bad')
      return void notice(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    setAsked(undefined)
    soundOf('good')
    void notice(saved?.(step) ?? word('step.saved', { what: say(step) }))
  }

  const press = async (name: string): Promise<void> => {
    const step = on.steps[name]
    if (!step || taking.current) return
    if (step.confirm || Object.keys(step.input).length > 0) return setAsked(name)
    taking.current = true
    try {
      // A step that changes the state never follows itself: a second tap before the page updates would queue a step that the server refuses.
      const repeats = typeof step.to === 'string' && (await isLast(`${of.name}.${name}`, row.id))
      if (!repeats) await take(name, { body: {}, photos: [] })
    } finally {
      taking.current = false
    }
  }

  return { asked, close: () => setAsked(undefined), press, take }
}
