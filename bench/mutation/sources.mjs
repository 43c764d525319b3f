import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

// The loader of a thread reads its sources by itself, so it is given those with mutants here.
const texts = JSON.parse(readFileSync(`${process.env.MUTATION_FOLDER}/sources.json`, 'utf8'))
const byUrl = new Map(Object.entries(texts).map(([file, text]) => [pathToFileURL(file).href, text]))

/** Hook of Node's loader. */
export const load = (url, context, next) => {
  const source = byUrl.get(url.split('?')[0])
  return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
}
