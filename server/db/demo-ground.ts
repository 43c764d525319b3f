import type { Transaction } from './pool.ts'

/** What the demo hospital has before the modules add their rows: ids by the name of the department and the account, and the rooms. */
export interface DemoGround {
  readonly depts: ReadonlyMap<string, string>
  readonly rooms: readonly string[]
  readonly users: ReadonlyMap<string, string>
  /** Keeps the contents of a file under its hash (hex sha-256); absent where a database is filled without a place for files. */
  readonly putContent?: PutContent | undefined
}

export type PutContent = (tenantId: string, sha256: string, bytes: Buffer) => Promise<void>

/** Adds the demo rows of a module in a transaction of the demo hospital. */
export type DemoRows = (tx: Transaction, ground: DemoGround) => Promise<void>
