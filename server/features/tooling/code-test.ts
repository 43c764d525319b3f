import { type CodeForm, moduleOf } from './code-shape.ts'
import { kebab } from './code-text.ts'

/** Roles of the small hospital of the tests that have no right to everything. */
const tried = ['keeper', 'head', 'engineer'] as const

const importLines = (all: readonly (readonly [what: string, path: string])[]): string =>
  all.map(([what, path]) => `import ${what} from '${path}'\n`).join('')

/** The test of a generated entity: a row from the declaration is added, found, changed and removed, and who has no right is refused. */
export function testText(form: CodeForm): string {
  const { entityName, readers, writers } = form
  const outside = tried.find((role) => !readers?.includes(role) && !writers?.includes(role))
  const refused = outside
    ? `
test('${entityName}: a role without the right is refused', async () => {
  const outside = await app.as('${outside}')
  expect((await outside.get(urlsOf(family, 'list')[0]!)).status).toBe(403)
  expect((await outside.post(urlsOf(family, 'submit')[0]!, {})).status).toBe(403)
})
`
    : ''
  const imports = importLines([
    ['{ expect, test }', 'vitest'],
    [`{ ${entityName} as family }`, `#contract/entities/${moduleOf(form)}/${kebab(entityName)}.ts`],
    ['{ urlsOf }', '#contract/kit/entity/entity.ts'],
    ['{ appForFile }', '#tests/harness/app-for-file.ts'],
    ['type { Page, Row }', '#tests/harness/app-for-test.ts'],
    ['{ draftOf }', '#tests/harness/factories.ts'],
    ['{ sampleRows }', '#tests/harness/sample-rows.ts'],
  ])
  return `${imports}
const app = await appForFile()
const samples = sampleRows(() => app.as('administrator'))

test('${entityName}: a row is added, found, changed and removed', async () => {
  const admin = await app.as('administrator')
  const links = await samples.linksOf(family)
  const draft = draftOf(family, 7, { full: true, links })
  const added = await admin.post<Row>(urlsOf(family, 'submit')[0]!, draft)
  expect(added.msg).toBe('操作成功')
  const { id } = added.data
  expect((await admin.get<Row>(urlsOf(family, 'detail')[0]!, { id })).data).toMatchObject({ id, version: 1 })
  expect((await admin.get<Page>(urlsOf(family, 'list')[0]!)).data.records.map((row) => row.id)).toContain(id)
  const changed = await admin.post<Row>(urlsOf(family, 'submit')[0]!, { ...draft, id, version: 1 })
  expect(changed.status).toBe(200)
  expect((await admin.post(\`\${urlsOf(family, 'remove')[0]}?ids=\${id}\`)).status).toBe(200)
  expect((await admin.get(urlsOf(family, 'detail')[0]!, { id })).status).toBe(404)
})
${refused}`
}
