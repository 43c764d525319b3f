import { checkDeptFlow } from '#contract/entities/check/check-dept.ts'
import { stepKinds } from '#src/data/outbox/derived-kinds.ts'
import type { Kind } from '#src/data/outbox/kinds.ts'

/** `check.scan` is an observation: every one is accepted, none depends on another. */
export const kinds: readonly Kind[] = [
  { kind: 'check.scan', commutative: true },
  { kind: 'check.withdraw', commutative: true },
  { kind: 'check.addSurplus', commutative: true },
  ...stepKinds(checkDeptFlow),
]
