import { expect, test } from 'vitest'
import { guides } from '#src/features/insight/first-steps/guides.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, click, openDesk, shownText, until } from '#tests/harness/desk.tsx'

const app = await appForFile()
const as = (account: string) => app.signIn('100001', account, 'ward2026')
const title = '上手五分钟'
const home = () => document.querySelector('.eam-home')
const panel = () => until(() => byRole('region', title, home() ?? document.body), 'the guide on the first page')
const noPanel = () => until(() => home()?.querySelector('.eam-home-panel h2') && !byRole('region', title), 'a first page without the guide')
const bar = (step: string) =>
  until(() => byRole('region', title)?.textContent?.includes(step) && byRole('region', title), `the step ${step}`)

test.each([
  ['manager', 'home.guideManager'],
  ['engineer', 'home.guideEngineer'],
  ['keeper', 'home.guideNurse'],
])('a guide leads the %s through real pages, goes on after a reload, and is offered once', async (account, name) => {
  const { steps } = guides.find((one) => one.name === name)!
  const client = await as(account)
  const desk = await openDesk(app, client, '/')
  await panel()
  click(byRole('button', '开始', await panel())!)
  for (const [at, step] of steps.entries()) {
    await desk.at(step.page)
    const shown = await bar(`${at + 1}/5 ${step.zh}`)
    expect(shown.textContent).toContain(step.task.zh)
    // The page is the real one, and the person may open it.
    await until(
      () => document.querySelector('#page h1, #page .eam-toolbar, #page .eam-list, #page .eam-measure, #page .ant-tabs'),
      'the page',
    )
    expect(shownText()).not.toContain('无权访问')
    if (at === 1) {
      click(byRole('button', '稍后继续', shown)!)
      await until(() => !byRole('region', title), 'no guide')
      desk.load('/')
      click(byRole('button', '继续', await panel())!)
      await bar(`2/5 ${step.zh}`)
      desk.reload()
    }
    click(byRole('button', at === 4 ? '完成' : '下一步', await bar(`${at + 1}/5`))!)
  }
  await until(() => !byRole('region', title), 'the end of the guide')
  localStorage.clear()
  await openDesk(app, await as(account), '/')
  await noPanel()
})

test('it is put away with one click, on the next computer too, and keeps what the person arranged', async () => {
  const client = await as('head')
  await client.post('/eam/home-page/save-layout', { panels: '', hidden: 'home.help' })
  const desk = await openDesk(app, client, '/')
  click(byRole('button', '不再显示', await panel())!)
  await until(async () => (await client.get<{ hidden: string[] }>('/eam/home-page/layout')).data.hidden.length === 2, 'the stored choice')
  await noPanel()
  desk.reload()
  await noPanel()
  const { data } = await client.get<{ hidden: string[] }>('/eam/home-page/layout')
  expect(data.hidden).toEqual(['home.help', 'home.guideNurse'])
})

test('who has other work is not offered one', async () => {
  await openDesk(app, await as('auditor'), '/')
  await noPanel()
  await openDesk(app, await as('admin'), '/')
  await noPanel()
})
