import type { Approval } from '../../kit/entity/approval.ts'
import type { Words } from '../../kit/words.ts'
import { defaultFlowName, seededFlowNames } from './seeded-names.ts'

/** The kinds of documents that can be approved, as choices; the registry gathers them from the modules. */
export const approvalKinds: Record<string, Words> = {}

/** The modules' approvals by kind. */
export const approvals = new Map<string, Approval>()

/** The approvals by the entity of their documents. */
export const approvalsOf = (entity: string): readonly Approval[] => [...approvals.values()].filter((one) => one.entity === entity)

/** Adds what a module lets the engine decide. Throws when a kind is declared twice. */
export function gatherApprovals(all: readonly Approval[]): void {
  for (const one of all) {
    if (approvals.has(one.kind)) throw new Error(`the approval ${one.kind} is declared twice`)
    approvals.set(one.kind, one)
    approvalKinds[one.kind] = { zh: one.zh, en: one.en }
    seededFlowNames.push(defaultFlowName(one))
  }
}

/** The approval of a kind; throws when no module declares it. */
export function approvalNamed(kind: string): Approval {
  const found = approvals.get(kind)
  if (!found) throw new Error(`no approval is called ${kind}`)
  return found
}
