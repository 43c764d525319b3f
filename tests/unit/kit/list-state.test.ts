import { expect, it } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { viewOf } from '#contract/kit/entity/view.ts'
import { pageSizes, queryOf, readState, searchOf, writeState } from '#src/kit/list/list-state.ts'
import { sizeForWindow } from '#src/kit/list/preferences.ts'
import { filterNames, filtersOf, withoutFilter } from '#src/kit/list/search/filters.ts'

const view = viewOf(device)
const read = (search: string) => readState(new URLSearchParams(search), view)

it('[SHELL-LIST-1] a fresh list asks for ten rows', () => {
  expect(queryOf(read(''), view)).toEqual({ current: 1, size: 10 })
})

it('offers the page sizes 10, 30, 50, 100 and 200 and takes no other from an address', () => {
  expect(pageSizes).toEqual([10, 30, 50, 100, 200])
  expect(read('size=37').size).toBe(10)
  expect(read('size=200').size).toBe(200)
})

it('[SHELL-LIST-3] asks for a range of created time by createTime_dategt and createTime_datelt, the last day to its end', () => {
  const state = read('createTime_dategt=2026-01-01&createTime_datelt=2026-01-31')
  expect(queryOf(state, view)).toMatchObject({ createTime_dategt: '2026-01-01', createTime_datelt: '2026-01-31 23:59:59.999' })
})

it('an address restores the whole state of a list and is written the same again', () => {
  const address = 'current=3&size=50&keyword=iMEC8&eamStatus=in_use%2Cidle&originalValue_ge=1000&descs=originalValue&view=board&open=x'
  const state = read(address)
  expect(state).toEqual({
    current: 3,
    size: 50,
    keyword: 'iMEC8',
    filters: { eamStatus: 'in_use,idle', originalValue_ge: '1000' },
    sort: { by: 'originalValue', descending: true },
    shows: 'board',
    open: 'x',
  })
  expect(writeState(state).toString()).toBe(address)
})

it('a search is the same text wherever its page, view and order of filters differ', () => {
  const one = read('current=3&size=50&originalValue_ge=1000&eamStatus=idle&descs=originalValue&view=board&open=x')
  const other = read('eamStatus=idle&descs=originalValue&originalValue_ge=1000')
  expect(searchOf(one)).toBe(searchOf(other))
  expect(searchOf(one)).not.toBe(searchOf(read('eamStatus=idle')))
  expect(searchOf(read('size=200&current=2'))).toBe('')
})

it('a list without a page size in its address takes the usual one of the person', () => {
  expect(readState(new URLSearchParams(), view, 50).size).toBe(50)
  expect(readState(new URLSearchParams('size=10'), view, 50).size).toBe(10)
})

it('a window gets the documented ten rows, and more where it would stay empty below them', () => {
  // The smallest desk, a laptop, 1080p, 4K.
  expect([600, 720, 900, 1080, 2160].map(sizeForWindow)).toEqual([10, 10, 30, 30, 50])
})

it('a later page names its size, since another person has another usual one', () => {
  expect(writeState(readState(new URLSearchParams(), view, 30), 30).toString()).toBe('')
  expect(writeState(readState(new URLSearchParams('current=2'), view, 30), 30).toString()).toBe('current=2&size=30')
  expect(writeState(readState(new URLSearchParams('size=10'), view, 30), 30).toString()).toBe('size=10')
})

it('what an address makes up is left out of the call', () => {
  const state = read('current=-4&nothing=1&deviceName=CT&password=x')
  expect(queryOf(state, view)).toEqual({ current: 1, size: 10, deviceName: 'CT' })
})

it('offers one filter for each field that a list can be searched by, links by id, numbers and days as ranges', () => {
  const names = filterNames(view)
  for (const name of ['deviceName', 'eamStatus', 'useDeptId', 'purchaseDate_ge', 'purchaseDate_le', 'originalValue_le', 'isMeasure'])
    expect(names).toContain(name)
  expect(names).not.toContain('useDept')
})

it('a field that the hospital hides cannot be searched by', () => {
  const narrow = viewOf(device, [{ fieldCode: 'brand', isShow: 0, alias: null, fieldAssociation: null }])
  expect(filterNames(narrow)).not.toContain('brand')
})

it('removing one search tag keeps the others, both ends of a range go together', () => {
  const filter = filtersOf(view).find((one) => one.name === 'purchaseDate')!
  expect(withoutFilter({ purchaseDate_ge: 'a', purchaseDate_le: 'b', eamStatus: 'idle' }, filter)).toEqual({ eamStatus: 'idle' })
})
