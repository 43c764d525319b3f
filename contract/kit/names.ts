const snakes = new Map<string, string>()
/** More names than are declared, so that those of hospitals' own fields cannot fill the memory. */
const most = 20_000

/** `useDeptId` -> `use_dept_id`. Every write asks for the columns of all its fields. */
export function snake(name: string): string {
  const known = snakes.get(name)
  if (known !== undefined) return known
  const found = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  if (snakes.size < most) snakes.set(name, found)
  return found
}
