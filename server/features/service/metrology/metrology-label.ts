import { metrologyKinds, type metrologyResults } from '#contract/entities/service/metrology-kinds.ts'
import { type MetrologyLabel, metrologyLabels } from '#contract/entities/service/metrology-labels.ts'
import type { Row } from '#server/db/query.ts'

export type MetrologyKind = keyof typeof metrologyKinds

/** What one kind found last. */
export interface Finding {
  readonly label: MetrologyLabel
  readonly result: string | null
  /** `yyyy-MM-dd`, as `until`. */
  readonly on: string | null
  readonly no: string | null
  readonly until: string | null
}

export const kinds = Object.keys(metrologyKinds) as readonly MetrologyKind[]
const severity = Object.keys(metrologyLabels)

/** What the label says by the result of a certificate that is valid. */
export const labelOf = { passed: 'qualified', limited: 'limited', failed: 'stopped' } as const satisfies Record<
  keyof typeof metrologyResults,
  MetrologyLabel
>

/** What a metrology card says of one kind; undefined while nothing was recorded. */
export function findingOf(card: Row, kind: MetrologyKind): Finding | undefined {
  const label = card[`${kind}_label`] as MetrologyLabel | null | undefined
  if (!label) return undefined
  const text = (name: string) => (card[`${kind}_${name}`] ?? null) as string | null
  return { label, result: text('result'), on: text('on'), no: text('no'), until: text('until') }
}

/** The kind that a card is due for; of a compulsory card it decides whether its device may be used. */
export const dueKind = (card: Row): MetrologyKind => (card.measure_kind === 'calibration' ? 'calibration' : 'verification')

/** The columns of one kind; empty ones without a finding. */
export const columnsOf = (kind: MetrologyKind, finding: Finding | undefined): Record<string, unknown> => ({
  [`${kind}_label`]: finding?.label ?? null,
  [`${kind}_result`]: finding?.result ?? null,
  [`${kind}_on`]: finding?.on ?? null,
  [`${kind}_no`]: finding?.no ?? null,
  [`${kind}_until`]: finding?.until ?? null,
})

/** The columns that follow from both kinds, of a card without any finding. */
export const noSummary: Record<string, unknown> = {
  label_state: 'none' satisfies MetrologyLabel,
  last_result: null,
  measured_on: null,
  certificate_no: null,
  valid_until: null,
}

/** The columns of a metrology card whose certificates do not end its use any more: its labels say what was found. */
export const withoutEnds = (card: Row): Record<string, unknown> =>
  Object.fromEntries(
    kinds.flatMap((kind) => {
      const found = findingOf(card, kind)
      return found?.result ? [[`${kind}_label`, labelOf[found.result as keyof typeof labelOf]]] : []
    }),
  )

/**
 * The columns of a metrology card that follow from its two kinds: the worse label, the newest certificate, and the end of validity. A compulsory card is
 * valid until its due kind ends, any other until the first of its kinds ends.
 */
export function summaryOf(card: Row): Record<string, unknown> {
  const found = kinds.flatMap((kind) => findingOf(card, kind) ?? [])
  if (found.length === 0) return {}
  const labels = found.map(({ label }) => label).sort((a, b) => severity.indexOf(b) - severity.indexOf(a))
  const newest = found.reduce((a, b) => ((b.on ?? '') > (a.on ?? '') ? b : a))
  const ends = found.flatMap(({ until }) => until ?? []).sort()
  const due = findingOf(card, dueKind(card))
  return {
    label_state: labels[0],
    last_result: newest.result,
    measured_on: newest.on,
    certificate_no: newest.no,
    valid_until: (card.measure_type === 'mandatory' ? due?.until : ends[0]) ?? null,
  }
}

/** The day since which a compulsory card lacks its first result: `since` where it is not known yet; null where it has one, or is not compulsory. */
export const unverifiedSince = (card: Row, since: string): string | null =>
  card.measure_type === 'mandatory' && !findingOf(card, dueKind(card))
    ? ((card.unverified_since as string | null | undefined) ?? since)
    : null
