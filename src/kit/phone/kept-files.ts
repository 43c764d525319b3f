import { useEffect, useMemo } from 'react'
import { FILE_KIND, type FileFacts } from '#contract/sync-blobs.ts'
import { useStored } from './local-data.ts'

/** A file that this phone holds, with an address for `<img>`. */
export interface KeptFile {
  readonly id: string
  /** Empty where only the content is left. */
  readonly name: string
  readonly isPicture: boolean
  readonly url: string
}

/** Files by their ids with their names, as far as this phone holds them; undefined while they are read. */
export function useKeptFiles(ids: readonly string[]): KeptFile[] | undefined {
  const stored = useStored(
    async ({ outbox }) => {
      if (ids.length === 0) return []
      const { ops, done } = await outbox.read({ done: true })
      const facts = new Map(
        [...done, ...ops].flatMap(({ kind, target, body }) => (kind === FILE_KIND ? [[target.id, body as FileFacts] as const] : [])),
      )
      const contents = await Promise.all(ids.map((id) => outbox.blob(id).catch(() => undefined)))
      return ids.flatMap((id, index) => {
        const bytes = contents[index]
        return bytes ? [{ id, bytes, name: facts.get(id)?.name ?? '', type: facts.get(id)?.type ?? 'image/jpeg' }] : []
      })
    },
    [ids.join()],
  )
  const files = useMemo(
    () =>
      stored?.map(({ id, bytes, name, type }) => ({
        id,
        name,
        isPicture: type.startsWith('image/'),
        url: URL.createObjectURL(new Blob([bytes], { type })),
      })),
    [stored],
  )
  useEffect(
    () => () => {
      for (const { url } of files ?? []) URL.revokeObjectURL(url)
    },
    [files],
  )
  return files
}
