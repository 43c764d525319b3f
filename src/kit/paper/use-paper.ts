import { useEffect, useRef, useState } from 'react'
import type { PlateLine } from '#contract/codes/nameplate/plate-types.ts'
import { isMetered, isPackKept } from '#src/kit/nameplate/pack.ts'
import { type PlateReader, PlateUnread, plateReader } from '#src/kit/nameplate/plate-reader.ts'
import type { PaperFault } from './paper-words.ts'

/** What the reading of a paper is at. */
export type PaperState =
  | { readonly is: 'idle' }
  /** The download may cost money: the person decides. */
  | { readonly is: 'asking'; readonly pictures: readonly Blob[]; readonly file: File }
  | { readonly is: 'loading'; readonly percent: number }
  | { readonly is: 'reading' }
  | { readonly is: 'read'; readonly lines: readonly PlateLine[]; readonly file: File }
  | { readonly is: 'failed'; readonly fault: PaperFault }

/** The first bytes of a PDF, which may stand behind a few others. */
const isPdf = async (file: Blob): Promise<boolean> => (await file.slice(0, 1024).text()).includes('%PDF-')

/** Lines of several pictures below each other. */
function stacked(pages: readonly (readonly PlateLine[])[]): PlateLine[] {
  let above = 0
  return pages.flatMap((lines) => {
    const moved = lines.map((line) => ({ ...line, box: { ...line.box, y: line.box.y + above } }))
    above = Math.max(above, ...moved.map(({ box }) => box.y + 2 * box.height))
    return moved
  })
}

/** Reads certificates and invoices, PDFs or photos, in the browser: the text of a PDF where it has one, else its pictures. */
export function usePaper(): {
  readonly state: PaperState
  readonly read: (file: File) => Promise<void>
  /** Reads after the person has agreed to the download. */
  readonly agree: () => Promise<void>
  readonly stop: () => void
} {
  const [state, setState] = useState<PaperState>({ is: 'idle' })
  const reader = useRef<PlateReader>(undefined)
  // What an earlier file still says is of no interest.
  const turn = useRef(0)
  const end = (): void => {
    turn.current += 1
    reader.current?.close()
    reader.current = undefined
  }
  const last = useRef(end)
  last.current = end
  useEffect(() => () => last.current(), [])

  const from = async (pictures: readonly Blob[], file: File): Promise<void> => {
    const own = turn.current
    const show = (next: PaperState): void => {
      if (own === turn.current) setState(next)
    }
    show({ is: 'loading', percent: 0 })
    try {
      const pages: (readonly PlateLine[])[] = []
      for (const picture of pictures) {
        reader.current ??= plateReader()
        const { lines } = await reader.current.read(picture, (now) =>
          show(now.is === 'loading' ? { is: 'loading', percent: Math.floor(now.share * 100) } : { is: 'reading' }),
        )
        if (own !== turn.current) return
        pages.push(lines)
      }
      show({ is: 'read', lines: stacked(pages), file })
    } catch (error) {
      show({ is: 'failed', fault: error instanceof PlateUnread ? error.fault : 'unfit' })
    }
  }
  const read = async (file: File): Promise<void> => {
    turn.current += 1
    const own = turn.current
    setState({ is: 'reading' })
    let pictures: readonly Blob[] = [file]
    if (await isPdf(file)) {
      const { PdfUnread, readPdf } = await import('./paper-pdf.ts')
      try {
        const content = await readPdf(file)
        if (own !== turn.current) return
        if ('lines' in content) return setState({ is: 'read', lines: content.lines, file })
        pictures = content.pictures
      } catch (error) {
        if (own === turn.current) setState({ is: 'failed', fault: error instanceof PdfUnread ? error.fault : 'unfit' })
        return
      }
    }
    if (own !== turn.current) return
    if (isMetered() && !(await isPackKept().catch(() => false))) setState({ is: 'asking', pictures, file })
    else await from(pictures, file)
  }
  return {
    state,
    read,
    agree: async () => {
      if (state.is === 'asking') await from(state.pictures, state.file)
    },
    stop: () => {
      end()
      setState({ is: 'idle' })
    },
  }
}
