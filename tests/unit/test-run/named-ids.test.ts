import { expect, test } from 'vitest'
import { idGaps, namedIds } from '../../../scripts/test/named-ids.ts'

const bracket = (id: string) => `[${id}]`
const files = [
  { path: 'tests/api/a.test.ts', text: `test('one ${bracket('SHELL-A-1')} ${bracket('ASSET-B')}', () => {})` },
  { path: 'e2e/b.spec.ts', text: `test('two ${bracket('SHELL-A-2')}', () => {})` },
  { path: 'tests/harness/battery.ts', text: `test('three ${bracket('SHELL-GONE')}', () => {})` },
  { path: 'server/app.ts', text: `const no = 'test: ${bracket('SHELL-A-3')}'` },
  {
    path: 'tests/api/c.test.ts',
    text: `// It isn't in a title: ${bracket('SHELL-A-3')}\n/* nor\n ${bracket('ASSET-C')} */ test('\\'four//', () => {})`,
  },
]

test('ids count where the title of a test names them in brackets, not in comments and nowhere else', () => {
  expect([...namedIds(files)].sort()).toEqual(['ASSET-B', 'SHELL-A-1', 'SHELL-A-2', 'SHELL-GONE'])
})

test('gaps are told by document, and ids that do not exist', () => {
  const ids = ['SHELL-A-1', 'SHELL-A-2', 'SHELL-A-3', 'ASSET-B', 'ASSET-C']
  const { missing, counts, unknown } = idGaps(
    ids.map((id) => ({ id, area: 'x', seed: id.startsWith('SHELL') ? 'shell' : 'asset' })),
    files,
  )
  expect(missing.map(({ id }) => id)).toEqual(['SHELL-A-3', 'ASSET-C'])
  expect(Object.fromEntries(counts)).toEqual({ shell: { named: 2, total: 3 }, asset: { named: 1, total: 2 } })
  expect(unknown).toEqual(['SHELL-GONE'])
})
