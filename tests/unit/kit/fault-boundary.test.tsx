// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { FaultBoundary } from '#src/kit/fault-boundary.tsx'

test('a fault replaces only the part it happens in, is told once, and the part can be tried again', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isBroken = true
  const told = vi.fn()
  const Part = () => {
    if (isBroken) throw new Error('no chart')
    return <p>chart</p>
  }
  const box = document.createElement('div')
  const root = createRoot(box)
  await act(async () =>
    root.render(
      <>
        <p>other</p>
        <FaultBoundary
          onFault={told}
          instead={(retry) => (
            <button type="button" onClick={retry}>
              retry
            </button>
          )}
        >
          <Part />
        </FaultBoundary>
      </>,
    ),
  )
  expect(box.textContent).toBe('otherretry')
  expect(told.mock.calls).toEqual([[expect.objectContaining({ message: 'no chart' }), expect.stringContaining('Part')]])
  isBroken = false
  await act(async () => box.querySelector('button')!.click())
  expect(box.textContent).toBe('otherchart')
  await act(async () => root.unmount())
  vi.restoreAllMocks()
})
