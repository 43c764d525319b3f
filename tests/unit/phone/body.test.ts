import { expect, test } from 'vitest'
import { chooseBody } from '#src/app/body.ts'

const visit = { path: '/', search: '', hash: '', width: 390, chosen: undefined }

test('the front door opens the phone below 768 px and the desk from there on', () => {
  expect(chooseBody({ ...visit, width: 767 })).toEqual({ goTo: '/m/' })
  expect(chooseBody({ ...visit, width: 768 })).toEqual({})
})

test('an earlier choice overrides the width', () => {
  expect(chooseBody({ ...visit, chosen: 'desk' })).toEqual({})
  expect(chooseBody({ ...visit, width: 1440, chosen: 'phone' })).toEqual({ goTo: '/m/' })
})

test('?body= is remembered, leaves the address and keeps the rest of it', () => {
  expect(chooseBody({ ...visit, search: '?body=desk&a=1', hash: '#x' })).toEqual({ choose: 'desk', goTo: '/?a=1#x' })
  expect(chooseBody({ ...visit, path: '/m/check', search: '?body=desk' })).toEqual({ choose: 'desk', goTo: '/' })
  expect(chooseBody({ ...visit, path: '/eam/device', search: '?body=phone' })).toEqual({ choose: 'phone', goTo: '/m/' })
  expect(chooseBody({ ...visit, search: '?body=watch' })).toEqual({ goTo: '/m/' })
})

test('the phone is entered where its service worker reaches', () => {
  expect(chooseBody({ ...visit, path: '/m', search: '?q=1' })).toEqual({ goTo: '/m/?q=1' })
})

test('a link to a record opens in the body it was made for', () => {
  expect(chooseBody({ ...visit, path: '/m/c/abc', width: 1440 })).toEqual({})
  expect(chooseBody({ ...visit, path: '/eam/device' })).toEqual({})
})

test('a link to a notice opens in the body of its reader', () => {
  const link = { ...visit, path: '/noticeJump/approvalJump', search: '?id=7' }
  expect(chooseBody(link)).toEqual({ goTo: '/m/noticeJump/approvalJump?id=7' })
  expect(chooseBody({ ...link, width: 1440 })).toEqual({})
  expect(chooseBody({ ...link, chosen: 'desk' })).toEqual({})
  expect(chooseBody({ ...visit, path: '/noticeJumper' })).toEqual({})
})

test.each(['//evil.example/x', '/\\evil.example/x', '/.//evil.example', '///evil.example'])('%s with ?body= stays on this site', (path) => {
  for (const search of ['?body=desk', '?body=desk&a=1', '?body=phone']) {
    const { goTo } = chooseBody({ ...visit, path, search })
    expect(new URL(goTo ?? '', 'https://here.example').origin).toBe('https://here.example')
  }
})

test('who went to a provider from the phone comes back to the phone, with what the provider sent', () => {
  const back = { ...visit, path: '/login/federated/100001/sso', search: '?code=a&state=b', width: 1440 }
  expect(chooseBody({ ...back, wentFrom: 'phone' })).toEqual({ goTo: '/m/login/federated/100001/sso?code=a&state=b' })
  for (const wentFrom of ['desk', undefined] as const) expect(chooseBody({ ...back, width: 390, wentFrom })).toEqual({})
})
