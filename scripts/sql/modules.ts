import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type ESTree, parseSync } from 'vite'

/** What a name stands for: an expression with a path into it, an import, or a parameter whose type may list its texts. */
export type Binding =
  | {
      readonly kind: 'value'
      readonly node: ESTree.Expression | ESTree.Function
      readonly path: readonly (string | number)[]
      readonly names: Names
    }
  | { readonly kind: 'import'; readonly from: string; readonly name: string }
  | { readonly kind: 'given'; readonly value: unknown }
  | { readonly kind: 'parameter'; readonly type: ESTree.TSType | undefined }

/** The names of a block, with those of the blocks around it. */
export interface Names {
  readonly own: Map<string, Binding>
  readonly above: Names | undefined
}

export interface Module {
  readonly path: string
  readonly text: string
  readonly names: ReadonlyMap<string, Binding>
  readonly program: ESTree.Program | undefined
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Whether a text of a file may be SQL; most files hold none and need not be read. */
const mayHoldSql =
  /[`'"][^`]*\b(?:select\s|from\s+\$?\w|where\s|update\s|insert into|delete from|\bjoin\s|order by|is null|is_deleted|tenant_id)/

/** All files of the server, by their path from the root of the clone. */
export const allServerFiles = (): string[] =>
  readdirSync(`${root}server`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => posix.join('server', file.replaceAll('\\', '/')))
    .sort()

/** The files of the server that may hold SQL. */
export const serverFiles = (): string[] => allServerFiles().filter((path) => mayHoldSql.test(readFileSync(`${root}${path}`, 'utf8')))

/** The names that a pattern binds to parts of an expression. */
export function bind(
  names: Names,
  pattern: ESTree.BindingPattern,
  node: ESTree.Expression | undefined,
  within: Names,
  path: readonly (string | number)[] = [],
): void {
  if (pattern.type === 'Identifier') {
    names.own.set(
      pattern.name,
      node
        ? { kind: 'value', node, path, names: within }
        : { kind: 'parameter', type: pattern.typeAnnotation?.typeAnnotation ?? undefined },
    )
  } else if (pattern.type === 'ArrayPattern') {
    for (const [index, item] of pattern.elements.entries()) {
      if (item && item.type !== 'RestElement') bind(names, item, node, within, [...path, index])
    }
  } else if (pattern.type === 'ObjectPattern') {
    for (const property of pattern.properties) {
      if (property.type === 'RestElement' || property.key.type !== 'Identifier') continue
      bind(names, property.value, node, within, [...path, property.key.name])
    }
  } else if (pattern.type === 'AssignmentPattern') bind(names, pattern.left, node ?? pattern.right, node ? within : names, path)
}

/** The names that the statements of a block declare. */
export function declare(names: Names, body: readonly (ESTree.Statement | ESTree.ModuleDeclaration)[]): void {
  for (const one of body) {
    const statement = one.type === 'ExportNamedDeclaration' && one.declaration ? one.declaration : one
    if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations) {
        if (init) bind(names, id, statement.kind === 'const' ? init : undefined, names)
      }
    }
    if (statement.type === 'FunctionDeclaration' && statement.id)
      names.own.set(statement.id.name, { kind: 'value', node: statement, path: [], names })
    if (statement.type === 'ImportDeclaration' && statement.importKind !== 'type') {
      for (const specifier of statement.specifiers) {
        if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') continue
        names.own.set(specifier.local.name, { kind: 'import', from: statement.source.value, name: specifier.imported.name })
      }
    }
  }
}

/** A module from its text. */
export function moduleOf(path: string, text: string): Module {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const names: Names = { own: new Map(), above: undefined }
  declare(names, program.body)
  return { path, text, names: names.own, program }
}

/** The modules of the server, read when they are asked for, and those of the contract, loaded before. */
export class Modules {
  private readonly read = new Map<string, Module | undefined>()
  private readonly loaded = new Map<string, Record<string, unknown>>()

  private readonly texts: Readonly<Record<string, string>>

  /** `texts`: files that stand for those of the clone. */
  constructor(texts: Readonly<Record<string, string>> = {}) {
    this.texts = texts
  }

  at(path: string): Module | undefined {
    if (!this.read.has(path)) {
      const text = this.texts[path] ?? (existsSync(`${root}${path}`) ? readFileSync(`${root}${path}`, 'utf8') : undefined)
      this.read.set(path, text === undefined ? undefined : moduleOf(path, text))
    }
    return this.read.get(path)
  }

  /** The path of an imported module from the root of the clone; undefined for a package. */
  static pathOf(from: string, importer: string): string | undefined {
    if (from.startsWith('#')) return from.slice(1)
    return from.startsWith('.') ? posix.join(posix.dirname(importer), from) : undefined
  }

  /** The modules of the server that a module imports, without packages and the contract. */
  importedBy(module: Module): Module[] {
    return [...module.names.values()].flatMap((binding) => {
      const path = binding.kind === 'import' ? Modules.pathOf(binding.from, module.path) : undefined
      return path?.startsWith('server/') ? (this.at(path) ?? []) : []
    })
  }

  /** Loads what a module imports of the contract, which depends on nothing. */
  async load(module: Module): Promise<void> {
    for (const binding of module.names.values()) {
      if (binding.kind !== 'import') continue
      const path = Modules.pathOf(binding.from, module.path)
      if (!path?.startsWith('contract/') || this.loaded.has(path)) continue
      this.loaded.set(path, (await import(pathToFileURL(`${root}${path}`).href)) as Record<string, unknown>)
    }
  }

  /** A value of the contract; undefined when its module was not loaded. */
  real(path: string, name: string): { readonly value: unknown } | undefined {
    const module = this.loaded.get(path)
    return module && name in module ? { value: module[name] } : undefined
  }
}
