/** A node of a parsed statement: an object of fields, or one that wraps another under the name of its kind. */
export interface Tree {
  readonly [field: string]: unknown
}

/** The node under the name of its kind, if it is of this kind. */
export const at = (tree: Tree | undefined, kind: string): Tree | undefined => tree?.[kind] as Tree | undefined

/** A list of nodes, empty where the statement has none. */
export const all = (list: unknown): readonly Tree[] => (list as readonly Tree[] | undefined) ?? []

/** A name in a node; the parser leaves out what is empty. */
export const name = (value: unknown): string => (value as string | undefined) ?? ''

/** The names of a list of strings, such as those of columns. */
export const names = (list: unknown): string[] => all(list).map((one) => name(at(one, 'String')?.sval))
