import { parseSync } from 'vite'

/** One change of a source text that its tests should notice. */
export interface Mutant {
  readonly id: number
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  /** What stands there instead; a block is emptied. */
  readonly to: string
  readonly isBlock: boolean
  readonly kind: string
  readonly from: string
  /** Outside of every function: met only while its file is loaded. */
  readonly isAtLoad: boolean
}

type Found = Omit<Mutant, 'id' | 'file' | 'line' | 'from' | 'isAtLoad'>

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const swapped: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '>': ['>=', '<='],
  '<=': ['<', '>'],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
}

/** Methods that are left out (`null`), or called by another name. */
const methods: Readonly<Record<string, string | null>> = {
  filter: null,
  slice: null,
  sort: null,
  toSorted: null,
  reverse: null,
  toReversed: null,
  trim: null,
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
}

/** The usual changes of Stryker's list: conditions, comparisons, logic, arithmetic, literals, blocks, methods and optional chaining. */
function changesOf(node: Node, text: string, parent: Node | undefined): Found[] {
  const source = ({ start, end }: Node): string => text.slice(start, end)
  const instead = (of: Node, to: string, kind: string): Found => ({ start: of.start, end: of.end, to, isBlock: false, kind })
  const test = node.test
  const conditions =
    isNode(test) && /^(If|While|DoWhile|For|Conditional)/.test(node.type)
      ? ['true', 'false'].map((to) => instead(test, to, 'condition'))
      : []
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const [left, right] = [node.left as Node, node.right as Node]
      const isText = [left, right].some((one) => one.type === 'TemplateLiteral' || typeof one.value === 'string')
      if (isText && node.operator === '+') return []
      const kind = node.type === 'LogicalExpression' ? 'logic' : 'operator'
      return (swapped[String(node.operator)] ?? []).map((to) => instead(node, `(${source(left)}) ${to} (${source(right)})`, kind))
    }
    case 'UnaryExpression':
      return node.operator === '!' ? [instead(node, source(node.argument as Node), 'not')] : []
    case 'Literal':
      if (typeof node.value === 'boolean') return [instead(node, String(!node.value), 'boolean')]
      return typeof node.value === 'string' ? [instead(node, node.value === '' ? `'mutant'` : `''`, 'text')] : []
    case 'TemplateLiteral':
      return parent?.type === 'TaggedTemplateExpression' ? [] : [instead(node, '``', 'text')]
    case 'ArrayExpression':
      return (node.elements as unknown[]).length > 0 ? [instead(node, '[]', 'array')] : []
    case 'ObjectExpression':
      return (node.properties as unknown[]).length > 0 ? [instead(node, '{}', 'object')] : []
    case 'BlockStatement':
      return (node.body as unknown[]).length > 0 && parent?.type !== 'TryStatement'
        ? [{ start: node.start, end: node.end, to: '{}', isBlock: true, kind: 'block' }]
        : []
    case 'CallExpression': {
      const callee = node.callee as Node
      const name = callee.type === 'MemberExpression' && !callee.computed ? String((callee.property as Node).name) : ''
      if (!Object.hasOwn(methods, name)) return []
      const to = methods[name]
      const object = source(callee.object as Node)
      const rest = text.slice((callee.property as Node).end, node.end)
      return [instead(node, to === null ? object : `${object}.${to}${rest}`, 'method')]
    }
    default:
      return conditions
  }
}

/** The wording of messages for people and of errors that no input causes: tests hold which message comes, not how it is worded. */
const isWording = (node: Node, parent: Node | undefined): boolean =>
  (node.type === 'Literal' || node.type === 'TemplateLiteral') &&
  ((parent?.type === 'Property' && /^(zh|en)$/.test(String((parent.key as Node).name))) ||
    (parent?.type === 'NewExpression' && (parent.callee as Node).name === 'Error'))

/** A text on one line, as it is shown and told from others. */
export const squeezed = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 90)

/** Every mutant of a source file, in its order. */
export function mutantsOf(file: string, text: string): Omit<Mutant, 'id'>[] {
  const { program } = parseSync(file, text)
  const found: (Found & { isAtLoad: boolean })[] = []
  const walk = (node: Node, parent: Node | undefined, inChain: boolean, isAtLoad: boolean): void => {
    if (/^(Import|ExportAll|TS(?!As|NonNull|Satisfies))/.test(node.type) || isWording(node, parent)) return
    if (node.type === 'ChainExpression') {
      for (const at of text.slice(node.start, node.end).matchAll(/\?\.(?=[a-zA-Z_#])/g))
        found.push({
          start: node.start,
          end: node.end,
          to: `${text.slice(node.start, node.start + at.index)}.${text.slice(node.start + at.index + 2, node.end)}`,
          isBlock: false,
          kind: 'chain',
          isAtLoad,
        })
    } else if (!inChain) found.push(...changesOf(node, text, parent).map((one) => ({ ...one, isAtLoad })))
    for (const [key, value] of Object.entries(node)) {
      const isName = key === 'key' && (node.type === 'Property' || node.type === 'PropertyDefinition') && !node.computed
      if (isName || /^(type\w*|returnType|source|directive|parent)$/.test(key)) continue
      if (node.type === 'ExpressionStatement' && node.directive) continue
      const isSpine = node.type === 'ChainExpression' ? true : inChain && (key === 'object' || key === 'callee' || key === 'expression')
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) walk(child, node, isSpine, isAtLoad && !/Function/.test(node.type))
    }
  }
  for (const statement of (program as unknown as { body: Node[] }).body) walk(statement, undefined, false, true)
  return found
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .map((one) => ({
      ...one,
      file,
      line: text.slice(0, one.start).split('\n').length,
      from: squeezed(text.slice(one.start, one.end)),
    }))
}

/** The text with all given mutants in it, each switched on by its number: `__mutant(7)`. */
export function switched(text: string, mutants: readonly Mutant[], from = 0, to = text.length): string {
  let done = from
  let out = ''
  let rest = mutants.toSorted((one, other) => one.start - other.start || other.end - one.end)
  while (rest.length > 0) {
    const first = rest[0]!
    const same = rest.filter((one) => one.start === first.start && one.end === first.end && one.isBlock === first.isBlock)
    const inner = rest.filter((one) => !same.includes(one) && one.start >= first.start && one.end <= first.end)
    rest = rest.filter((one) => one.start >= first.end)
    const original = switched(text, inner, first.start, first.end)
    out += text.slice(done, first.start)
    out += first.isBlock
      ? `{ if (!__mutant(${first.id})) ${original} }`
      : `(${same.map(({ id, to: instead }) => `__mutant(${id}) ? (${instead}) : `).join('')}(${original}))`
    done = first.end
  }
  return out + text.slice(done, to)
}
