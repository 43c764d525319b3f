import { useMemo } from 'react'
import { businessDictionary } from '#contract/calls/settings/dictionary.ts'
import { approvals } from '#contract/entities/flow/approval-kinds.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import { withAllChoices } from '#contract/kit/fields/dictionary.ts'
import { dictionaryCode } from '#contract/kit/fields/field.ts'
import { useCall } from '#src/data/hooks.ts'

/** The code of the dictionary that adds choices to the facts of an approval; the facts of one kind take them from one dictionary. */
const moreOf = (approval: Approval | undefined): string | undefined =>
  Object.values(approval?.facts ?? {}).flatMap((field) => (field.kind === 'choice' ? (dictionaryCode(field) ?? []) : []))[0]

interface Known {
  /** None for a kind that the program does not know. */
  readonly approval: Approval | undefined
  /** Whether the hospital’s own choices are still on their way. */
  readonly isPending: boolean
}

/** An approval by its kind, its facts with the choices that the hospital has added. */
export function useApproval(kind: string): Known {
  const approval = approvals.get(kind)
  const code = moreOf(approval)
  const found = useCall(businessDictionary.dictionary, { code: code ?? '' }, code !== undefined)
  return useMemo(() => {
    if (!approval || code === undefined) return { approval, isPending: false }
    const rows = (found.data ?? []).flatMap(({ dictKey, dictValue, dictValueEn }) =>
      dictKey ? [[dictKey, { zh: dictValue, en: dictValueEn ?? dictValue }] as const] : [],
    )
    const more = Object.fromEntries(rows)
    return {
      approval: { ...approval, facts: withAllChoices(approval.facts, (one) => (one === code ? more : undefined)) },
      isPending: found.isPending,
    }
  }, [approval, code, found.data, found.isPending])
}
