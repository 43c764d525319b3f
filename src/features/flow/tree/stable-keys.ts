const keys = new WeakMap<object, string>()
let last = 0

/** The key of a rule, a group or a condition on the page, which have no id: the same object has the same one. */
export function keyOf(one: object): string {
  const known = keys.get(one)
  if (known) return known
  const made = `k${++last}`
  keys.set(one, made)
  return made
}

/** Gives what replaces a rule, a group or a condition its key, so that its inputs keep their focus. Answers the new one. */
export function inPlaceOf<T extends object>(former: object | undefined, next: T): T {
  if (former && !keys.has(next)) keys.set(next, keyOf(former))
  return next
}
