import type { ESTree } from 'vite'
import { snake } from '#contract/kit/fields/names.ts'
import { type Binding, bind, declare, type Module, Modules, type Names } from './modules.ts'
import { choice, exact, joined, type Part, parts, partsOf, plain, unknown, type Value } from './value.ts'

/** Functions of the kit whose answer follows from an entity alone. */
const computed: Readonly<Record<string, (value: never) => string | undefined>> = {
  snake: (name: string) => (typeof name === 'string' ? snake(name) : undefined),
  tableName: (of: { readonly sql?: string; readonly name?: string }) => of.sql ?? (of.name ? snake(of.name) : undefined),
}

/** Methods of a list that keep what is in it. */
const keeping = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'values'])

const deepest = 40

/** Whose functions are followed into: those of all modules, of the module itself, or none and nothing behind names either. */
export type Follows = 'all' | 'own' | 'none'

/** Tells what an expression is without running the program: constants, texts of functions, lists; what it cannot tell is unknown. */
export class Evaluator {
  private depth = 0
  private readonly running = new Set<Binding>()
  private readonly remembered = new WeakMap<Binding, Value>()

  private readonly modules: Modules
  private readonly follows: Follows

  constructor(modules: Modules, follows: Follows = 'all') {
    this.modules = modules
    this.follows = follows
  }

  of(node: ESTree.Expression | ESTree.Function | ESTree.SpreadElement | undefined | null, names: Names, module: Module): Value {
    if (!node || this.depth > deepest) return unknown
    this.depth++
    try {
      return this.known(node as ESTree.Expression, names, module)
    } finally {
      this.depth--
    }
  }

  private known(node: ESTree.Expression, names: Names, module: Module): Value {
    switch (node.type) {
      case 'Literal':
        if (typeof node.value === 'string') return parts({ kind: 'text', text: node.value, module, start: node.start + 1 })
        return typeof node.value === 'number' ? parts(...plain(String(node.value))) : unknown
      case 'TemplateLiteral':
        return parts(
          ...node.quasis.flatMap((quasi, index): readonly Part[] => [
            { kind: 'text', text: quasi.value.cooked ?? '', module, start: quasi.start + 1 },
            ...(index < node.expressions.length ? partsOf(this.of(node.expressions[index], names, module)) : []),
          ]),
        )
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'TSSatisfiesExpression':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return this.of(node.expression, names, module)
      case 'ConditionalExpression':
        return choice(this.of(node.consequent, names, module), this.of(node.alternate, names, module))
      case 'LogicalExpression':
        if (node.operator === '&&') return this.of(node.right, names, module)
        return choice(this.of(node.left, names, module), this.of(node.right, names, module))
      case 'BinaryExpression': {
        if (node.operator !== '+') return unknown
        const [left, right] = [this.of(node.left, names, module), this.of(node.right, names, module)]
        const isText = [left, right].some((one) => one.kind === 'parts' && !/^\d*$/.test(exact(one) ?? 'x'))
        return isText ? parts(...partsOf(left), ...partsOf(right)) : unknown
      }
      case 'ArrayExpression':
        return { kind: 'list', items: node.elements.flatMap((item) => (item ? this.items(item, names, module) : [])) }
      case 'ObjectExpression':
        return this.record(node, names, module)
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return { kind: 'function', node, names, module }
      case 'Identifier':
        return this.follows === 'none' ? unknown : this.named(node.name, names, module)
      case 'MemberExpression': {
        const key = node.computed
          ? exact(this.of(node.property, names, module))
          : node.property.type === 'Identifier'
            ? node.property.name
            : undefined
        const object = this.of(node.object, names, module)
        if (key !== undefined) return this.part(object, key)
        return object.kind === 'record' ? choice(...object.fields.values()) : object.kind === 'list' ? choice(...object.items) : unknown
      }
      case 'CallExpression':
        return this.called(node, names, module)
      default:
        return (node as ESTree.Node).type === 'FunctionDeclaration'
          ? { kind: 'function', node: node as unknown as ESTree.Function, names, module }
          : unknown
    }
  }

  private items(item: ESTree.Expression | ESTree.SpreadElement, names: Names, module: Module): readonly Value[] {
    if (item.type !== 'SpreadElement') return [this.of(item, names, module)]
    const list = this.of(item.argument, names, module)
    return list.kind === 'list' ? list.items : [unknown]
  }

