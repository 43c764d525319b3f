import { Button } from 'antd-mobile'
import { type FormEvent, useState } from 'react'
import { addSurplus as call } from '#contract/calls/check/check.ts'
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
import { useWords } from '#src/words/words.ts'
import { surplusWords } from '../phone-words.ts'
import { addSurplus } from './record.ts'
import type { Room } from './use-rooms.ts'
import '#src/kit/widgets/phone/fields/phone-fields.css'

const { deviceName, code, reason, photos, note } = call.input
const fields = { deviceName, code, photos, reason, note }

/** Writing down what is here, is not on the book and has nothing to scan. */
export function SurplusSheet({ checkId, room, onClose }: { checkId: string; room: Room | undefined; onClose: () => void }) {
  const { word, say, language } = useWords()
  const [values, setValues] = useState<Values>({})
  const [problems, setProblems] = useState<Problems>({})
  const form = useFirstProblem(problems)
  const [failure, setFailure] = useState('')
  useDirtyMark(Object.keys(values).length > 0)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const filled = bodyOf(fields, values, language)
    setProblems(filled.problems)
    if (Object.keys(filled.problems).length > 0) return
    try {
      await addSurplus(checkId, room?.id, filled)
    } catch (error) {
      soundOf('bad')
      return setFailure(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    soundOf('good')
    void notice(say(surplusWords.surplusSaved))
    onClose()
  }

  return (
    <Sheet label={word('count.surplus')} onClose={onClose}>
      <form ref={form} className="ph-form ph-sheet-scroll" onSubmit={(event) => void submit(event)} noValidate>
        <h2>{word('count.surplus')}</h2>
        <p className="ph-quiet">{say(surplusWords.surplusHelp)}</p>
        <FormFields fields={fields} values={values} onChange={setValues} problems={problems} />
        {failure ? (
          <p className="ph-alert" role="alert">
            {failure}
          </p>
        ) : null}
        <ActBar>
          <Button block color="primary" size="large" type="submit">
            {word('count.surplus')}
          </Button>
          <Button block type="button" onClick={onClose}>
            {word('common.cancel')}
          </Button>
        </ActBar>
      </form>
    </Sheet>
  )
}
