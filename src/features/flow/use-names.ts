import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { branchesOf, type FlowNode, type FlowTree } from '#contract/entities/flow/tree.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Option } from '#src/data/hooks.ts'
import { readOptions } from '#src/data/read-detail.ts'
import type { Names } from './tree/sentences.ts'

/** As many rows are named by one request. */
const most = 50

/** The rows that a tree names by id, by entity. */
function namedIn(trees: readonly FlowTree[], approval: Approval | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const take = (entity: string, ids: readonly unknown[]): void => {
    const all = found.get(entity) ?? new Set<string>()
    for (const id of ids) if (typeof id === 'string' && id) all.add(id)
    found.set(entity, all)
  }
  const visit = (nodes: readonly FlowNode[]): void => {
    for (const node of nodes) {
      if ('who' in node) for (const rule of node.who) if ('ids' in rule) take(rule.by, rule.ids)
      if (node.kind === 'condition')
        for (const { fact, value } of node.branches.flatMap(({ when }) => when.flat())) {
          const field = approval?.facts[fact]
          const to = field?.kind === 'link' || field?.kind === 'ids' ? field.to : undefined
          if (to) take(to, Array.isArray(value) ? value : [value])
        }
      for (const branch of branchesOf(node)) visit(branch.nodes)
    }
  }
  for (const tree of trees) visit(tree.nodes)
  return found
}

const parts = (ids: ReadonlySet<string>): string[][] => {
  const all = [...ids].sort()
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most))
}

/** The names of the people, roles, posts, departments and others that trees name; those asked for stay known while the tree changes. */
export function useNames(trees: readonly FlowTree[], approval: Approval | undefined): Names {
  const asked = useMemo(
    () => [...namedIn(trees, approval)].flatMap(([entity, ids]) => parts(ids).map((part) => ({ entity, ids: part.join(',') }))),
    [trees, approval],
  )
  return useQueries({
    queries: asked.map(({ entity, ids }) => {
      const of = entityNamed(entity)
      return { queryKey: ['entity', entity, 'select', 'ids', ids], queryFn: () => readOptions(of, { ids }) }
    }),
    combine: namesOf,
  })
}

const namesOf = (found: readonly { readonly data?: readonly Option[] | undefined }[]): Names =>
  new Map(found.flatMap(({ data }) => (data ?? []).map(({ id, name }): [string, string] => [id, name])))