  private record(node: ESTree.ObjectExpression, names: Names, module: Module): Value {
    const fields = new Map<string, Value>()
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const more = this.of(property.argument, names, module)
        if (more.kind === 'record') for (const [key, value] of more.fields) fields.set(key, value)
        continue
      }
      const key =
        property.key.type === 'Identifier' && !property.computed
          ? property.key.name
          : exact(this.of(property.key as ESTree.Expression, names, module))
      if (key !== undefined) fields.set(key, this.of(property.value, names, module))
    }
    return { kind: 'record', fields }
  }

  private part(object: Value, key: string): Value {
    if (object.kind === 'record') return object.fields.get(key) ?? unknown
    if (object.kind === 'list') return /^\d+$/.test(key) ? (object.items[Number(key)] ?? unknown) : unknown
    if (object.kind === 'real' && object.value && typeof object.value === 'object') {
      const value = (object.value as Record<string, unknown>)[key]
      return value === undefined ? unknown : { kind: 'real', value }
    }
    return unknown
  }

  private named(name: string, names: Names, module: Module): Value {
    for (let here: Names | undefined = names; here; here = here.above) {
      const binding = here.own.get(name)
      if (binding) return this.bound(binding, module)
    }
    const binding = module.names.get(name)
    return binding ? this.bound(binding, module) : unknown
  }

  private bound(binding: Binding, module: Module): Value {
    // A name that is made of itself.
    if (this.running.has(binding)) return unknown
    const before = this.remembered.get(binding)
    if (before) return before
    this.running.add(binding)
    try {
      const value = this.meaning(binding, module)
      this.remembered.set(binding, value)
      return value
    } finally {
      this.running.delete(binding)
    }
  }

  private meaning(binding: Binding, module: Module): Value {
    if (binding.kind === 'given') return binding.value as Value
    if (binding.kind === 'parameter') return textsOf(binding.type)
    if (binding.kind === 'value') {
      let value = this.of(binding.node, binding.names, module)
      for (const key of binding.path) value = this.part(value, String(key))
      return value
    }
    const path = Modules.pathOf(binding.from, module.path)
    if (!path) return unknown
    if (path.startsWith('contract/')) {
      const real = this.modules.real(path, binding.name)
      return real ? { kind: 'real', value: real.value } : unknown
    }
    const other = path.startsWith('server/') ? this.modules.at(path) : undefined
    const found = other?.names.get(binding.name)
    return other && found ? this.bound(found, other) : unknown
  }

  private called(node: ESTree.CallExpression, names: Names, module: Module): Value {
    const { callee } = node
    const given = (index: number): Value => this.of(node.arguments[index], names, module)
    if (callee.type === 'Identifier') {
      const compute = computed[callee.name]
      if (compute) {
        const value = given(0)
        const answer =
          value.kind === 'real' ? compute(value.value as never) : exact(value) === undefined ? undefined : compute(exact(value) as never)
        return answer === undefined ? unknown : parts(...plain(answer))
      }
      if (callee.name === 'String') return given(0)
    }
    if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
      const method = callee.property.name
      if (method === 'add') return parts({ kind: 'parameter' })
      const object = this.of(callee.object, names, module)
      const ofObject = this.method(object, method, given, node)
      if (ofObject) return ofObject
      if (callee.object.type === 'Identifier' && callee.object.name === 'Object') return entries(given(0), method)
    }
    const target = this.of(callee as ESTree.Expression, names, module)
    if (target.kind !== 'function' || (this.follows === 'own' && target.module !== module)) return unknown
    return this.run(
      target,
      node.arguments.map((_, index) => given(index)),
    )
  }

  private method(object: Value, method: string, given: (index: number) => Value, node: ESTree.CallExpression): Value | undefined {
    const list =
      object.kind === 'list' ? object.items : object.kind === 'real' && Array.isArray(object.value) ? object.value.map(real) : undefined
    if (method === 'join') return list ? parts(...joined(list, exact(given(0)) ?? ',')) : unknown
    if (method === 'map' || method === 'flatMap') {
      const each = given(0)
      if (each.kind !== 'function') return undefined
      // Of a list that is not known, one item stands for all.
      const made = (list ?? [unknown]).slice(0, 60).map((item, index) => this.run(each, [item, parts(...plain(String(index)))]))
      return { kind: 'list', items: method === 'map' ? made : made.flatMap((one) => (one.kind === 'list' ? one.items : [one])) }
    }
    if (keeping.has(method) && list) return { kind: 'list', items: list }
    if (method === 'concat' && list) return { kind: 'list', items: [...list, ...node.arguments.map((_, index) => given(index))] }
    if ((method === 'trim' || method === 'toString') && object.kind === 'parts') return object
    return undefined
  }

  /** What a function answers: what stands behind its returns. */
  private run(target: Extract<Value, { kind: 'function' }>, given: readonly Value[]): Value {
    if (this.depth > deepest) return unknown
    const names: Names = { own: new Map(), above: target.names }
    for (const [index, parameter] of target.node.params.entries()) {
      if (parameter.type === 'TSParameterProperty' || parameter.type === 'RestElement') continue
      handOver(names, parameter, given[index])
    }
    const { body } = target.node
    if (!body) return unknown
    if (body.type !== 'BlockStatement') return this.of(body as ESTree.Expression, names, target.module)
    const found: Value[] = []
    this.returns((body as ESTree.BlockStatement).body, names, target.module, found)
    return choice(...found)
  }

  private returns(body: readonly ESTree.Statement[], names: Names, module: Module, found: Value[]): void {
    declare(names, body)
    for (const statement of body) {
      if (statement.type === 'ReturnStatement') found.push(this.of(statement.argument, names, module))
      const inner: (ESTree.Statement | null | undefined)[] =
        statement.type === 'IfStatement'
          ? [statement.consequent, statement.alternate]
          : statement.type === 'SwitchStatement'
            ? statement.cases.flatMap((one) => one.consequent)
            : statement.type === 'ForOfStatement'
              ? [statement.body]
              : []
      for (const one of inner) {
        if (one) this.returns(one.type === 'BlockStatement' ? one.body : [one], { own: new Map(), above: names }, module, found)
      }
    }
  }
}

