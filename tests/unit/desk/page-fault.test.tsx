// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { PageFault } from '#src/app/desk/page-fault.tsx'
import { errorLog } from '#src/data/error-log.ts'

function Broken(): never {
  throw new Error('no page')
}

test('[SHELL-ERR-14] [SHELL-ERR-15] a page that throws leaves an entry with type, message, stack, info, page address and time', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  const root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <PageFault>
        <Broken />
      </PageFault>,
    ),
  )
  expect(errorLog()).toEqual([
    {
      type: 'error',
      message: 'no page',
      stack: expect.stringContaining('no page'),
      info: expect.stringContaining('Broken'),
      url: location.href,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ])
  await act(async () => root.unmount())
  vi.restoreAllMocks()
})
