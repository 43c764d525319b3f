import { expect, test } from 'vitest'
import { type FirstPage, phoneGuard } from '../../../scripts/vite/phone-guard.ts'

interface FakeChunk {
  modules: string[]
  imports?: string[]
  isEntry?: boolean
  code?: string
}

/** What the guard says about a bundle; undefined: nothing. */
const verdict = (chunks: Record<string, FakeChunk>, first?: FirstPage): string | undefined => {
  const bundle = Object.fromEntries(
    Object.entries(chunks).map(([fileName, { modules, imports = [], isEntry = false, code = '' }]) => [
      fileName,
      { type: 'chunk', fileName, imports, isEntry, code, modules: Object.fromEntries(modules.map((id) => [id, {}])) },
    ]),
  )
  const hook = phoneGuard(first).generateBundle as unknown as {
    handler: (this: { error: (text: string) => never }, options: object, bundle: object) => void
  }
  try {
    hook.handler.call(
      {
        error: (text) => {
          throw new Error(text)
        },
      },
      {},
      bundle,
    )
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const page = { page: 'src/features/asset/phone/device-card-phone.tsx', limit: 100 }
const card = '/x/src/features/asset/phone/device-card-phone.tsx'

test('a build for the phone fails when it holds the desk, charts or the list of all entities', () => {
  for (const id of [
    '/x/node_modules/antd/es/table/index.js',
    '/x/node_modules/@ant-design/icons/x.js',
    '/x/node_modules/echarts/core.js',
    '/x/node_modules/zod/v4/index.js',
    '/x/contract/registry.ts',
  ])
    expect(verdict({ 'later.js': { modules: [id] } })).toContain(id)
  expect(
    verdict({ 'later.js': { modules: ['/x/node_modules/antd-mobile/es/index.js', '/x/node_modules/@rc-component/mini-decimal/x.js'] } }),
  ).toBeUndefined()
})

test('the first page is measured with all it imports, and without what comes later', () => {
  const noise = Array.from({ length: 400 }, (_, at) => String.fromCharCode(33 + ((at * at * 7) % 90))).join('')
  const chunks = (shared: string, later: string) => ({
    'main.js': { modules: ['/x/src/phone.tsx'], isEntry: true, imports: ['card.js'] },
    'card.js': { modules: [card], imports: ['shared.js'] },
    'shared.js': { modules: ['/x/src/kit/a.ts'], code: shared },
    'later.js': { modules: ['/x/src/kit/b.ts'], code: later },
  })
  expect(verdict(chunks('', noise), page)).toBeUndefined()
  expect(verdict(chunks(noise, ''), page)).toContain('allowed are 100 B')
  expect(verdict({ 'main.js': { modules: ['/x/src/phone.tsx'], isEntry: true } }, page)).toContain('no chunk holds')
})

test('words of one language count as the larger of the two', () => {
  const noise = Array.from({ length: 400 }, (_, at) => String.fromCharCode(33 + ((at * at * 7) % 90))).join('')
  const chunks = (en: string) => ({
    'main.js': { modules: ['/x/src/phone.tsx', card], isEntry: true },
    'zh.js': { modules: ['/x/src/words/zh/zh.ts'] },
    'en.js': { modules: ['/x/src/words/en/en.ts'], code: en },
  })
  const oneOf = [['src/words/zh/zh.ts'], ['src/words/en/en.ts']]
  expect(verdict(chunks(''), { ...page, oneOf })).toBeUndefined()
  expect(verdict(chunks(noise), { ...page, oneOf })).toContain('allowed are 100 B')
})