const real = (value: unknown): Value => ({ kind: 'real', value })

const entries = (of: Value, method: string): Value => {
  const pairs: readonly (readonly [string, Value])[] | undefined =
    of.kind === 'record'
      ? [...of.fields]
      : of.kind === 'real' && of.value && typeof of.value === 'object'
        ? Object.entries(of.value).map(([key, value]) => [key, real(value)])
        : undefined
  if (!pairs) return unknown
  if (method === 'values') return { kind: 'list', items: pairs.map(([, value]) => value) }
  if (method === 'keys') return { kind: 'list', items: pairs.map(([key]) => parts(...plain(key))) }
  if (method === 'entries')
    return { kind: 'list', items: pairs.map(([key, value]) => ({ kind: 'list', items: [parts(...plain(key)), value] })) }
  return unknown
}

/** The texts that a type lists, `'dict' | 'dict_biz'`. */
function textsOf(type: ESTree.TSType | undefined): Value {
  const each = type?.type === 'TSUnionType' ? type.types : type ? [type] : []
  const texts = each.map((one) => (one.type === 'TSLiteralType' && one.literal.type === 'Literal' ? one.literal.value : undefined))
  if (texts.length === 0 || texts.some((text) => typeof text !== 'string')) return unknown
  return parts({ kind: 'choice', options: texts.map((text) => plain(String(text))) })
}

/** Binds the parameters of a function to what it is called with. */
function handOver(names: Names, pattern: ESTree.BindingPattern, value: Value | undefined): void {
  const target = pattern.type === 'AssignmentPattern' ? pattern.left : pattern
  if (value === undefined || value.kind === 'unknown') {
    if (value === undefined) bind(names, pattern, undefined, names)
    else bind(names, target, undefined, names)
    return
  }
  if (target.type === 'Identifier') names.own.set(target.name, { kind: 'given', value })
  else if (target.type === 'ObjectPattern') {
    for (const property of target.properties) {
      if (property.type === 'RestElement' || property.key.type !== 'Identifier') continue
      const field = fieldOf(value, property.key.name)
      handOver(names, property.value, field.kind === 'unknown' ? undefined : field)
    }
  } else if (target.type === 'ArrayPattern') {
    for (const [index, item] of target.elements.entries()) {
      if (item && item.type !== 'RestElement') handOver(names, item, value.kind === 'list' ? (value.items[index] ?? unknown) : unknown)
    }
  }
}

const fieldOf = (value: Value, key: string): Value => {
  if (value.kind === 'record') return value.fields.get(key) ?? unknown
  if (value.kind === 'real' && value.value && typeof value.value === 'object' && key in value.value)
    return real((value.value as Record<string, unknown>)[key])
  return unknown
}
