import { describe, expect, it } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { say } from '#contract/kit/words.ts'
import type { MenuNode } from '#src/app/desk/menu.ts'
import { openKinds, searchKinds } from '#src/app/desk/search/kinds.ts'
import { clearRecent, noteRecent, useRecent } from '#src/app/desk/search/recent.ts'
import { sectionsOf } from '#src/app/desk/search/sections.ts'
import { type Found, isSearchable } from '#src/app/desk/search/use-found.ts'
import { forgetBetweenPersons } from '#src/app/desk/session/forget-between-persons.ts'
import { type Person, useSession } from '#src/data/session.ts'
import type { Speech } from '#src/words/words.ts'

const speech: Speech = {
  language: 'zh',
  word: (key, values) => `${key}${values ? JSON.stringify(values) : ''}`,
  say: (words) => say(words, 'zh'),
}
const menu: MenuNode[] = [
  {
    id: '1',
    code: 'asset',
    name: '设备管理',
    path: '/eam',
    icon: '',
    children: [{ id: '2', code: 'device', name: '设备卡', path: '/eam/device', icon: '' }],
  },
]
const kind = searchKinds.find(({ of }) => of === device)!
const row = {
  id: '7',
  deviceName: '监护仪',
  deviceCode: 'ZC-1',
  useDeptId: 'd',
  useDeptName: '骨科',
  eamStatus: 'in_use',
  eamStatusValue: '在用',
}
const found: Found = { kind, rows: [row], total: 9, isBusy: false, error: null }

describe('the sections of the global search', () => {
  it('begin with the menu, then say what the modules found and where all of it is', () => {
    const [first, second] = sectionsOf({ typed: '设备', menu, recent: [], found: [found], speech })
    expect(first).toMatchObject({ key: 'menu', title: 'shell.menuSearch', options: [{ title: '设备卡', path: '/eam/device' }] })
    expect(second?.options.map(({ title, about, path }) => [title, about, path])).toEqual([
      ['监护仪', 'ZC-1 · 骨科 · 在用', '/eam/device/7'],
      ['search.all{"total":9}', '', '/eam/device?keyword=%E8%AE%BE%E5%A4%87'],
    ])
  })

  it('without a keyword are the records opened last and the whole menu', () => {
    const recent = [{ path: '/eam/device/7', title: '监护仪', of: 'device' }]
    expect(sectionsOf({ typed: '', menu, recent, found: [], speech }).map(({ key }) => key)).toEqual(['recent', 'menu'])
  })

  it('are left out where nothing was found; the menu stands alone when nothing was found at all', () => {
    expect(sectionsOf({ typed: '泵', menu, recent: [], found: [found], speech }).map(({ key }) => key)).toEqual([found.kind.of.name])
    expect(sectionsOf({ typed: '泵', menu, recent: [], found: [], speech }).map(({ key }) => key)).toEqual(['menu'])
  })

  it('hold only what the person may list', () => {
    expect(openKinds([]).length).toBe(0)
    expect(openKinds(['device.list', 'user.submit']).map(({ of }) => of.name)).toEqual(['device'])
  })
})

it('asks a large register only for what its index finds', () => {
  expect(['', 'a', 'ab', 'abc', '监', 'ab监'].map((keyword) => isSearchable({ large: true }, keyword))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ])
  expect(isSearchable({}, 'a')).toBe(true)
})

it('remembers eight records, each once, the newest first, until another person signs in', () => {
  for (let at = 0; at < 10; at++) noteRecent({ path: `/eam/device/${at}`, title: `${at}`, of: 'device' })
  noteRecent({ path: '/eam/device/5', title: '5', of: 'device' })
  expect(useRecent.getState().list.map(({ title }) => title)).toEqual(['5', '9', '8', '7', '6', '4', '3', '2'])
  clearRecent()
  expect(useRecent.getState().list).toEqual([])
})

it('forgets the records of the person before, also where the next one signed in before the console was there', () => {
  const signedIn = (user_id: string) => ({ user_id, tenantId: '100000' }) as Person
  const note = () => noteRecent({ path: '/eam/device/1', title: '1', of: 'device' })
  note()
  useSession.setState({ person: signedIn('ann') })
  forgetBetweenPersons(signedIn('ann'))
  expect(useRecent.getState().list).toHaveLength(1)
  forgetBetweenPersons(undefined)
  expect(useRecent.getState().list).toEqual([])
  note()
  useSession.setState({ person: signedIn('bob') })
  expect(useRecent.getState().list).toEqual([])
})
