/** A server-sent event, with the fields that this application uses. */
export interface StreamEvent {
  readonly event: string
  readonly id: string
  readonly data: string
}

/** Parses server-sent events from text in chunks, skipping comments. Returns the function that takes the next chunk. */
export function eventReader(onEvent: (event: StreamEvent) => void): (part: string) => void {
  let rest = ''
  return (part) => {
    const blocks = (rest + part).split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map<string, string>()
      for (const line of block.split(/\r?\n/)) {
        const [, name, value = ''] = /^([a-z]+)(?:: ?(.*))?$/.exec(line) ?? []
        if (name) fields.set(name, name === 'data' && fields.has('data') ? `${fields.get('data')}\n${value}` : value)
      }
      if (fields.has('data')) onEvent({ event: fields.get('event') ?? 'message', id: fields.get('id') ?? '', data: fields.get('data')! })
    }
  }
}
