import { expect, test } from 'vitest'
import { refusalFrom } from '#server/http/reply.ts'
import { isPassing } from '#server/jobs/attempt.ts'

const lost = [
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'connect ENOENT /run/.s.PGSQL.5432',
]

test.each(lost)('“%s” is a lost connection: a request is refused as busy, a job begins again', (message) => {
  expect(refusalFrom(new Error(message))?.code).toBe('busy')
  expect(isPassing(new Error(message))).toBe(true)
})

test('another error is neither', () => {
  for (const error of [new Error('the connection was terminated'), new Error(''), 'connect ENOENT']) {
    expect(refusalFrom(error)).toBeUndefined()
    expect(isPassing(error)).toBe(false)
  }
})
