import { type OpTarget, SYNC_SCHEMA } from '#contract/sync.ts'

/** The body of an op of one contract version as the next one has it; the same body where nothing has changed for its kind. Pure. */
export type Upcast = (op: { kind: string; target: OpTarget; body: unknown }) => unknown

/** A version of the contract and, by the version they start from, the ways up to it. A version without one changed no op. */
export interface Contract {
  schema: number
  upcasts: ReadonlyMap<number, Upcast>
}

/** What this program writes. */
export const thisContract: Contract = { schema: SYNC_SCHEMA, upcasts: new Map() }

/** How many versions back the server understands. */
const BACK = 2

/** Whether the server understands an op of that version as it is. */
export const isUnderstood = ({ schema }: Contract, of: number): boolean =>
  Number.isInteger(of) && of >= 1 && of >= schema - BACK && of <= schema
