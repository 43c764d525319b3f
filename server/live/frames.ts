/** What a stream tells. */
export type EventName = 'ready' | 'change' | 'reset'

/** One server-sent event. `data` is sent as JSON, which has no line breaks. */
export const frame = (event: EventName, id: string, data: { readonly entities: readonly string[] }): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** A comment that keeps proxies from ending an idle connection. */
export const heartbeat = ': alive\n\n'

/** The number in an id of this generation; undefined for another one, or for what is no id. */
export function numberIn(id: string | undefined, generation: string): number | undefined {
  const [of, number = ''] = id?.split('-') ?? []
  return of === generation && /^\d{1,15}$/.test(number) ? Number(number) : undefined
}
