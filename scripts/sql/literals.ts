import type { ESTree } from 'vite'
import { bind, declare, type Module, type Names } from './modules.ts'

/** A string or template of a module, with the names that it may use. */
export interface Literal {
  readonly node: ESTree.TemplateLiteral | ESTree.StringLiteral
  readonly names: Names
}

/** An object of a module, which may hold the pieces of a statement. */
export interface ObjectOf {
  readonly node: ESTree.ObjectExpression
  readonly names: Names
}

type Node = ESTree.Node & { readonly [field: string]: unknown }

/** Every string and template of a module, outer ones first, and its objects; types and imports hold none. */
export function textsOf(module: Module): { readonly literals: readonly Literal[]; readonly objects: readonly ObjectOf[] } {
  const found: Literal[] = []
  const objects: ObjectOf[] = []
  const visit = (value: unknown, names: Names): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, names)
    else if (value && typeof value === 'object' && 'type' in value) enter(value as Node, names)
  }
  const enter = (node: Node, names: Names): void => {
    if (node.type.startsWith('TS') && !('expression' in node)) return
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return
    let inner = names
    if (node.type === 'ObjectExpression') objects.push({ node: node as unknown as ESTree.ObjectExpression, names })
    if (node.type === 'TemplateLiteral') found.push({ node: node as unknown as ESTree.TemplateLiteral, names })
    else if (node.type === 'Literal') {
      if (typeof node.value === 'string') found.push({ node: node as unknown as ESTree.StringLiteral, names })
      return
    } else if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression') {
      inner = { own: new Map(), above: names }
      for (const parameter of node.params as ESTree.ParamPattern[]) {
        if (parameter.type !== 'TSParameterProperty' && parameter.type !== 'RestElement') bind(inner, parameter, undefined, inner)
      }
    } else if (node.type === 'BlockStatement') {
      inner = { own: new Map(), above: names }
      declare(inner, node.body as ESTree.Statement[])
    } else if (node.type === 'ForOfStatement') {
      inner = { own: new Map(), above: names }
      const left = node.left as ESTree.Node
      if (left.type === 'VariableDeclaration') for (const { id } of left.declarations) bind(inner, id, undefined, inner)
    }
    for (const [field, value] of Object.entries(node)) {
      if (field !== 'type' && field !== 'typeAnnotation' && field !== 'typeArguments' && field !== 'returnType') visit(value, inner)
    }
  }
  visit(module.program?.body, { own: new Map(module.names), above: undefined })
  return { literals: found, objects }
}
