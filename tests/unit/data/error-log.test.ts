// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { appendLog, clearLog, errorLog } from '#src/data/error-log.ts'

beforeEach(() => localStorage.clear())

it('[SHELL-ENT-LOG] a fault is kept with type, message, stack, info, address and time', () => {
  appendLog(new Error('Boom'), 'in a form')
  expect(errorLog()).toEqual([
    {
      type: 'error',
      message: 'Boom',
      stack: expect.stringContaining('Boom'),
      info: 'in a form',
      url: location.href,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
})

it('keeps the newest two hundred, until they are cleared', () => {
  for (let at = 1; at <= 205; at++) appendLog(new Error(`fault ${at}`), '')
  expect(errorLog()).toHaveLength(200)
  expect(errorLog().at(-1)?.message).toBe('fault 205')
  clearLog()
  expect(errorLog()).toEqual([])
})
