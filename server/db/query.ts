/** One statement with its parameters. `once`: planned for these values every time, never kept as a named statement. */
export interface Query {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly once?: boolean
}

export type Row = Record<string, unknown>

export interface Rows {
  readonly rows: Row[]
  readonly rowCount: number
}

/** Collects the parameters of a statement; `$(value)` answers its place. */
export class Parameters {
  readonly values: unknown[] = []
  add(value: unknown): string {
    return `$${this.values.push(value)}`
  }
  /** The same parameters, to go on with apart. */
  copy(): Parameters {
    const copy = new Parameters()
    copy.values.push(...this.values)
    return copy
  }
}
