import { type Browser, expect, type Page as Screen } from '@playwright/test'
import { signIn } from './harness/desk-page.ts'
import { type Desk, openDesk, type Page } from './harness/office.ts'
import { overdueLoan } from './harness/overdue.ts'
import { expectQueueEmpty, openTab, phoneScreen, SETTLE_MS, signInPhone } from './harness/phone.ts'
import { reads } from './harness/reader.ts'
import { test } from './harness/server.ts'

interface Card {
  readonly id: string
  readonly deviceName: string
  readonly deviceCode: string
  readonly originalValue: string | null
}

interface Use {
  readonly fromDeptName: string
  readonly toDeptName: string
}

const account = (user: string) => ({ tenant: '100001', user, password: 'ward2026' })

/** A phone of this person, signed in. */
async function phoneOf(browser: Browser, url: string, user: string): Promise<Screen> {
  const context = await browser.newContext({ ...phoneScreen, baseURL: url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  await page.goto('/m/')
  await signInPhone(page, account(user))
  return page
}

/** Decides about the approval that is open, with an opinion. */
async function decide(page: Screen, act: '同意' | '驳回', opinion: string): Promise<void> {
  await page.getByRole('button', { name: act, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: act })
  await sheet.getByRole('textbox', { name: '审批意见' }).fill(opinion)
  await sheet.getByRole('button', { name: act, exact: true }).click()
  await expect(page).toHaveURL(/\/m\/approval$/)
}

/** Draws a line into the field for a signature. */
async function sign(page: Screen): Promise<void> {
  const field = page.getByRole('img', { name: /签名/ })
  // The sheet slides in: its field has no place before it stands still.
  await field.hover()
  const box = (await field.boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 90)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 40, { steps: 4 })
  await page.mouse.move(box.x + 260, box.y + 120, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: '重签' })).toBeVisible()
}

/** A phone that takes a second to make the picture of a signature. */
const slowPictures = (page: Screen): Promise<void> =>
  page.evaluate(() => {
    const make = HTMLCanvasElement.prototype.toBlob
    HTMLCanvasElement.prototype.toBlob = function (...args) {
      setTimeout(() => make.apply(this, args), 1000)
    }
  })

let manager: Desk
let card: Card
let definitionId: string

/** The loan of the card to the ward, approved and not handed over yet; that of the test before it where it came so far. */
async function approvedLoan(url: string): Promise<void> {
  const { total } = await manager.get<Page<object>>('/eam/deviceusemanage/list', { cardId: card.id, status: 'reserved' })
  if (total > 0) return
  const ward = await openDesk(url, account('keeper'))
  const { deptId } = await ward.get<{ deptId: string }>('/blade-user/info')
  const { id } = await ward.post<{ id: string }>('/eam/deviceapply/submit', {
    applyTitle: '借用',
    type: 'borrow',
    deptId,
    useDeptId: deptId,
    borrowTime: new Date().toISOString(),
    returnTime: new Date(Date.now() + 86_400_000).toISOString(),
    lines: [{ deviceId: card.id }],
  })
  await ward.post('/eam/deviceapply/eventSubmit', { id })
  await manager.post('/eam/deviceapply/approve', { id })
}

test.beforeAll(async ({ server }) => {
  manager = await openDesk(server.url, account('manager'))
  const ward = await openDesk(server.url, account('head'))
  const { records } = await ward.get<Page<Card>>('/eam/device/list', { eamStatus: 'in_use', filingStatus: 'filed', size: '50' })
  card = records.find(({ originalValue }) => Number(originalValue) > 1000)!
  const { records: users } = await manager.get<Page<{ id: string; account: string; deptId: string }>>('/blade/user/list', { size: '200' })
  const person = (name: string) => users.find((user) => user.account === name)!
  const approve = (id: string, name: string, user: string) => ({
    kind: 'approve',
    id,
    name,
    mode: 'one',
    who: [{ by: 'user', ids: [person(user).id] }],
  })
  const made = await manager.post<{ id: string }>('/flow/definition/submit', {
    definitionName: '重症医学科借用审批',
    approvalKind: 'deviceApply',
    draft: {
      nodes: [
        approve('first', '设备工程师审批', 'engineer'),
        {
          kind: 'condition',
          id: 'amount',
          branches: [
            {
              id: 'large',
              name: '高值设备',
              when: [[{ fact: 'originalValue', is: 'ge', value: '1000' }]],
              nodes: [approve('second', '设备科长审批', 'manager')],
            },
          ],
          otherwise: { id: 'small', nodes: [] },
        },
      ],
    },
  })
  definitionId = made.id
})

