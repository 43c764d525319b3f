const cards = (within: ParentNode): HTMLElement[] => [...within.querySelectorAll<HTMLElement>('.eam-card')]

/** The card that an arrow key, Home or End leads to from a card: up and down in its column, left and right to the next column with cards. */
export function cardTowards(key: string, card: HTMLElement): HTMLElement | undefined {
  const board = card.closest('.eam-kanban')
  const state = card.closest<HTMLElement>('[data-state]')?.dataset.state
  if (!board || state === undefined) return undefined
  const inColumn = (of: string): HTMLElement[] =>
    [...board.querySelectorAll<HTMLElement>('[data-state]')].filter((cell) => cell.dataset.state === of).flatMap(cards)
  const own = inColumn(state)
  const at = own.indexOf(card)
  if (key === 'ArrowUp') return own[at - 1]
  if (key === 'ArrowDown') return own[at + 1]
  if (key === 'Home') return own[0]
  if (key === 'End') return own.at(-1)
  const states = [...new Set([...board.querySelectorAll<HTMLElement>('[data-state]')].map((cell) => cell.dataset.state!))]
  const from = states.indexOf(state)
  const beside = key === 'ArrowRight' ? states.slice(from + 1) : states.slice(0, from).reverse()
  const next = beside.map(inColumn).find((found) => found.length > 0)
  return next?.[Math.min(at, next.length - 1)]
}

/** The column that an arrow key leads to while a card is picked up: the next one to which it may move, in the order of the columns. */
export function columnTowards(
  key: string,
  states: readonly string[],
  isTarget: (state: string) => boolean,
  at: string,
): string | undefined {
  const from = states.indexOf(at)
  const beside = key === 'ArrowRight' ? states.slice(from + 1) : key === 'ArrowLeft' ? states.slice(0, from).reverse() : []
  return beside.find(isTarget)
}

/** The keys that walk the cards. */
export const walkKeys: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']
