import type { ReactNode } from 'react'
import { codeOf } from '#contract/label/label-content.ts'
import type { Row } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import { squaresOf } from './squares.ts'
import './card-qr.css'

/** The QR code of a card as its label prints it: a phone opens the card by it. */
export function CardQr({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  if (!row.qrToken) return null
  const token = String(row.qrToken)
  const squares = squaresOf(codeOf(location.origin, token))
  const dark = squares.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <figure className="eam-card-qr">
      <svg viewBox={`-2 -2 ${squares.length + 4} ${squares.length + 4}`} role="img" aria-label={word('device.qr', { code: token })}>
        <path d={dark.join('')} />
      </svg>
      <figcaption>{token}</figcaption>
    </figure>
  )
}
