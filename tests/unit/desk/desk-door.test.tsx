// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Desk } from '#src/app/desk/desk.tsx'
import { errorLog } from '#src/data/error-log.ts'
import { en } from '#src/words/en/en.ts'
import { sessionEn } from '#src/words/en/session.ts'
import { plainSpeaker, startWords } from '#src/words/words.ts'
import { sessionZh } from '#src/words/zh/session.ts'
import { zh } from '#src/words/zh/zh.ts'

test('a console that cannot be loaded says so and offers to load again', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  startWords(plainSpeaker({ zh: { ...zh, ...sessionZh }, en: { ...en, ...sessionEn } }))
  history.replaceState(null, '', '/403')
  const host = document.createElement('div')
  const root = createRoot(host)
  await act(async () => root.render(<Desk prepare={() => Promise.reject(new Error('no network'))} />))
  await vi.waitFor(() => act(async () => expect(host.textContent).toContain('页面程序加载失败：网络不通，或系统已更新')))
  expect([...host.querySelectorAll('button')].map((button) => button.textContent)).toEqual(['重新加载'])
  expect(errorLog().at(-1)).toMatchObject({ message: 'no network' })
  await act(async () => root.unmount())
  vi.restoreAllMocks()
})
