import { describe, expect, test } from 'vitest'
import { dingtalkAddress, dingtalkSignature } from '#server/features/identity/federated/dingtalk-client.ts'
import type { Provider } from '#server/features/identity/federated/identity-provider.ts'
import { mobileOf } from '#server/features/identity/federated/provider-texts.ts'
import { wecomAddress } from '#server/features/identity/federated/wecom-client.ts'
import { messageOf } from '#server/features/notice/notice-delivery.ts'

const provider = { corpId: 'CORPID', agentId: '1000000', appKey: 'dingxxxxxxx', apiAddress: '' } as Provider

describe('the signature of DingTalk', () => {
  // The vendor's published example of HmacSHA256, base64 and URL encoding: https://ding-doc.dingtalk.com/doc#/faquestions/hxs5v9
  test('is the one of the published example', () => {
    const signature = dingtalkSignature('testappSecret', '1546084445901')
    expect(signature).toBe('HCbG3xNE3vzhO+u7qCUL1jS5hsu2n5r2cFhnTrtyDAE=')
    expect(new URLSearchParams({ signature }).toString()).toBe('signature=HCbG3xNE3vzhO%2Bu7qCUL1jS5hsu2n5r2cFhnTrtyDAE%3D')
  })
  // Of robots the vendor publishes the rule (https://open.dingtalk.com/document/robots/customize-robot-security-settings) with code that takes the time of
  // now, and no result: this value was computed by OpenSSL, `printf '1546084445901\nthis is secret' | openssl dgst -sha256 -hmac 'this is secret' -binary | base64`.
  test('of a robot signs the moment, a line feed and the secret', () => {
    expect(dingtalkSignature('this is secret', '1546084445901\nthis is secret')).toBe('iZUamRUhDrNjadIMypR3HzMCRArfP4PWgn33Azh7zVk=')
  })
})

describe('where people prove who they are', () => {
  // https://developer.work.weixin.qq.com/document/path/98152
  test('is the log-in page of WeCom, and inside its app the page that asks for phone and e-mail', () => {
    const [page, inside] = [false, true].map((isInApp) => new URL(wecomAddress(provider, 'https://ward.example/login/x', 'STATE', isInApp)))
    expect(page!.origin + page!.pathname).toBe('https://login.work.weixin.qq.com/wwlogin/sso/login')
    expect(Object.fromEntries(page!.searchParams)).toEqual({
      login_type: 'CorpApp',
      appid: 'CORPID',
      agentid: '1000000',
      redirect_uri: 'https://ward.example/login/x',
      state: 'STATE',
    })
    // https://developer.work.weixin.qq.com/document/path/91022
    expect(inside!.href).toBe(
      'https://open.weixin.qq.com/connect/oauth2/authorize?appid=CORPID&redirect_uri=https%3A%2F%2Fward.example%2Flogin%2Fx&response_type=code&scope=snsapi_privateinfo&state=STATE&agentid=1000000#wechat_redirect',
    )
  })
  // https://open.dingtalk.com/document/orgapp/obtain-identity-credentials
  test('is the log-in page of DingTalk, for the company of the row', () => {
    const address = new URL(dingtalkAddress(provider, 'https://ward.example/login/x', 'STATE'))
    expect(address.origin + address.pathname).toBe('https://login.dingtalk.com/oauth2/auth')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      redirect_uri: 'https://ward.example/login/x',
      response_type: 'code',
      client_id: 'dingxxxxxxx',
      scope: 'openid corpid',
      state: 'STATE',
      prompt: 'consent',
      corpId: 'CORPID',
    })
  })
})

test('a message carries no mark-up of which the app makes links, and stays within what vendors take', () => {
  const text = messageOf({ subject: '<a href="https://evil.example">工资</a>', detail: '长'.repeat(900) }, 'https://ward.example')
  expect(text).not.toMatch(/[<>]/)
  expect(text.endsWith('…\nhttps://ward.example')).toBe(true)
  expect(Buffer.byteLength(text)).toBeLessThan(2048)
})

test('a verified phone is compared as accounts hold it', () => {
  expect(['+86 138-0000-0001', '13800000001', '8613800000001'].map(mobileOf)).toEqual(Array(3).fill('13800000001'))
  expect(['', undefined, 5, '1380000', '+1 202 555 0100 22'].map(mobileOf)).toEqual(Array(5).fill(undefined))
  // Numbers of other countries that end in the digits of one of ours.
  expect(['+1 380-013-8000', '0013800138000', '+8523800138000', '23800138000'].map(mobileOf)).toEqual(Array(4).fill(undefined))
})
