import { Button } from 'antd-mobile'
import { type FormEvent, useState } from 'react'
import { scan } from '#contract/calls/check/check.ts'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { useDevice } from '#src/features/asset/public/devices.ts'
import { Parts } from '#src/kit/parts.tsx'
import { useDirtyMark } from '#src/kit/phone/dirty-forms.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { bodyOf } from '#src/kit/widgets/phone/fields/form-body.ts'
import { FormFields } from '#src/kit/widgets/phone/fields/form-fields.tsx'
import { useFirstProblem } from '#src/kit/widgets/phone/fields/form-problem.ts'
import type { Problems, Values } from '#src/kit/widgets/phone/fields/form-values.ts'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { lineWords } from '../phone-words.ts'
import type { Counted } from './count-model.ts'
import { record, withdraw } from './record.ts'
import type { Room } from './use-rooms.ts'
import '#src/kit/widgets/phone/fields/phone-fields.css'

const { wrongField, seenValue, reason, photos, note } = scan.input

export interface LineSheetProps {
  readonly checkId: string
  readonly line: Counted
  /** Where one stands. */
  readonly room: Room | undefined
  /** Where the book has it stays hidden. */
  readonly isBlind: boolean
  readonly onClose: () => void
}

/** One line of a check: counting it by hand where its label does not scan, with what differs; or withdrawing one's own observation. */
export function LineSheet({ checkId, line, room, isBlind, onClose }: LineSheetProps) {
  const { word, say, language } = useWords()
  const [values, setValues] = useState<Values>({})
  const [problems, setProblems] = useState<Problems>({})
  const form = useFirstProblem(problems)
  const [failure, setFailure] = useState('')
  useDirtyMark(Object.keys(values).length > 0)
  const result = checkResults[line.result]
  const isPending = line.result === 'pending'
  const fields = { wrongField, ...(values.wrongField ? { seenValue: { ...seenValue, required: true } } : {}), reason, photos, note }

  const keeping = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work()
    } catch (error) {
      soundOf('bad')
      return setFailure(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    soundOf('good')
    void notice(done)
    onClose()
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const said = bodyOf(fields, values, language)
    setProblems(said.problems)
    if (Object.keys(said.problems).length > 0) return
    await keeping(() => record({ checkId, lineId: line.id, locationId: room?.id, way: 'list', said }), word('check.saved'))
  }

  const { own } = line
  return (
    <Sheet label={say(lineWords.line)} onClose={onClose}>
      <form ref={form} className="ph-form ph-sheet-scroll" onSubmit={(event) => void submit(event)} noValidate>
        <div className="ph-line-head">
          <h2>{line.deviceName}</h2>
          <ToneTag tone={result.tone}>{say(result)}</ToneTag>
        </div>
        <p className="ph-quiet">
          {[line.deviceCode, isBlind ? '' : (line.bookLocationName ?? word('check.noPlace'))].filter(Boolean).join(' · ')}
        </p>
        {line.deviceId ? <Warning deviceId={line.deviceId} /> : null}
        <p className="ph-quiet">{say(lineWords.foundHelp)}</p>
        <FormFields fields={fields} values={values} onChange={setValues} problems={problems} />
        {failure ? (
          <p className="ph-alert" role="alert">
            {failure}
          </p>
        ) : null}
        <ActBar>
          <Button block color="primary" size="large" type="submit">
            {say(isPending ? lineWords.found : lineWords.change)}
          </Button>
          {own ? (
            <Button
              block
              color="danger"
              fill="outline"
              onClick={() => void keeping(() => withdraw(checkId, own.opId, line.id), word('count.undone'))}
            >
              {word('count.undo')}
            </Button>
          ) : null}
          <Button block type="button" onClick={onClose}>
            {word('common.cancel')}
          </Button>
        </ActBar>
      </form>
    </Sheet>
  )
}

/** What its card warns of, where this phone holds it. */
function Warning({ deviceId }: { deviceId: string }) {
  const card = useDevice({ id: deviceId })
  return card ? <Parts at="card.warning" given={{ row: card }} /> : null
}
