const paths = new Map<string, string>()

/** Takes where the records of entities open in this body, by entity: `{ device: '/device' }` for `/device/<id>`. */
export function giveRecordPaths(given: Readonly<Record<string, string>>): void {
  for (const [entity, path] of Object.entries(given)) paths.set(entity, path)
}

/** The address of a record; undefined for an entity whose records have no page here. */
export function recordPath(entity: unknown, id: unknown): string | undefined {
  const path = paths.get(String(entity))
  return path && id ? `${path}/${String(id)}` : undefined
}
