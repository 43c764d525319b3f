import { pathsOf } from '#contract/kit/entity/call.ts'
import { urlsOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { calls, entities } from '#contract/registry.ts'
import { type Graph, reaching } from './graph.ts'
import { moduleOf } from './kinds.ts'

/** From this many modules on a file is part of the kit, or the list that puts modules together. */
const many = 4

const ownModule = (path: string): string | undefined =>
  /^(?:server|src)\/features\/([^/]+)\//.exec(path)?.[1] ?? /^contract\/entities\/([^/]+)\//.exec(path)?.[1]

/** Which modules of the product a source file belongs to: its folder, or the folders that use it; `kit` when many do. */
export const modulesOf = (path: string, graph: Graph): ReadonlySet<string> => {
  const own = ownModule(path)
  if (own) return new Set([own])
  const directModules = (file: string): Set<string> => new Set([...(graph.imports.get(file) ?? [])].flatMap((to) => ownModule(to) ?? []))
  const users = reaching(graph, [path], (file) => ownModule(file) === undefined && directModules(file).size < many)
  const found = new Set([...users].flatMap((file) => ownModule(file) ?? []))
  return found.size === 0 || found.size >= many ? new Set(['kit']) : found
}

/** Modules by the first two parts of the addresses of families and calls, such as `/eam/device`. */
const modulesByAddress = new Map<string, Set<string>>()
const start = (url: string): string => url.split('/').slice(0, 3).join('/')
for (const [module, urls] of [
  ...entities.map((of) => [of.module, verbsOf(of).flatMap((verb) => urlsOf(of, verb))] as const),
  ...calls.map((of) => [of.module, pathsOf(of)] as const),
])
  for (const url of urls) modulesByAddress.set(start(url), (modulesByAddress.get(start(url)) ?? new Set<string>()).add(module))

/** The modules that a test touches: what it is named after, what it imports, and whose addresses it calls. */
export const modulesOfTest = (path: string, text: string, graph: Graph): ReadonlySet<string> => {
  const named = moduleOf(path)
  const addresses = [...text.matchAll(/\/[a-z][\w-]*\/[\w-]+/g)].flatMap(([url]) => [...(modulesByAddress.get(url) ?? [])])
  const imported = [...(graph.imports.get(path) ?? [])].flatMap((to) => ownModule(to) ?? [])
  return new Set([...(named ? [named] : []), ...addresses, ...imported])
}
