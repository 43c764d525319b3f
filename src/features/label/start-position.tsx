import type { CSSProperties, ReactNode } from 'react'
import type { LabelDesign } from '#contract/label/label-design.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly design: LabelDesign
  /** From 1, row by row. */
  readonly value: number
  readonly onChange: (next: number) => void
}

/** A small sheet on which the first free place is chosen. */
export function StartPosition({ design, value, onChange }: Props): ReactNode {
  const { word } = useWords()
  const { sheetColumns, sheetRows, widthMm, heightMm } = design
  const style = { gridTemplateColumns: `repeat(${sheetColumns}, 1fr)`, '--eam-label-shape': widthMm / heightMm } as CSSProperties
  return (
    <fieldset className="eam-label-places" aria-label={word('label.start')} style={style}>
      {Array.from({ length: sheetColumns * sheetRows }, (_, index) => {
        const name = word('label.position', { row: Math.floor(index / sheetColumns) + 1, column: (index % sheetColumns) + 1 })
        return (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={index + 1 === value}
            data-is-free={index + 1 >= value}
            onClick={() => onChange(index + 1)}
          />
        )
      })}
    </fieldset>
  )
}
