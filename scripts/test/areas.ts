import { pathsOf } from '#contract/kit/entity/call.ts'
import { urlsOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { calls, entities } from '#contract/registry.ts'
import { type Graph, reaching } from './graph.ts'
import { moduleOf } from './kinds.ts'

/** From this many areas on a file is part of the kit, or the list that puts areas together. */
const many = 4

const ownArea = (path: string): string | undefined =>
  /^(?:server|src)\/features\/([^/]+)\//.exec(path)?.[1] ?? /^contract\/entities\/([^/]+)\//.exec(path)?.[1]

/** Which areas of the product a source file belongs to: its folder, or the folders that use it; `kit` when many do. */
export const areasOf = (path: string, graph: Graph): ReadonlySet<string> => {
  const own = ownArea(path)
  if (own) return new Set([own])
  const directAreas = (file: string): Set<string> => new Set([...(graph.imports.get(file) ?? [])].flatMap((to) => ownArea(to) ?? []))
  const users = reaching(graph, [path], (file) => ownArea(file) === undefined && directAreas(file).size < many)
  const found = new Set([...users].flatMap((file) => ownArea(file) ?? []))
  return found.size === 0 || found.size >= many ? new Set(['kit']) : found
}

/** Areas by the first two parts of the addresses of families and calls, such as `/eam/device`. */
const areasByAddress = new Map<string, Set<string>>()
const start = (url: string): string => url.split('/').slice(0, 3).join('/')
for (const [area, urls] of [
  ...entities.map((of) => [of.area, verbsOf(of).flatMap((verb) => urlsOf(of, verb))] as const),
  ...calls.map((of) => [of.area, pathsOf(of)] as const),
])
  for (const url of urls) areasByAddress.set(start(url), (areasByAddress.get(start(url)) ?? new Set<string>()).add(area))

/** The areas that a test touches: what it is named after, what it imports, and whose addresses it calls. */
export const areasOfTest = (path: string, text: string, graph: Graph): ReadonlySet<string> => {
  const named = moduleOf(path)
  const addresses = [...text.matchAll(/\/[a-z][\w-]*\/[\w-]+/g)].flatMap(([url]) => [...(areasByAddress.get(url) ?? [])])
  const imported = [...(graph.imports.get(path) ?? [])].flatMap((to) => ownArea(to) ?? [])
  return new Set([...(named ? [named] : []), ...addresses, ...imported])
}
