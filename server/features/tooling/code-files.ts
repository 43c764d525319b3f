import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { codeSystems } from '#contract/calls/tooling/code.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { migrationsFolder, readMigrations } from '#server/db/migrate.ts'
import { createTable } from '#server/kit/table.ts'
import { isTakenIn, withElement, withImport, withRight } from './code-manifest.ts'
import { type CodeForm, entityOf, moduleOf } from './code-shape.ts'
import { testText } from './code-test.ts'
import { kebab, type Lines, literal, propertiesText } from './code-text.ts'

/** One file of the source, by its path in a clone. */
export interface CodeFile {
  readonly path: string
  readonly text: string
}

/** Folder of the manifests: in the sources, or beside the bundle. */
function manifestsFolder(): string {
  const beside = fileURLToPath(new URL('./modules/', import.meta.url))
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../../contract/modules/', import.meta.url))
}

/** The text of a module's manifest. */
const manifestOf = async (module: string): Promise<string> =>
  (await readFile(`${manifestsFolder()}${module}.ts`, 'utf8')).replaceAll('\r\n', '\n')

/** The kit, as seen from the file of an entity. */
const contractKit = '../../kit'

/** Where the manifest of a module imports an entity from. */
const importPath = (module: string, entityName: string): string => `../entities/${module}/${kebab(entityName)}.ts`

/** Whether the manifest of its module, or a file that it names, is called like the entity. */
export const isTakenInModule = async (form: CodeForm): Promise<boolean> =>
  isTakenIn(await manifestOf(moduleOf(form)), form.entityName, importPath(moduleOf(form), form.entityName))

/** A fact of a field as a property. */
function factLine([name, value]: readonly [string, unknown]): Lines[number] {
  if (typeof value === 'string') return `${name}: ${literal(value)}`
  if (typeof value !== 'object' || value === null) return `${name}: ${String(value)}`
  return [`${name}: `, Object.entries(value).map(factLine), '']
}

const fieldLine = ([name, { kind, ...facts }]: readonly [string, Field]): Lines[number] => [
  `${name}: ${kind}(`,
  Object.entries(facts)
    // The helper says it by itself.
    .filter(([fact]) => !(kind === 'numbering' && fact === 'readOnly'))
    .map(factLine),
  ')',
]

/** The declaration of the entity. */
export function declarationText(form: CodeForm): string {
  const { name, fields, scope, zh, en, module, path, title } = entityOf(form)
  const kinds = [...new Set(Object.values(fields).map(({ kind }) => kind))].sort()
  const facts: Lines = [
    `zh: ${literal(zh)}`,
    `en: ${literal(en)}`,
    `module: ${literal(module)}`,
    `path: ${literal(String(path))}`,
    `title: ${literal(title)}`,
    `table: 'tenant'`,
    'softDelete: true',
    ...(scope ? [`scope: { dept: ${literal(scope.dept!)} }`] : []),
    ['fields: ', Object.entries(fields).map(fieldLine), ''],
  ]
  return `import { entity } from '${contractKit}/entity/entity.ts'
import { ${kinds.join(', ')} } from '${contractKit}/fields/field.ts'

/** Written from a code form; docs/ADDING.md has what else a declaration may say. */
export const ${name} = entity('${name}', {
${propertiesText(facts, '  ')}})
`
}

/** The group of the menu that a module stands in, where it is not called as the module. */
const groupOf: Partial<Record<CodeForm['module'], string>> = { check: 'checking', label: 'asset', platform: 'system' }

const menuText = ({ entityName, wordZh, wordEn, menuGroup, module }: CodeForm): string =>
  `{
${propertiesText(
  [
    `code: '${entityName}'`,
    `zh: ${literal(wordZh)}`,
    `en: ${literal(wordEn)}`,
    `path: '/eam/${kebab(entityName)}'`,
    `icon: 'list'`,
    `entity: '${entityName}'`,
    `under: ${literal(menuGroup ?? groupOf[module] ?? module)}`,
  ],
  '      ',
)}    }`

/** The manifest of its module with the entity, its menu item and the rights of roles. */
function manifestText(source: string, form: CodeForm, system: keyof typeof codeSystems): string {
  const { entityName, readers, writers } = form
  let text = withImport(source, entityName, importPath(moduleOf(form), entityName))
  text = withElement(text, 'entities', entityName)
  if (system === 'desk') text = withElement(text, 'menu', menuText(form))
  for (const role of writers ?? []) text = withRight(text, role, `${entityName}.*`)
  for (const role of readers ?? []) if (!writers?.includes(role)) text = withRight(text, role, `${entityName}.list`)
  return text
}

/** The files of entities, to be put into a clone of this version: declarations, migrations, tests, and manifests that name them. */
export async function filesOf(forms: readonly CodeForm[], system: keyof typeof codeSystems): Promise<CodeFile[]> {
  const newest = (await readMigrations(migrationsFolder())).length
  const manifests = new Map<string, string>()
  const files: CodeFile[] = []
  for (const [at, form] of forms.entries()) {
    const { entityName } = form
    const module = moduleOf(form)
    const file = kebab(entityName)
    manifests.set(module, manifestText(manifests.get(module) ?? (await manifestOf(module)), form, system))
    files.push(
      { path: `contract/entities/${module}/${file}.ts`, text: declarationText(form) },
      { path: `server/db/migrations/${String(newest + at + 1).padStart(3, '0')}-${file}.sql`, text: createTable(entityOf(form)) },
      { path: `tests/api/${file}.test.ts`, text: testText(form) },
    )
  }
  return [...files, ...[...manifests].map(([module, text]) => ({ path: `contract/modules/${module}.ts`, text }))]
}
