const snakes = new Map<string, string>()
/** Bound of the cache: more names than are declared, so that custom fields of hospitals cannot fill the memory. */
const most = 20_000

/** `useDeptId` -> `use_dept_id`. Cached, because every write needs the columns of all its fields. */
export function snake(name: string): string {
  const known = snakes.get(name)
  if (known !== undefined) return known
  const found = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  if (snakes.size < most) snakes.set(name, found)
  return found
}
