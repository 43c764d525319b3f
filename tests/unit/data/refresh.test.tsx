// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceCounts } from '#contract/calls/asset/counts.ts'
import { switchRole } from '#contract/calls/identity/session.ts'
import { repairBatch } from '#contract/calls/service/repair.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { dept } from '#contract/entities/identity/dept.ts'
import { notice } from '#contract/entities/notice/notice.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { urlsOf } from '#contract/kit/entity/entity.ts'
import { calls, entities, moduleFacts } from '#contract/registry.ts'
import { dependents } from '#src/data/dependents.ts'
import { useAction, useCall, useDetail, useList, useRemove, useStep, useSubmit } from '#src/data/hooks.ts'
import { knowDependents } from '#src/data/refresh.ts'

const asked: string[] = []
let write: { [name: string]: () => Promise<unknown> } = {}
let end = (): void => {}

function Pages(): null {
  useList(device, { current: 1, size: 10 })
  useDetail(device, 'card')
  useCall(deviceCounts.statusCount, {})
  useList(checkTask, {})
  const [rename, remove, run] = [useSubmit(dept), useRemove(notice), useStep()]
  const [change, switchTo] = [useAction(repairBatch), useAction(switchRole)]
  write = {
    notice: () => remove.mutateAsync(['one']),
    dept: () => rename.mutateAsync({ id: 'bones', deptName: '骨科一' }),
    orders: () => change.mutateAsync({ body: { ids: ['order'] } }),
    role: () => switchTo.mutateAsync({ body: {} }),
    repair: () => run.mutateAsync({ on: repairFlow, step: 'accept', rows: [{ id: 'order', version: 1 }], input: {} }),
  }
  return null
}

const list = urlsOf(device, 'list')[0]!
const card = urlsOf(device, 'detail')[0]!
const checks = urlsOf(checkTask, 'list')[0]!
const count = String(deviceCounts.statusCount.path[0])
/** Which of the four pages were asked for by what is done. */
const after = async (work: () => Promise<unknown>): Promise<string[]> => {
  asked.length = 0
  await act(async () => {
    await work()
  })
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  return [list, card, count, checks].filter((path) => asked.some((url) => url.includes(path)))
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
  knowDependents(client, dependents({ entities, calls, modules: moduleFacts }))
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
  ).toEqual([list, card, count, checks])
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
  expect(await after(write.dept!)).toEqual([list, card, count, checks])
})

test('a step on a repair asks for the card and the counts again', async () => {
  expect(await after(write.repair!)).toEqual(expect.arrayContaining([card, count]))
})

test('calls that declare no changes ask again for what depends on their entity alone', async () => {
  const found = await after(write.orders!)
  expect(found).toEqual(expect.arrayContaining([card, count]))
  expect(found).not.toContain(checks)
})

test('a call after which another role reads asks for everything again', async () => {
  expect(await after(write.role!)).toEqual([list, card, count, checks])
})
