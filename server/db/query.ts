/** A column of ids whose rows' names are put beside it when the rows have been read. */
export interface NamedColumn {
  /** The column that holds the id. */
  readonly id: string
  /** The column that gets the name; it may be the same. */
  readonly as: string
  /** The entity that the ids belong to. */
  readonly of: string
}

/**
 * One statement with its parameters. `once`: planned for these values every time, never kept as a named statement. `named`: columns that the reader of a
 * session fills with names.
 */
export interface Query<R = Row> {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly once?: boolean
  readonly named?: readonly NamedColumn[]
  /** The type of its rows; never a value. */
  readonly row?: R
}

export type Row = Record<string, unknown>

/** The rows of a statement whose columns are written by hand, as what they are declared to be; tests hold the answers against the declaration. */
export const rowsAs = <R>(found: Rows | undefined): R[] => found!.rows as R[]

/** The rows of a statement. */
export type RowsOf<Q> = Q extends Query<infer R> ? R[] : never

export interface Rows {
  readonly rows: Row[]
  readonly rowCount: number
}

/** Collects the parameters of a statement; `$(value)` answers its place. */
export class Parameters {
  readonly values: unknown[]
  /** `values`: those of a statement that this one goes on from. */
  constructor(values: readonly unknown[] = []) {
    this.values = [...values]
  }
  add(value: unknown): string {
    return `$${this.values.push(value)}`
  }
  /** The same parameters, to go on with apart. */
  copy(): Parameters {
    return new Parameters(this.values)
  }
}

/** The condition that an id is one of these. The usual single one has a statement of its own: PostgreSQL plans a list of unknown length each time. */
export const oneOf = (ids: readonly unknown[], into: Parameters): string =>
  ids.length === 1 ? `= ${into.add(ids[0])}::uuid` : `= any(${into.add(ids)}::uuid[])`
