const paths = new Map<string, string>()

/** Registers the record pages of this app, by entity: `{ device: '/device' }` for `/device/<id>`. */
export function giveRecordPaths(given: Readonly<Record<string, string>>): void {
  for (const [entity, path] of Object.entries(given)) paths.set(entity, path)
}

/** The address of a record; undefined for an entity without record pages in this app. */
export function recordPath(entity: unknown, id: unknown): string | undefined {
  const path = paths.get(String(entity))
  return path && id ? `${path}/${String(id)}` : undefined
}
