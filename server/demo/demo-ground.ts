import type { Transaction } from '../db/pool.ts'

/** The demo hospital before the modules add their rows: department ids by name, user ids by account, and room ids by department id. */
export interface DemoGround {
  readonly depts: ReadonlyMap<string, string>
  readonly rooms: ReadonlyMap<string, readonly string[]>
  readonly users: ReadonlyMap<string, string>
  /** Stores the contents of a file under its hash (hex sha-256); absent if the database is filled without file storage. */
  readonly putContent?: PutContent | undefined
}

export type PutContent = (tenantId: string, sha256: string, bytes: Buffer) => Promise<void>

/** Adds the demo rows of a module in a transaction of the demo hospital. */
export type DemoRows = (tx: Transaction, ground: DemoGround) => Promise<void>
