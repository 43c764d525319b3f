import { createRoot } from 'react-dom/client'
import { afterAll, expect, test } from 'vitest'
import { sendResetCodes } from '#server/features/notice/forgotten/send-codes.ts'
import { secretKeysOf } from '#server/secret-keys.ts'
import { deskQueries } from '#src/app/desk/queries.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { byRole, click, demoAccount, dialog, field, openDesk, type, until, visitDesk } from '#tests/harness/desk.tsx'
import '#tests/harness/phone-pages.tsx'
import { startMail } from '#tests/harness/smtp.ts'

const app = await appForFile({ env: { OUTBOUND_PRIVATE: '127.0.0.1' } })
const host = await startMail('plain')
afterAll(() => host.stop())
// After the harness of the phone has taught Node its style sheets.
const { ForgottenPhone } = await import('#src/features/identity/sign-in/forgotten-phone.tsx')
const account = demoAccount('keeper')
const admin = await app.signIn(account.tenant, demoAccount('admin').user, demoAccount('admin').password)
const keeper = await app.signIn(account.tenant, account.user, account.password)

const secrets = secretKeysOf({ SECRETS_KEY: undefined, DATA_DIR: app.dataDir })
const sendCodes = () =>
  sendResetCodes({ pool: app.pool, secrets, reachable: () => true, contents: undefined as never, publicUrl: undefined, now: new Date() })
const newestCaptcha = async (): Promise<string> => {
  const [row] = await app.sql('select answer from captcha order by expires_at desc limit 1')
  return String(row!.answer)
}

async function activate(): Promise<void> {
  const row = {
    channelName: '邮件',
    kind: 'mail',
    mailHost: '127.0.0.1',
    mailPort: host.port,
    mailSecurity: 'none',
    mailFrom: 'notice@ward.example',
  }
  const { id } = (await admin.post<{ id: string }>('/blade-resource/notice-channel/submit', row)).data
  expect((await admin.post('/blade-resource/notice-channel/enable', { id })).msg).toBe('操作成功')
}

test('without a mail server “forgot password” says whom to ask and offers no code', async () => {
  const desk = await visitDesk(app, '/login')
  type(await until(() => field('医院名称或编号'), 'the log-in'), account.tenant)
  click(await desk.find('button', '忘记密码'))
  await desk.see(/请联系本院的系统管理员（一般在设备科或信息科）重置密码/)
  expect(byRole('button', '用验证码重置密码')).toBeUndefined()
})

test('a person resets a forgotten password with the code that was sent, at the log-in', async () => {
  await activate()
  await app.sql('update app_user set email = $2 where tenant_id = $1 and account = $3', [
    account.tenant,
    'keeper@ward.example',
    account.user,
  ])
  const desk = await visitDesk(app, '/login')
  type(await until(() => field('医院名称或编号'), 'the log-in'), account.tenant)
  type(field('账号')!, account.user)
  click(await desk.find('button', '忘记密码'))
  click(await desk.find('button', '用验证码重置密码'))
  const form = await until(() => dialog('用验证码重置密码'), 'the dialog')
  await until(() => form.querySelector('img'), 'the picture')
  expect((field('账号', form) as HTMLInputElement).value).toBe(account.user)
  click(byRole('button', '获取验证码', form)!)
  await desk.find('alert', '请输入验证码', form)
  type(field('图形验证码', form)!, await newestCaptcha())
  click(byRole('button', '获取验证码', form)!)
  await desk.find('status', /如果账号存在并登记了邮箱或手机号，验证码已经发出/, form)
  await sendCodes()
  const letter = await until(() => host.letters.at(-1), 'the letter')
  const code = /\d{8}/.exec(letter.text)![0]
  type(field('收到的验证码', form)!, code)
  type(field('新密码', form)!, 'Recovered-2026')
  type(field('确认新密码', form)!, 'Recovered-2027')
  click(byRole('button', '重置密码', form)!)
  await until(() => form.textContent?.includes('两次密码输入不一致'), 'the difference')
  type(field('确认新密码', form)!, 'Recovered-2026')
  click(byRole('button', '重置密码', form)!)
  await desk.find('status', '密码已重置，请用新密码登录', form)
  expect((await keeper.get('/blade-system/dept/list')).status).toBe(401)
  const again = await app.signIn(account.tenant, account.user, 'Recovered-2026')
  expect((await again.get('/osm/notice/unread-num')).status).toBe(200)
})

test('a person chooses by kind what comes by e-mail, and the choice is there again', async () => {
  const person = await app.signIn(account.tenant, account.user, 'Recovered-2026')
  const desk = await openDesk(app, person, '/info/index')
  await desk.find('region', '邮件提醒')
  const ways = async (kind: string) => desk.find('radiogroup', kind)
  const chosen = (group: Element): string | null | undefined => group.querySelector('.ant-segmented-item-selected')?.textContent
  expect(chosen(await ways('派给您的维修'))).toBe('立即')
  expect(chosen(await ways('维修已验收'))).toBe('不发邮件')
  await desk.see(/每日汇总在 8:00 发送/)
  click(await desk.find('radio', '每日汇总', await ways('维修已验收')))
  // Coming back to the page asks again, and what is not saved yet stays.
  await deskQueries.refetchQueries()
  await desk.settled()
  expect(chosen(await ways('维修已验收'))).toBe('每日汇总')
  click(await desk.find('button', '保存', await until(() => document.querySelector('.eam-mail'), 'the choices')))
  const saved = await desk.asked(/choose-mail/)
  expect(saved.body).toEqual({ language: 'zh', choices: [{ kind: 'repair_done', way: 'digest' }] })
  await desk.settled()
  expect((await person.get<{ ways: Record<string, string> }>('/osm/notice/mail-choices')).data.ways.repair_done).toBe('digest')
})

test('on the phone the same two steps lead to the new password, and a wrong code is said', async () => {
  const engineer = demoAccount('engineer')
  await app.sql('update app_user set email = $2 where tenant_id = $1 and account = $3', [
    engineer.tenant,
    'engineer@ward.example',
    engineer.user,
  ])
  const desk = await visitDesk(app, '/login')
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  /** The input in the label that begins with a text. */
  const inside = (label: string) =>
    [...box.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label))!.querySelector('input')!
  root.render(<ForgottenPhone hospital={engineer.tenant} account={engineer.user} onClose={() => {}} />)
  await until(() => box.querySelector('img'), 'the picture')
  type(inside('图形验证码'), await newestCaptcha())
  click(byRole('button', '获取验证码', box)!)
  await desk.find('status', /验证码已经发出/, box)
  await sendCodes()
  const letter = await until(() => host.letters.find(({ to }) => to === 'engineer@ward.example'), 'the letter')
  const code = /\d{8}/.exec(letter.text)![0]
  type(inside('收到的验证码'), code === '11111111' ? '22222222' : '11111111')
  type(inside('新密码'), 'weak')
  type(inside('确认新密码'), 'weak')
  click(byRole('button', '重置密码', box)!)
  await desk.find('alert', /密码长度不能少于/, box)
  type(inside('新密码'), 'Recovered-2028')
  type(inside('确认新密码'), 'Recovered-2028')
  click(byRole('button', '重置密码', box)!)
  await desk.find('alert', '验证码不正确或已失效，请重新获取', box)
  type(inside('收到的验证码'), code)
  click(byRole('button', '重置密码', box)!)
  await desk.find('status', '密码已重置，请用新密码登录', box)
  root.unmount()
  box.remove()
})
