import { useQueries } from '@tanstack/react-query'
import { businessDictionary } from '#contract/calls/settings/dictionary.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { invoke, request } from '#src/data/client.ts'
import type { TreeNode } from '#src/data/hooks.ts'
import { language } from '#src/data/language.ts'
import { type Speech, useWords } from '#src/words/words.ts'
import { dateTree } from './date-tree.ts'
import type { DictionarySource, FilterNode, StaticNode, TreeSource } from './tree-source.ts'

type DictionaryNode = AnswerOf<typeof businessDictionary.dictionaryTree>[number]

const ofDictionary = (nodes: readonly DictionaryNode[], wire: string, { say }: Speech): FilterNode[] =>
  nodes.flatMap(({ id, dictKey, dictValue, dictValueEn, children }) => {
    const below = ofDictionary((children ?? []) as DictionaryNode[], wire, { say } as Speech)
    // The top row is the dictionary itself.
    if (!dictKey) return below
    return [{ key: id, title: say({ zh: dictValue, en: dictValueEn ?? dictValue }), filters: { [wire]: dictKey }, children: below }]
  })

const ofTree = (nodes: readonly TreeNode[], wire: string): FilterNode[] =>
  nodes.map(({ id, name, children }) => ({ key: id, title: name, filters: { [wire]: id }, children: ofTree(children ?? [], wire) }))

const ofStatic = (nodes: readonly StaticNode[], wire: string, { say }: Speech): FilterNode[] =>
  nodes.map((node) => ({
    key: node.key,
    title: say(node),
    filters: { [wire]: node.key },
    children: ofStatic(node.children ?? [], wire, { say } as Speech),
  }))

const dictionariesOf = (source: TreeSource): readonly DictionarySource[] =>
  source.kind === 'dicts' ? source.dictionaries : source.kind === 'dict' ? [source] : []

interface Found {
  readonly nodes: readonly FilterNode[]
  readonly isPending: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** The nodes of a source, after one without filters. */
export function useSourceNodes(source: TreeSource): Found {
  const speech = useWords()
  const { word, say } = speech
  const dictionaries = dictionariesOf(source)
  const asked = useQueries({
    queries: [
      ...dictionaries.map(({ code }) => ({
        queryKey: ['call', businessDictionary.dictionaryTree.name, { code }, language()],
        queryFn: ({ signal }: { signal: AbortSignal }): Promise<unknown> =>
          invoke(businessDictionary.dictionaryTree, { query: { code }, signal }),
      })),
      ...(source.kind === 'url'
        ? [
            {
              queryKey: ['tree', source.path, language()],
              queryFn: ({ signal }: { signal: AbortSignal }): Promise<unknown> => request(source.path, { signal }),
            },
          ]
        : []),
    ],
  })
  const read = (): FilterNode[] => {
    switch (source.kind) {
      case 'date':
        return dateTree(new Date(), source.wires, {
          year: (year) => word('side.year', { year: String(year) }),
          month: (month) => word('side.month', { month }),
        })
      case 'static':
        return ofStatic(source.nodes, source.wire, speech)
      case 'url':
        return ofTree((asked[0]?.data ?? []) as TreeNode[], source.wire)
      case 'dict':
        return ofDictionary((asked[0]?.data ?? []) as DictionaryNode[], source.wire, speech)
      case 'dicts':
        return dictionaries.map((one, at) => ({
          key: one.code,
          title: say(one),
          filters: {},
          children: ofDictionary((asked[at]?.data ?? []) as DictionaryNode[], one.wire, speech),
        }))
    }
  }
  return {
    nodes: [{ key: '', title: word('side.all'), filters: {} }, ...read()],
    isPending: asked.some((one) => one.isPending),
    error: asked.find((one) => one.error)?.error ?? null,
    retry: () => {
      for (const one of asked) void one.refetch()
    },
  }
}
