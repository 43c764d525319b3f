// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { forgetAll, keep, kept } from '#src/data/stored.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('[SHELL-STORE-1] keys carry the site key', () => {
  keep('size', 30)
  expect(Object.keys(localStorage)).toEqual(['eam-size'])
})

it('[SHELL-STORE-2] a value keeps its type, content and time, and a number comes back as a number', () => {
  keep('size', 30)
  expect(JSON.parse(localStorage.getItem('eam-size')!)).toEqual({ dataType: 'number', content: 30, datetime: expect.any(Number) })
  expect(kept('size')).toBe(30)
})

it('a value of the session is not in local storage', () => {
  keep('isLock', true, true)
  expect(localStorage.length).toBe(0)
  expect(JSON.parse(sessionStorage.getItem('eam-isLock')!)).toMatchObject({ content: true, type: 'session' })
})

it('[SHELL-SES-14] forgets all of ours and nothing of others', () => {
  keep('a', 1)
  keep('b', 2, true)
  localStorage.setItem('other', 'x')
  forgetAll()
  expect(kept('a')).toBeUndefined()
  expect(kept('b')).toBeUndefined()
  expect(localStorage.getItem('other')).toBe('x')
})

it('a value that cannot be read is dropped instead of breaking the page', () => {
  localStorage.setItem('eam-broken', '{')
  expect(kept('broken')).toBeUndefined()
})
