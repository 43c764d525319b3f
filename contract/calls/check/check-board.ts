import { type Answers, one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { tenantField } from '../../kit/fields/tenant-field.ts'

const board = {
  module: 'check',
  method: 'GET',
  may: 'checkTask.list',
  reads: ['checkTask', 'checkLine', 'checkScan', 'device', 'dept', 'location'],
  tells: true,
  input: { tenantId: tenantField },
} as const
const checks = out.list({ id: out.text, checkTitle: out.text, endDate: out.nullable(out.text), book: out.number, counted: out.number })

/**
 * The figures of the inventory board over the running checks that the person sees. `filter`: the lines of these in the list of lines; null where none runs, or
 * more than the list can be asked for at once. `depts`: those with most left to count first; `days`: cards counted by
 * day; `closed`: the last ended checks, of which what was found is told.
 */
export const inventoryBoard = call('checkBoard.inventory', {
  ...board,
  zh: '盘点看板',
  en: 'Inventory board',
  path: '/data-view/inventory',
  answers: one({
    checks,
    filter: out.nullable(out.map(out.text)),
    total: out.object({ book: out.number, counted: out.number, depts: out.number, deptsDone: out.number }),
    depts: out.list({ id: out.text, name: out.text, book: out.number, counted: out.number }),
    days: out.list({ day: out.text, counted: out.number }),
    closed: out.list({
      id: out.text,
      checkTitle: out.text,
      closedAt: out.nullable(out.text),
      book: out.number,
      accuracy: out.nullable(out.number),
      deficient: out.number,
      surplus: out.number,
    }),
  }) satisfies Answers,
})

/** What is being scanned: observations of today in the checks that the person sees, without the names of people. `filter`: their list; `hours`: of today, 0 to 23. */
export const scanBoard = call('checkBoard.scans', {
  ...board,
  zh: '物联盘点看板',
  en: 'Scan board',
  path: '/data-view/inventory-pda',
  answers: one({
    checks,
    filter: out.map(out.text),
    today: out.object({ scans: out.number, devices: out.number, places: out.number, people: out.number }),
    ways: out.list({ way: out.text, count: out.number }),
    hours: out.list({ hour: out.number, count: out.number }),
    latest: out.list({
      id: out.text,
      deviceName: out.nullable(out.text),
      code: out.text,
      locationName: out.nullable(out.text),
      way: out.text,
      at: out.text,
    }),
  }) satisfies Answers,
})
