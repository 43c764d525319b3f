import type { Op } from '../store/op.ts'

/** The replacement of an op that other ops build on. */
export interface Successor {
  deps?: string
  baseOp?: string
  baseVersion?: number | null
  /** The op is discarded: ops that only follow it (`after`) no longer wait for it. */
  isGone?: boolean
}

/** The ops that build on `old`, redirected to its successor. */
export const redirectDependents = (ops: readonly Op[], old: Op, to: Successor): Op[] =>
  ops
    .filter((op) => op.id !== old.id && (op.baseOp === old.id || op.deps.includes(old.id)))
    .map((op) => ({
      ...op,
      deps: to.deps
        ? op.deps.map((dep) => (dep === old.id ? (to.deps as string) : dep))
        : to.isGone && op.after
          ? op.deps.filter((dep) => dep !== old.id)
          : op.deps,
      ...(op.baseOp === old.id ? { baseOp: to.baseOp, baseVersion: to.baseVersion === undefined ? op.baseVersion : to.baseVersion } : {}),
    }))
