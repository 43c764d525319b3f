import type { Plugin } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const kinds: Readonly<Record<string, string>> = { pageOf: 'page', listOf: 'list', one: 'one', plain: 'plain', flat: 'flat' }

const isNode = (value: unknown): value is Node => typeof (value as { type?: unknown } | null)?.type === 'string'

const isShape = (node: unknown): boolean =>
  isNode(node) && node.type === 'MemberExpression' && (node as { object?: { name?: string } }).object?.name === 'out'

/** What changes below a node: `answers: kind(…)` keeps its kind, every other call is marked as one without effects. */
function editsBelow(node: Node, found: Edit[]): void {
  const { key, value } = node as { key?: { name?: string }; value?: Node & { callee?: { name?: string } } }
  const kind = node.type === 'Property' && key?.name === 'answers' ? kinds[value?.callee?.name ?? ''] : undefined
  if (kind && value) {
    found.push({ start: value.start, end: value.end, text: `{ kind: '${kind}' }` })
    return
  }
  // The phone has no page that lists a family without rows.
  if (node.type === 'Property' && key?.name === 'emptyAdvice' && value) {
    found.push({ start: value.start, end: value.end, text: '0' })
    return
  }
  // Shapes of answers: nothing reads them, and reading a property counts as an effect.
  if (isShape(node) || (node.type === 'CallExpression' && isShape(node.callee))) {
    found.push({ start: node.start, end: node.end, text: '0' })
    return
  }
  // Inside of functions a call may be made for what it does.
  if (/Function/.test(node.type)) return
  if (node.type === 'CallExpression') found.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
  for (const part of Object.values(node)) for (const one of [part].flat()) if (isNode(one)) editsBelow(one, found)
}

/**
 * Removes from a build the declarations that a page does not use: the answers of calls, because a page needs to know only how an answer is sent and its types are
 * gone by then, and the calls and entities that nothing names. Declarations are plain facts, so leaving one out changes nothing.
 */
export function bareDeclarations(): Plugin {
  return {
    name: 'bare-declarations',
    transform: {
      filter: { id: /\/contract\/(calls|entities|kit)\/.+\.ts$/ },
      order: 'post',
      handler(code) {
        const found: Edit[] = []
        editsBelow(this.parse(code) as unknown as Node, found)
        const next = found
          .sort((a, b) => b.start - a.start)
          .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
        return { code: next, map: null, moduleSideEffects: false }
      },
    },
  }
}
