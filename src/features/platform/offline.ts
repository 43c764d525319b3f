import type { Kind } from '#src/data/outbox/kinds.ts'

export const kinds: readonly Kind[] = [{ kind: 'notice.tagRead', commutative: true, reduce: (row) => row && { ...row, isRead: 1 } }]
