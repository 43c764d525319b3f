import { out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'

/**
 * A stream of server-sent events that tells which entities have changed, never what is in them. Events: `ready` (told from here on), `change`, `reset` (ask for
 * everything again). Each has an id, which `Last-Event-ID` continues from. Who does not accept `text/event-stream` gets the first event alone.
 */
export const liveChanges = call('sync.live', {
  zh: '实时变更',
  en: 'Live changes',
  module: 'tooling',
  method: 'GET',
  path: '/sse/realtime-data',
  may: 'session',
  answers: { kind: 'stream', shape: out.object({ entities: out.list(out.text) }) },
  input: {},
})
