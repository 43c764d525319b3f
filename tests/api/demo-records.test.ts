import { expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { demoAssetsCards } from '#server/features/asset/demo/demo-assets-cards.ts'
import { demoAmbulances } from '#server/features/check/ambulance/demo-ambulances.ts'
import { demoBooks } from '#server/features/ledger/demo-books.ts'
import { demoPurchases } from '#server/features/supply/demo-purchases.ts'
import { demoInvoices } from '#server/features/supply/invoices/demo-invoices.ts'
import { demoOrders } from '#server/features/supply/orders/demo-orders.ts'
import { demoQuotes } from '#server/features/supply/quotes/demo-quotes.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { demoGround, demoTenant } from '#tests/harness/demo-ground.ts'

const app = await appForFile()

test('the demo hospital has asset cards, closed months and trolleys with their checks, made by its people', async () => {
  const ground = await demoGround(app)
  for (const fill of [demoAssetsCards, demoBooks, demoAmbulances]) await writeAs(app.pool, demoTenant, (tx) => fill(tx, ground))
  const manager = await app.signIn(demoTenant, 'manager')
  const admin = await app.signIn(demoTenant, 'admin')
  const rows = async (path: string, query = {}) => (await admin.get<Page<Row>>(path, { size: 200, ...query })).data.records

  const cards = await rows('/eam/assetscard/list')
  expect(cards.length).toBeGreaterThan(12)
  expect(cards.filter(({ matchStatus }) => matchStatus === 'matched')).toHaveLength(12)
  expect(cards.filter(({ matchStatus, deviceId }) => (matchStatus === 'matched') !== (deviceId !== null))).toEqual([])

  const months = await rows('/eam/depreciation-record/page')
  expect(months).toHaveLength(3)
  for (const month of months) expect(Number(month.chargeTotal)).toBeGreaterThan(0)

  const trolleys = (await manager.get<Page<Row>>('/eam/ambulance-vehicle/list')).data.records
  expect(trolleys.map(({ lastResult }) => lastResult).sort()).toEqual(['complete', 'loss'])
  const losses = await rows('/eam/ambulance-check/web-loss-list')
  expect(losses).toHaveLength(3)
  expect(losses.filter(({ note }) => !note)).toEqual([])
  expect(await app.sql('select 1 from notice where tenant_id = $1 and is_read is distinct from 1', [demoTenant])).toEqual([])
})

test('the demo hospital has an order in each state, with arrivals, a warehouse entry and cards of it', async () => {
  const ground = await demoGround(app)
  for (const fill of [demoPurchases, demoOrders, demoQuotes, demoInvoices]) await writeAs(app.pool, demoTenant, (tx) => fill(tx, ground))
  const admin = await app.signIn(demoTenant, 'admin')
  const rows = async (path: string) => (await admin.get<Page<Row>>(path, { size: 200 })).data.records
  expect((await rows('/eam/purchase-order/list')).map(({ orderStatus }) => orderStatus).sort()).toEqual([
    'arrived',
    'cancelled',
    'closed',
    'draft',
    'partly',
    'placed',
  ])
  expect((await rows('/eam/order-arrival/list')).map(({ arrivalState }) => arrivalState).sort()).toEqual([
    'accepted',
    'accepted',
    'received',
  ])
  expect(await rows('/eam/purchase-origin/list')).toHaveLength(2)
  expect((await rows('/eam/purchase-quote/list')).map(({ quoteState }) => quoteState).sort()).toEqual(['chosen', 'open', 'open'])
  expect((await rows('/eam/purchase-invoice/list')).map(({ invoiceState }) => invoiceState).sort()).toEqual(['approved', 'differs'])
  expect((await rows('/eam/purchase-instalment/list')).map(({ payState }) => payState)).toContain('paid')
})
