import type { FieldMap } from '#contract/kit/fields/field.ts'
import type { Op } from '#src/data/outbox/store/op.ts'
import { kindFacts } from '#src/kit/phone/queue-facts.ts'

const typed = new Set(['text', 'integer', 'decimal', 'money', 'choice', 'dictionary', 'flag', 'date'])

/** The fields of a record that a person can edit on a phone: its subject and its photos stay. */
export function editableFields(op: Op): FieldMap {
  const fields = Object.entries(kindFacts(op.kind)?.fields ?? {})
  return Object.fromEntries(fields.filter(([, field]) => typed.has(field.kind) && !field.readOnly))
}
