import { expect, test } from 'vitest'
import { buttonsOf, menu, pagesOf } from '#contract/menu.ts'
import { rightsBehind } from '#contract/packages.ts'

test('a board shows rows of other pages: neither a role nor a package gets the rights of those pages with it', () => {
  const boards = pagesOf(menu).filter(({ path }) => path.startsWith('/datav/'))
  expect(boards.map(({ code }) => code)).toContain('assetBoard')
  expect(boards.flatMap(buttonsOf).filter((right) => !right.startsWith('board.'))).toEqual([])
  const packaged = rightsBehind(['boards', ...boards.map(({ code }) => code)])
  expect(packaged.has('board.list')).toBe(true)
  for (const right of ['device.list', 'checkTask.list', 'maintainOrder.list', 'sensorConfig.list', 'deviceSecDay.list'])
    expect(packaged.has(right), right).toBe(false)
})
