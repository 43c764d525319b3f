import { type PartAnswer, partsOf } from '#contract/sync/sync-blobs.ts'
import type { PartToSend } from '#src/data/outbox/ports.ts'

export interface FakeFile {
  sha256: string
  parts: number[]
  complete: boolean
}

/** What the server says of a file it may not know. */
export const fileStateOf = (file: FakeFile | undefined): PartAnswer => ({
  complete: file?.complete ?? false,
  parts: [...(file?.parts ?? [])],
})

/** Takes one part; a whole file takes no more. Undefined: the content is another one than before. */
export const takePart = (files: Map<string, FakeFile>, key: string, { facts, part }: PartToSend): FakeFile | undefined => {
  const file = files.get(key) ?? { sha256: facts.sha256, parts: [], complete: false }
  if (file.sha256 !== facts.sha256) return undefined
  if (!file.parts.includes(part)) file.parts.push(part)
  file.complete = file.parts.length === partsOf(facts.size)
  files.set(key, file)
  return file
}
