import type { DeputyFacts } from '../../kit/entity/entity.ts'
import type { NamedBy } from '../../kit/fields/field.ts'

/** The right whose holders see every approval with its opinions, every leave and every absence. */
export const seeAll = 'flow.seeAll'

/** Who stands in for whom. */
export const deputies = {
  entity: 'flowAbsence',
  absent: 'user',
  deputy: 'deputy',
  from: 'beginDate',
  to: 'endDate',
} as const satisfies DeputyFacts

/** The approval of a document: who sees it sees what is closed of the document. */
export const ofApproval = { entity: 'flowInstance', by: 'documentId' } as const satisfies NamedBy
