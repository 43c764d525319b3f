import { expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import { choicesOf, type DictionaryRow, offered, withAllChoices, withChoices } from '#contract/kit/fields/dictionary.ts'
import { dictionary, text } from '#contract/kit/fields/field.ts'
import { fieldsOfRows } from '#contract/kit/fields/row-fields.ts'
import { rememberSettings } from '#server/http/settings-memory.ts'
import { bytesOf, dictionariesOf, settingsOf } from '#server/kit/tenant-settings.ts'

const row = (dictKey: string, more: Partial<DictionaryRow> = {}): DictionaryRow => ({
  id: `id ${dictKey}`,
  parentId: 'head',
  dictKey,
  dictValue: `词${dictKey}`,
  dictValueEn: null,
  sort: 1,
  isSealed: 0,
  ...more,
})

test('choices stand in the order of their level, each before what is below it', () => {
  const rows = [row('b', { sort: 2 }), row('a1', { parentId: 'id a' }), row('a', { sort: 1 }), row('c', { sort: 1, dictKey: 'aa' })]
  expect(Object.keys(choicesOf(rows))).toEqual(['a', 'a1', 'aa', 'b'])
})

test('what is below a sealed value is sealed with it; keys of the other dictionary keep their word and are not offered', () => {
  const rows = [row('a', { isSealed: 1 }), row('a1', { parentId: 'id a' }), row('b', { dictValueEn: 'Word b' })]
  const of = choicesOf(rows, [row('b', { dictValue: '旧' }), row('old')])
  expect(of).toEqual({
    a: { zh: '词a', en: '词a', sealed: true },
    a1: { zh: '词a1', en: '词a1', sealed: true },
    b: { zh: '词b', en: 'Word b' },
    old: { zh: '词old', en: '词old', sealed: true },
  })
  expect(offered(of, 'old').map(([key]) => key)).toEqual(['b', 'old'])
  expect(offered(of, undefined).map(([key]) => key)).toEqual(['b'])
})

test('a name that two levels have is told apart by what stands above it', () => {
  const rows = [row('a'), row('a1', { parentId: 'id a', dictValue: '其他' }), row('o', { dictValue: '其他' })]
  expect(choicesOf(rows)).toMatchObject({ a1: { zh: '词a / 其他' }, o: { zh: '其他' } })
})

test('a field is the choice that its rows make, and stays as declared where they are not known', () => {
  const field = dictionary({ zh: '资金', en: 'Fund', code: 'fund', list: true })
  const of = { own: { zh: '自筹', en: 'Own' } }
  expect(withChoices(field, () => of)).toEqual({ kind: 'choice', zh: '资金', en: 'Fund', list: true, of, dictionary: 'fund' })
  expect(withChoices(field, () => undefined)).toBe(field)
  const plain = { name: text({ zh: '名', en: 'Name', max: 9 }) }
  expect(withAllChoices(plain, () => of)).toBe(plain)
})

test('rows of data make the fields of a form', () => {
  const facts = { isRequired: 1, isList: 0, isSearch: 0 } as const
  const fields = fieldsOfRows(
    [
      { code: 'clean', name: '清洁', fieldKind: 'flag', ...facts },
      { code: 'volt', name: '电压', fieldKind: 'decimal', least: 210, most: 230, ...facts },
      { code: 'photo', name: '照片', fieldKind: 'photos', ...facts },
      { code: 'kind', name: '类别', fieldKind: 'choice', options: '甲\n\n 乙 ', ...facts },
      { code: 'fund', name: '资金', fieldKind: 'dictionary', dictionaryCode: 'fund', ...facts },
    ],
    (code) => (code === 'fund' ? { own: { zh: '自筹', en: 'Own' } } : undefined),
    'x_',
  )
  expect(fields).toMatchObject({
    x_clean: { kind: 'flag', zh: '清洁', required: true },
    x_volt: { kind: 'decimal', min: 210, max: 230 },
    x_photo: { kind: 'ids', to: 'file' },
    x_kind: { kind: 'choice', of: { 甲: { zh: '甲' }, 乙: { zh: '乙' } } },
    x_fund: { kind: 'choice', of: { own: { zh: '自筹' } }, dictionary: 'fund' },
  })
})

test('a view follows the order, width, requirement, alias and association of the configuration', () => {
  const said = { isShow: 1, alias: null, fieldAssociation: null } as const
  const view = viewOf(device, [
    { ...said, fieldCode: 'sn', sort: 2, isRequired: 1, width: 90, alias: '机号' },
    { ...said, fieldCode: 'brand', sort: 1, fieldAssociation: 'origin,nothing' },
    { ...said, fieldCode: 'udiDi', isShow: 0, isRequired: 1 },
    { ...said, fieldCode: 'deviceCode', isRequired: 1 },
  ])
  expect(Object.keys(view.fields).slice(0, 3)).toEqual(['brand', 'sn', 'deviceName'])
  expect(view.fields.sn).toMatchObject({ zh: '机号', required: true, width: 90 })
  expect(view.fields.brand?.beside).toEqual(['origin'])
  expect(view.fields).not.toHaveProperty('udiDi')
  // The server alone writes it, so it is asked of no person.
  expect(view.fields.deviceCode?.required).toBeUndefined()
})

const head = (code: string, own: boolean, isSealed: 0 | 1 = 0) => ({
  ...row('', { id: `${code} ${own}`, parentId: null, isSealed }),
  own,
  code,
})
const value = (code: string, own: boolean, dictKey: string) => ({
  ...row(dictKey, { id: `${code} ${own} ${dictKey}`, parentId: `${code} ${own}` }),
  own,
  code,
})

test('a tenant’s open dictionary comes before the system’s', () => {
  const rows = (sealed: 0 | 1) => [head('k', true, sealed), value('k', true, 'mine'), head('k', false), value('k', false, 'sys')]
  const open = (found: ReturnType<typeof dictionariesOf>) =>
    Object.entries(found.get('k')!).flatMap(([key, { sealed }]) => (sealed ? [] : [key]))
  expect(open(dictionariesOf(rows(0)))).toEqual(['mine'])
  expect(open(dictionariesOf(rows(1)))).toEqual(['sys'])
  expect(Object.keys(dictionariesOf([head('k', false, 1), value('k', false, 'sys')]).get('k')!)).toEqual(['sys'])
})

test('settings are remembered within their bytes; the tenant loaded longest ago is loaded again', () => {
  const loaded = (epoch: number, size: number) =>
    settingsOf({
      epoch,
      config: [],
      custom: [],
      dictionaries: new Map([['k', Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, { zh: '词', en: 'w' }]))]]),
    })
  const forgotten: string[] = []
  const replaced: string[] = []
  const most = 3 * bytesOf(loaded(1, 10))
  const memory = rememberSettings({ replaced: (id) => replaced.push(id), forgotten: (id) => forgotten.push(id) }, most)
  const first = loaded(1, 10)
  expect(memory.shared('a', first)).toBe(first)
  expect(memory.shared('a', loaded(1, 10))).toBe(first)
  for (const id of ['b', 'c']) memory.shared(id, loaded(1, 10))
  expect(memory.bytes()).toBe(most)
  const next = loaded(2, 10)
  expect(memory.shared('a', next)).toBe(next)
  expect(replaced).toEqual(['a'])
  memory.shared('d', loaded(1, 10))
  expect(forgotten).toEqual(['b'])
  expect(memory.bytes()).toBe(most)
  // A load that was slower than another one does not bring the former settings back.
  expect(memory.shared('a', first)).toBe(first)
  expect(memory.shared('a', loaded(2, 10))).toBe(next)
})

test('[SHELL-ENT-FIELDCFG-2] the associated fields of a setting are a list with commas', () => {
  const said = { fieldCode: 'brand', isShow: 1, alias: null } as const
  const beside = (fieldAssociation: string | null) => viewOf(device, [{ ...said, fieldAssociation }]).fields.brand?.beside ?? []
  expect(beside('manufacturer,deviceModel')).toEqual(['manufacturer', 'deviceModel'])
  expect(beside('manufacturer')).toEqual(['manufacturer'])
  expect(beside(null)).toEqual([])
})
