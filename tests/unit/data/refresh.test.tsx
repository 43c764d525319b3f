// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceCounts } from '#contract/calls/counts.ts'
import { device } from '#contract/entities/asset/device.ts'
import { dept } from '#contract/entities/platform/dept.ts'
import { notice } from '#contract/entities/platform/notice.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { urlsOf } from '#contract/kit/entity.ts'
import { calls, entities } from '#contract/registry.ts'
import { dependents } from '#src/data/dependents.ts'
import { useCall, useDetail, useList, useRemove, useStep, useSubmit } from '#src/data/hooks.ts'
import { knowDependents } from '#src/data/refresh.ts'

const asked: string[] = []
let write: { [name: string]: () => Promise<unknown> } = {}
let end = (): void => {}

function Pages(): null {
  useList(device, { current: 1, size: 10 })
  useDetail(device, 'card')
  useCall(deviceCounts.statusCount, {})
  const [rename, remove, run] = [useSubmit(dept), useRemove(notice), useStep()]
  write = {
    notice: () => remove.mutateAsync(['one']),
    dept: () => rename.mutateAsync({ id: 'bones', deptName: '骨科一' }),
    repair: () => run.mutateAsync({ on: repairFlow, step: 'accept', rows: [{ id: 'order', version: 1 }], input: {} }),
  }
  return null
}

const list = urlsOf(device, 'list')[0]!
const card = urlsOf(device, 'detail')[0]!
const count = String(deviceCounts.statusCount.path[0])
/** Which of the three pages were asked for by what is done. */
const after = async (work: () => Promise<unknown>): Promise<string[]> => {
  asked.length = 0
  await act(async () => {
    await work()
  })
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  return [list, card, count].filter((path) => asked.some((url) => url.includes(path)))
}
let client: QueryClient

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    asked.push(typeof input === 'string' ? input : input instanceof URL ? input.href : input.url)
    return new Response(JSON.stringify({ code: 200, success: true, msg: '', data: { records: [], total: 0, pages: 0 } }), {
      status: 200,
      headers: { 'content-type': 'application/json' },
    })
  })
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  knowDependents(client, dependents({ entities, calls }))
  const root = createRoot(document.createElement('div'))
  end = () => root.unmount()
  expect(
    await after(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <Pages />
        </QueryClientProvider>,
      ),
    ),
  ).toEqual([list, card, count])
})
afterEach(() => {
  act(end)
  vi.unstubAllGlobals()
})

test('a notice that is removed asks for no register again', async () => {
  expect(await after(write.notice!)).toEqual([])
  expect(asked.length).toBeGreaterThan(0)
})

test('a department that is renamed asks for the device list again', async () => {
  expect(await after(write.dept!)).toEqual([list, card, count])
})

test('a step on a repair asks for the card and the counts again', async () => {
  expect(await after(write.repair!)).toEqual(expect.arrayContaining([card, count]))
})
