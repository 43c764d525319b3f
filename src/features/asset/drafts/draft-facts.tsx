import { Button, Input } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { piecesOf } from '#contract/codes/nameplate/pieces.ts'
import { type DraftFact, draftFactNames } from '#contract/entities/asset/drafts/device-draft.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import type { Row } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import { PhotoPiece } from './photo-piece.tsx'
import { reviewWords as words } from './review-words.ts'

interface Props {
  readonly row: Row
  readonly fields: FieldMap
  readonly isBusy: boolean
  /** Saves these columns of the draft. */
  readonly onChange: (change: Readonly<Record<string, unknown>>) => void
}

/** What a draft says, each beside its piece of the photo, to be written over in place. */
export function DraftFacts({ row, fields, isBusy, onChange }: Props): ReactNode {
  const photo = ((row.photos as string[] | null) ?? [])[0]
  const { turns, of } = piecesOf(row.pieces as string | null)
  const toCheck = (row.toCheck as readonly string[] | null) ?? []
  const shown = draftFactNames.filter((name) => fields[name])
  return (
    <div className="eam-review-facts">
      {shown.map((name) => (
        <Fact
          key={name}
          row={row}
          name={name}
          fields={fields}
          isBusy={isBusy}
          isDoubtful={toCheck.includes(name)}
          piece={photo && of[name] ? <PhotoPiece photo={photo} piece={of[name]} turns={turns} /> : null}
          onSave={(value) => onChange({ [name]: value || null })}
          onChecked={() => {
            const left = toCheck.filter((one) => one !== name)
            onChange({ toCheck: left.length > 0 ? left : null })
          }}
        />
      ))}
    </div>
  )
}

interface FactProps {
  readonly row: Row
  readonly name: DraftFact
  readonly fields: FieldMap
  readonly isBusy: boolean
  readonly isDoubtful: boolean
  readonly piece: ReactNode
  readonly onSave: (value: string) => void
  readonly onChecked: () => void
}

function Fact({ row, name, fields, isBusy, isDoubtful, piece, onSave, onChecked }: FactProps): ReactNode {
  const { say } = useWords()
  const field = fields[name]
  const stored = String(row[name] ?? '')
  const [text, setText] = useState(stored)
  useEffect(() => setText(stored), [stored])
  if (!field) return null
  const label = say(field)
  const save = (): void => {
    if (text.trim() !== stored) onSave(text.trim())
  }
  return (
    <div className="eam-review-fact">
      <span className="eam-review-label">{label}</span>
      {piece}
      <span className="eam-review-entry">
        <Input
          size="small"
          type={field.kind === 'date' ? 'date' : 'text'}
          aria-label={`${label} ${String(row.draftNo)}`}
          value={text}
          disabled={isBusy}
          status={isDoubtful ? 'warning' : ''}
          maxLength={field.kind === 'text' ? field.max : undefined}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onPressEnter={save}
        />
        {isDoubtful && (
          <Button size="small" disabled={isBusy} aria-label={say(words.checked).replace('{field}', label)} onClick={onChecked}>
            {say(words.check)}
          </Button>
        )}
      </span>
    </div>
  )
}