test('a loan is designed, applied for without a network and approved on two phones [ASSET-SCR-FLOW-2]', async ({
  page,
  browser,
  server,
}) => {
  // The manager publishes the flow with its amount condition, and it decides about loans of the ward.
  await signIn(page, 'manager', `/flow/definition/${definitionId}`)
  await expect(page.getByText('检查通过')).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /设备原值合计 不小于 ¥1,000.00/ })).toBeVisible()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByRole('dialog').filter({ hasText: '发布为第 1 版' }).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已发布第 1 版')).toBeVisible()
  const rule = await manager.post<{ id: string }>('/eam/flow/submit', {
    flowName: '重症医学科借用',
    approvalKind: 'deviceApply',
    eventType: 'borrow',
    definitionId,
  })
  await manager.post('/eam/flow/flow-start-and-stop', { id: rule.id })

  // The ward asks for the device where there is no signal.
  const ward = await phoneOf(browser, server.url, 'keeper')
  await openTab(ward, '我的')
  await ward.getByRole('link', { name: '设备交接' }).click()
  await ward.getByRole('button', { name: '申请借用' }).click()
  await ward.getByLabel('输入设备名称或编号查找').fill(card.deviceCode)
  await ward
    .getByRole('list', { name: '可借用的设备' })
    .getByRole('button', { name: new RegExp(card.deviceCode) })
    .click()
  await ward.context().setOffline(true)
  await ward.getByRole('radio', { name: '3 天' }).check()
  await ward.getByRole('textbox', { name: '申请原因' }).fill('夜间抢救备用')
  await ward.getByRole('button', { name: '提交申请' }).click()
  await expect(ward.getByRole('list', { name: '我的申请' }).getByText('待发送')).toBeVisible()
  await ward.context().setOffline(false)
  await expect(ward.getByRole('list', { name: '我的申请' }).getByText('审批中')).toBeVisible({ timeout: SETTLE_MS })

  // The engineer reads the facts and agrees without a signal as well.
  const first = await phoneOf(browser, server.url, 'engineer')
  await first.getByRole('link', { name: /待我审批/ }).click({ timeout: SETTLE_MS })
  await first.getByRole('link', { name: new RegExp(`借用 ${card.deviceName}`) }).click()
  await expect(first.getByRole('region', { name: '申请内容' })).toContainText('夜间抢救备用')
  await expect(first.getByRole('region', { name: '设备与明细' })).toContainText(card.deviceCode)
  await first.context().setOffline(true)
  await decide(first, '同意', '设备完好，可以借出')
  await expect(first.getByText('已同意，待发送')).toBeVisible()
  await first.context().setOffline(false)
  await expectQueueEmpty(first)
  await first.context().close()

  // The manager opens it from the notice and sees the opinion.
  const second = await phoneOf(browser, server.url, 'manager')
  await openTab(second, '消息')
  await second.getByRole('button', { name: new RegExp(`待您审批.*借用 ${card.deviceName}`) }).click()
  await expect(second.getByRole('region', { name: '审批过程' })).toContainText('设备完好，可以借出')
  await decide(second, '同意', '同意')
  await expectQueueEmpty(second)
  await second.context().close()
  const { records } = await manager.get<Page<{ status: string }>>('/eam/deviceapply/list', { keyword: card.deviceCode })
  expect(records).toMatchObject([{ status: 'approved' }])
})

test('a loan is handed over by scan and signature, overdue, given back with damage and repaired; the card names every hand', async ({
  page,
  browser,
  server,
}) => {
  await approvedLoan(server.url)

  // Who has the device scans its label and hands it over; the borrower signs.
  const lender = await phoneOf(browser, server.url, 'head')
  await reads(lender, card.deviceCode)
  await lender.getByRole('link', { name: new RegExp(`${card.deviceName}.*借用`) }).click({ timeout: SETTLE_MS })
  await expect(lender).toHaveURL(/\/m\/use\//)
  // The card behind names the number, too, until the page of the loan is there.
  await expect(lender.getByRole('button', { name: '当面交接' })).toBeVisible()
  // Its number tells it from another device of that name.
  await expect(lender.getByText(card.deviceCode)).toBeVisible()
  await lender.getByRole('button', { name: '当面交接' }).click()
  await slowPictures(lender)
  await sign(lender)
  await lender.getByRole('dialog').getByRole('button', { name: '当面交接' }).click()

  // It is overdue two days after its end, and given back.
  await expectQueueEmpty(lender)
  const ward = await phoneOf(browser, server.url, 'keeper')
  await overdueLoan(server, card.id)
  await ward.goto('/m/use')
  const mine = ward.getByRole('list', { name: '我借用的设备' })
  await expect(mine.getByText(/逾期 \d+ 天/)).toBeVisible({ timeout: SETTLE_MS })
  await mine.getByRole('link').first().click()
  await ward.getByRole('button', { name: '归还', exact: true }).click()
  await ward.getByRole('dialog').getByRole('button', { name: '归还', exact: true }).click()

  // Its owner takes it back and sees the damage: a repair is open.
  await lender.goto(`/m/device/${card.id}`)
  await lender.getByRole('link', { name: new RegExp(`${card.deviceName}.*借用`) }).click()
  await expect(lender.getByText('待收回', { exact: true })).toBeVisible({ timeout: SETTLE_MS })
  await lender.getByRole('button', { name: '收回' }).click()
  const sheet = lender.getByRole('dialog')
  await sheet.getByRole('button', { name: '损坏' }).click()
  await sheet.getByRole('textbox', { name: '状况说明' }).fill('外壳开裂')
  await sheet.getByRole('button', { name: '收回' }).click()
  // The sheet stays until its act is stored on the phone; leaving the page earlier drops it.
  await expect(sheet).toBeHidden()
  await lender.goto(`/m/device/${card.id}`)
  await expect(lender.getByText('外壳开裂')).toBeVisible({ timeout: SETTLE_MS })

  // The history of its uses says who had it when, from where, and how it came back; on the desk alike.
  const [use] = (await manager.get<Page<Use>>('/eam/deviceusemanage/list', { cardId: card.id, status: 'returned' })).records
  const past = lender.getByRole('region', { name: '使用记录' }).getByRole('listitem').first()
  await expect(past).toContainText(`借用 · ${use!.fromDeptName} → ${use!.toDeptName}`)
  await expect(past).toContainText('赵主任 → 王护士')
  await expect(past).toContainText(/20\d\d.* – 20\d\d/)
  await expect(past).toContainText('归还状况 · 损坏')

  // The card's life names every hand.
  await signIn(page, 'manager')
  await page.goto(`/eam/device/${card.id}`)
  await page.getByRole('tab', { name: /^使用\d/ }).click()
  const uses = page.getByRole('tabpanel', { name: /^使用\d/ })
  await expect(uses).toContainText('赵主任')
  await expect(uses).toContainText('王护士')
  await expect(uses).toContainText('损坏')
})
