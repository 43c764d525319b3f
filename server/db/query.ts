/** A column of ids to which the titles of the linked rows are added after the query. */
export interface NamedColumn {
  /** The column that holds the id. */
  readonly id: string
  /** The column for the title; it may be the same. */
  readonly as: string
  /** The entity that the ids belong to. */
  readonly of: string
}

/**
 * One statement with its parameters. `once`: planned for these values each time, never kept as a named statement. `named`: columns whose
 * titles the session reader adds.
 */
export interface Query<R = Row> {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly once?: boolean
  readonly named?: readonly NamedColumn[]
  /** The type of its rows; never set. */
  readonly row?: R
}

export type Row = Record<string, unknown>

/** Casts the rows of a handwritten statement to their declared type; tests check the answers against the declaration. */
export const rowsAs = <R>(found: Rows | undefined): R[] => found!.rows as R[]

/** The rows of a statement. */
export type RowsOf<Q> = Q extends Query<infer R> ? R[] : never

export interface Rows {
  readonly rows: Row[]
  readonly rowCount: number
}

/** Collects the parameters of a statement; `add(value)` returns the placeholder. */
export class Parameters {
  readonly values: unknown[]
  /** `values`: the parameters of a statement that this one extends. */
  constructor(values: readonly unknown[] = []) {
    this.values = [...values]
  }
  add(value: unknown): string {
    return `$${this.values.push(value)}`
  }
  /** An independent copy of the parameters. */
  copy(): Parameters {
    return new Parameters(this.values)
  }
}

/**
 * SQL condition that an id is one of these. A single id, the usual case, has a statement of its own, because PostgreSQL replans a list of
 * unknown length each time.
 */
export const oneOf = (ids: readonly unknown[], into: Parameters): string =>
  ids.length === 1 ? `= ${into.add(ids[0])}::uuid` : `= any(${into.add(ids)}::uuid[])`
