import { useReader } from '../../scan/use-reader.ts'

/** Calls `onCode` for each code from a reader, which acts as a keyboard; the page needs no touch. */
export function useWedge(onCode: (code: string) => void): void {
  useReader((hits) => {
    for (const { text } of hits) onCode(text)
  })
}
