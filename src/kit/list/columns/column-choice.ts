/** A person's column settings for one list. */
export interface ColumnChoice {
  /** Names in the chosen order; columns that are not listed follow in their default order. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** Pixels. */
  readonly widths: Readonly<Record<string, number>>
}

export const noChoice: ColumnChoice = { order: [], hidden: [], widths: {} }

/** All column names in the chosen order; new columns come last, removed ones are dropped. */
export function ordered(names: readonly string[], choice: ColumnChoice): string[] {
  const first = choice.order.filter((name) => names.includes(name))
  return [...first, ...names.filter((name) => !first.includes(name))]
}

/** The names of visible columns, in order. */
export function chosen(names: readonly string[], choice: ColumnChoice): string[] {
  return ordered(names, choice).filter((name) => !choice.hidden.includes(name))
}

/** Moves a column by `by` places, clamped to the list. */
export function moved(names: readonly string[], choice: ColumnChoice, name: string, by: number): ColumnChoice {
  const order = ordered(names, choice)
  const from = order.indexOf(name)
  if (from < 0) return choice
  const to = Math.min(order.length - 1, Math.max(0, from + by))
  order.splice(to, 0, ...order.splice(from, 1))
  return { ...choice, order }
}

/** Shows or hides a column; the last visible one cannot be hidden. */
export function toggled(names: readonly string[], choice: ColumnChoice, name: string): ColumnChoice {
  if (choice.hidden.includes(name)) return { ...choice, hidden: choice.hidden.filter((other) => other !== name) }
  return chosen(names, choice).length > 1 ? { ...choice, hidden: [...choice.hidden, name] } : choice
}

/** Sets the width of a column, between 60 and 800 pixels. */
export function resized(choice: ColumnChoice, name: string, width: number): ColumnChoice {
  return { ...choice, widths: { ...choice.widths, [name]: Math.round(Math.min(800, Math.max(60, width))) } }
}
