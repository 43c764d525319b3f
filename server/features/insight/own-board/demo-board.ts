import type { Panel } from '#contract/entities/insight/board-panel.ts'
import { ownBoard } from '#contract/entities/insight/own-board.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

const all = { filters: {} } as const
const cards = { measure: 'deviceCards', group: 'eamStatus', ...all } as const
const orders = { measure: 'repairs', ...all } as const

/** The morning board of the equipment department: what there is, what is broken, how fast it is mended. */
const panels: readonly Panel[] = [
  { id: 'devices', screen: 0, x: 0, y: 0, w: 6, h: 3, kind: 'number', ...cards, figure: 'count', title: '在册设备', atHome: 1 },
  { id: 'intact', screen: 0, x: 6, y: 0, w: 6, h: 3, kind: 'number', ...cards, figure: 'intact' },
  {
    id: 'reported',
    screen: 0,
    x: 12,
    y: 0,
    w: 6,
    h: 3,
    kind: 'number',
    ...orders,
    figure: 'count',
    group: 'month',
    period: 'month',
    title: '本月报修',
  },
  { id: 'now', screen: 0, x: 18, y: 0, w: 6, h: 3, kind: 'clock' },
  {
    id: 'months',
    screen: 0,
    x: 0,
    y: 3,
    w: 12,
    h: 5,
    kind: 'chart',
    ...orders,
    figure: 'count',
    group: 'month',
    period: 'year',
    chart: 'column',
    title: '今年各月报修',
  },
  { id: 'states', screen: 0, x: 12, y: 3, w: 12, h: 5, kind: 'chart', ...cards, figure: 'count', chart: 'bar', title: '设备状态' },
  {
    id: 'depts',
    screen: 0,
    x: 0,
    y: 8,
    w: 12,
    h: 4,
    kind: 'chart',
    ...orders,
    figure: 'count',
    group: 'useDept',
    period: 'year',
    chart: 'bar',
    title: '今年报修最多的科室',
  },
  {
    id: 'call',
    screen: 0,
    x: 12,
    y: 8,
    w: 12,
    h: 4,
    kind: 'text',
    title: '值班提示',
    text: '设备报修：手机扫码，或拨打设备处 8120\n急救设备故障请先电话，再补报修单',
  },
]

/** The manager of the demo hospital shares a board with the heads of departments and the engineers. */
export async function demoBoard(tx: Transaction, ground: DemoGround): Promise<void> {
  const acts = demoActs(tx, ground)
  const { rows } = await tx.run({
    text: `select id from role where tenant_id = $1 and default_key in ('head', 'engineer') and not is_deleted order by default_key`,
    values: [tx.tenantId],
  })
  await acts.add('manager', ownBoard, { boardName: '设备处晨会看板', theme: 'auto', inTurn: 1, roles: rows.map(({ id }) => id), panels })
  await acts.settle()
}
