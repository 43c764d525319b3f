import { auditDisposal } from '#contract/calls/disposal/disposal.ts'
import { disposalFlow } from '#contract/entities/disposal/disposal-flow.ts'
import type { ActOrder } from '#src/kit/record/act-bar.tsx'
import type { AuditCall } from '#src/kit/record/audit-buttons.tsx'

/** The order of acts on a disposal. */
export const disposalActs: ActOrder = {
  next: ['declare', 'superior', 'execute', 'remit'],
  rare: ['undo'],
}

/** The approval of a disposal. */
export const auditing: AuditCall = { call: auditDisposal, on: disposalFlow, steps: { approve: 'agree', reject: 'refuse' } }
