import { useEffect, useRef, useState } from 'react'
import type { PlateSuggestion } from '#contract/codes/nameplate/plate-types.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import { isMetered, isPackKept } from '#src/kit/nameplate/pack.ts'
import type { PlateFault, PlateReading } from '#src/kit/nameplate/plate-messages.ts'
import { type PlateReader, PlateUnread, plateReader } from '#src/kit/nameplate/plate-reader.ts'
import { factsOf, factsOfCode } from './plate-facts.ts'

/** A fact with the piece of the picture that says it. */
export interface ShownFact extends PlateSuggestion {
  readonly piece?: string | undefined
}

/** What the reading of a plate is at. */
export type PlateState =
  | { readonly is: 'idle' }
  /** The download may cost money: the person decides. */
  | { readonly is: 'asking'; readonly file: File }
  | { readonly is: 'loading'; readonly percent: number }
  | { readonly is: 'reading' }
  | {
      readonly is: 'read'
      readonly facts: readonly ShownFact[]
      readonly file?: File | undefined
      readonly reading?: PlateReading | undefined
    }
  | { readonly is: 'failed'; readonly fault: PlateFault | 'noText' | 'noUdi' }

/** Reads pictures of plates and UDI codes for a form. */
export function usePlate(fields: FieldMap): {
  readonly state: PlateState
  readonly read: (file: File) => Promise<void>
  /** Reads after the person has agreed to the download. */
  readonly agree: () => Promise<void>
  readonly readCode: (text: string) => void
  readonly stop: () => void
  /** Forgets what was read; the reader stays for the next picture unless it is at work. */
  readonly clear: () => void
} {
  const [state, setState] = useState<PlateState>({ is: 'idle' })
  const reader = useRef<PlateReader>(undefined)
  const pieces = useRef<readonly string[]>([])
  // What an earlier picture still says is of no interest.
  const turn = useRef(0)
  const forget = (): void => {
    for (const url of pieces.current) URL.revokeObjectURL(url)
    pieces.current = []
  }
  const end = (): void => {
    turn.current += 1
    reader.current?.close()
    reader.current = undefined
    forget()
  }
  const last = useRef(end)
  last.current = end
  useEffect(() => () => last.current(), [])

  const begin = async (file: File): Promise<void> => {
    turn.current += 1
    const own = turn.current
    const show = (next: PlateState): void => {
      if (own === turn.current) setState(next)
    }
    forget()
    show({ is: 'loading', percent: 0 })
    try {
      reader.current ??= plateReader()
      const reading = await reader.current.read(file, (now) =>
        show(now.is === 'loading' ? { is: 'loading', percent: Math.floor(now.share * 100) } : { is: 'reading' }),
      )
      if (own !== turn.current) return
      const found = factsOf(reading, fields)
      if (found.length === 0) return show({ is: 'failed', fault: 'noText' })
      const facts = found.map((fact): ShownFact => {
        const piece = reading.pieces[fact.lines.at(-1) ?? -1]
        return piece ? { ...fact, piece: URL.createObjectURL(piece) } : fact
      })
      pieces.current = facts.flatMap(({ piece }) => piece ?? [])
      show({ is: 'read', facts, file, reading })
    } catch (error) {
      show({ is: 'failed', fault: error instanceof PlateUnread ? error.fault : 'unfit' })
    }
  }
  return {
    state,
    read: async (file) => {
      if (isMetered() && !(await isPackKept().catch(() => false))) setState({ is: 'asking', file })
      else await begin(file)
    },
    agree: async () => {
      if (state.is === 'asking') await begin(state.file)
    },
    readCode: (text) => {
      turn.current += 1
      forget()
      const facts = factsOfCode(text, fields)
      setState(facts && facts.length > 0 ? { is: 'read', facts } : { is: 'failed', fault: 'noUdi' })
    },
    clear: () => {
      if (state.is === 'loading' || state.is === 'reading') end()
      turn.current += 1
      forget()
      setState({ is: 'idle' })
    },
    stop: () => {
      end()
      setState({ is: 'idle' })
    },
  }
}
