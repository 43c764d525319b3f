import { useEffect, useMemo } from 'react'
import { FILE_KIND, type FileFacts } from '#contract/sync/sync-blobs.ts'
import { useStored } from './local-data.ts'

/** A file stored on this phone, with a URL for `<img>`. */
export interface KeptFile {
  readonly id: string
  /** Empty when only the content is stored. */
  readonly name: string
  readonly isPicture: boolean
  readonly url: string
}

/** The files with these ids that this phone stores; undefined while reading. */
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
