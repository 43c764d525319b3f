import { useReader } from '../../scan/use-reader.ts'

/** Hears codes that a reader types, one by one, so that a page takes them without being touched. */
export function useWedge(onCode: (code: string) => void): void {
  useReader((hits) => {
    for (const { text } of hits) onCode(text)
  })
}
