import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { codeModules } from '#contract/entities/tooling/code-form.ts'
import { refuseUnfit } from '#server/features/tooling/code-checks.ts'
import { filesOf } from '#server/features/tooling/code-files.ts'
import { type CodeField, type CodeForm, moduleOf } from '#server/features/tooling/code-shape.ts'
import { literal } from '#server/features/tooling/code-text.ts'

const field = (fieldName: string, more: Partial<CodeField> = {}): CodeField => ({
  fieldName,
  wordZh: '名称',
  wordEn: 'Name',
  kind: 'text',
  ...more,
})
const form = (more: Partial<CodeForm> = {}): CodeForm => ({
  entityName: 'gasCylinder',
  wordZh: '气瓶',
  wordEn: 'Gas cylinder',
  module: 'asset',
  fields: [field('cylinderName', { isRequired: 1 })],
  ...more,
})

const hostile = [
  `'}); process.exit(1); ({'`,
  ['"`', '{process.exit(1)}`"'].join('$'),
  '\\',
  `it's "both"`,
  '*/ evil /*',
  '\u2028line\u2029',
  '\u202Eright to left',
  '</script>',
  '\n\r\t\0',
]

test('words become literals: what is typed comes back as it was and nothing runs', () => {
  for (const text of hostile) {
    const said = literal(text)
    expect(JSON.parse(JSON.stringify(new Function(`return ${said}`)()))).toBe(text)
    expect(said).not.toMatch(/[\n\r\u2028\u2029\u202E\0]/)
  }
})

test('a hostile word stands in no file but as a literal, and in no comment, address or name', async () => {
  for (const text of hostile) {
    const words = { wordZh: text, wordEn: text }
    const files = await filesOf([form({ ...words, fields: [field('cylinderName', { isRequired: 1, ...words })] })], 'desk')
    for (const { path, text: source } of files) {
      expect(path).toMatch(/^[a-z0-9/.-]+$/)
      expect(path).not.toContain('..')
      if (path.endsWith('.ts')) expect(source.replaceAll(literal(text), '')).not.toContain(text)
      else expect(source).not.toContain(text)
    }
  }
})

test.each([
  ['device', '已被使用'],
  ['location', '已被使用'],
  ['select', '保留字'],
  ['class', '保留字'],
  ['constructor', '保留字'],
  ['entity', '保留字'],
  ['service', '已被使用'],
  ['helpers', '保留字'],
])('an entity is not called %s', async (entityName, why) => {
  expect(await sentence(form({ entityName }))).toContain(why)
})

/** The sentence that refuses a form; empty when it is accepted. */
async function sentence(given: CodeForm): Promise<string> {
  try {
    await refuseUnfit(given)
    return ''
  } catch (thrown) {
    return JSON.stringify(thrown)
  }
}

test.each<[string, Partial<CodeForm>]>([
  ['a name twice', { fields: [field('oneName', { isRequired: 1 }), field('oneName')] }],
  ['a name of the system', { fields: [field('oneName', { isRequired: 1 }), field('createTime')] }],
  ['the name of a link beside it', { fields: [field('deptName', { isRequired: 1 }), field('dept', { kind: 'link', detail: 'dept' })] }],
  ['a word of SQL', { fields: [field('oneName', { isRequired: 1 }), field('order')] }],
  ['a choice with one word', { fields: [field('oneName', { isRequired: 1 }), field('state', { kind: 'choice', detail: 'a=甲/A' })] }],
  ['a link to nothing', { fields: [field('oneName', { isRequired: 1 }), field('what', { kind: 'link', detail: 'nothing' })] }],
  ['a rule that injects', { fields: [field('oneNo', { kind: 'numbering', detail: `'); drop table x; --0000` })] }],
  ['a searched amount', { fields: [field('oneName', { isRequired: 1 }), field('price', { kind: 'money', isSearched: 1 })] }],
  ['no text that is required', { fields: [field('oneName')] }],
  ['a scope by no department', { scopeField: 'cylinderName' }],
  ['a group that is not there', { menuGroup: 'nowhere' }],
])('refused: %s', async (_, more) => {
  expect(await sentence(form(more))).not.toBe('')
})

test('a form that fits is accepted, and every module has a manifest that takes it', async () => {
  for (const module of Object.keys(codeModules) as (keyof typeof codeModules)[]) {
    const given = form({ module, writers: ['keeper'], readers: ['keeper', 'head'] })
    expect(await sentence(given)).toBe('')
    const home = moduleOf(given)
    const before = await readFile(`contract/modules/${home}.ts`, 'utf8')
    const files = await filesOf([given, form({ module, entityName: 'gasBottle' })], 'desk')
    const manifest = files.find(({ path }) => path === `contract/modules/${home}.ts`)!.text
    // Nothing of the manifest is lost: without what was added it is what it was.
    const words = (text: string): string[] => text.match(/\w[\w.*/-]*/g) ?? []
    const left = words(manifest)
    for (const word of words(before)) {
      const at = left.indexOf(word)
      expect([module, word, at >= 0]).toEqual([module, word, true])
      left.splice(at, 1)
    }
    expect(manifest).toContain(`import { gasBottle } from '../entities/${home}/gas-bottle.ts'`)
    expect(manifest).toMatch(/keeper: \[[^\]]*'gasCylinder\.\*'/)
    expect(manifest).toMatch(/head: \[[^\]]*'gasCylinder\.list'/)
    expect(manifest).toContain(`entity: 'gasCylinder'`)
    const calls = await filesOf([given], 'api')
    expect(calls.find(({ path }) => path === `contract/modules/${home}.ts`)!.text).not.toContain(`entity: 'gasCylinder'`)
  }
})
