import { type OpTarget, SYNC_SCHEMA } from '#contract/sync/sync.ts'

/** Rewrites the body of an op for the next contract version; returns the same body when its kind has not changed. Pure. */
export type Upcast = (op: { kind: string; target: OpTarget; body: unknown }) => unknown

/** A contract version, with the upcasts that lead to it by the version they start from. A version without an upcast changed no op. */
export interface Contract {
  schema: number
  upcasts: ReadonlyMap<number, Upcast>
}

/** The contract that this program writes. */
export const thisContract: Contract = { schema: SYNC_SCHEMA, upcasts: new Map() }

/** Number of earlier versions that the server accepts. */
const BACK = 2

/** Whether the server accepts an op of that version unchanged. */
export const isUnderstood = ({ schema }: Contract, of: number): boolean =>
  Number.isInteger(of) && of >= 1 && of >= schema - BACK && of <= schema
