import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { View } from '#contract/kit/entity/view.ts'
import { offered } from '#contract/kit/fields/dictionary.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly view: View
  readonly onChoose: (kind: string) => void
}

/** The kinds of new rows, before the form of one of them. */
export function KindChoice({ view, onChoose }: Props): ReactNode {
  const { say } = useWords()
  const field = view.fields[view.entity.forms!.by]
  if (field?.kind !== 'choice') return null
  return (
    <fieldset aria-label={say(field)} className="eam-fieldset eam-kinds">
      {offered(field.of, undefined).map(([kind, words], index) => (
        <Button key={kind} size="large" autoFocus={index === 0} onClick={() => onChoose(kind)}>
          {say(words)}
        </Button>
      ))}
    </fieldset>
  )
}
