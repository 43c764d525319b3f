import { Button } from 'antd-mobile'
import { useState } from 'react'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { useStored } from '#src/kit/phone/store/local-data.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { LongList } from '#src/kit/widgets/phone/long-list.tsx'
import { Row } from '#src/kit/widgets/phone/row.tsx'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { useWords } from '#src/words/words.ts'
import { finishWords } from '../phone-words.ts'
import { isExpected } from './count-model.ts'
import { finishDept, stuckIn } from './record.ts'
import type { DeptRow, OpenCheck } from './use-count.ts'
import '#src/kit/widgets/phone/fields/phone-fields.css'

/** Ending the count of a department: what has not been found is shown first. */
export function FinishSheet({ check, dept, onClose }: { check: OpenCheck; dept: DeptRow; onClose: () => void }) {
  const { word, say } = useWords()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const uncounted = check.isBlind ? [] : check.board.missing({ deptId: dept.deptId })
  const missing = uncounted.filter(isExpected)
  const stuck = useStored((of) => stuckIn(of, check.id), [check.id]) ?? 0
  const excused = uncounted.length - missing.length

  const finish = async (): Promise<void> => {
    setBusy(true)
    try {
      await finishDept(dept)
    } catch (error) {
      setBusy(false)
      return setFailure(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    soundOf('good')
    void notice(say(finishWords.done))
    onClose()
  }

  const summary = check.isBlind
    ? say(finishWords.blind)
    : !check.ready.isWhole
      ? say(finishWords.notWhole(missing.length))
      : missing.length > 0
        ? say(finishWords.left(missing.length))
        : say(finishWords.whole)
  return (
    <Sheet label={word('count.finish')} onClose={onClose}>
      <div className="ph-form ph-sheet-scroll">
        <h2>{say(finishWords.ask(dept.deptTitle))}</h2>
        <p className={missing.length > 0 || !check.ready.isWhole ? 'ph-alert ph-alert-calm' : undefined}>{summary}</p>
        {excused > 0 ? <p className="ph-quiet">{say(finishWords.excused(excused))}</p> : null}
        {stuck > 0 ? <p className="ph-alert ph-alert-calm">{say(finishWords.stuck(stuck))}</p> : null}
        {missing.length > 0 ? (
          <LongList label={summary} items={missing} keyOf={(line) => line.id}>
            {(line) => (
              <Row title={line.deviceName}>
                {[line.deviceCode, line.bookLocationName ?? word('check.noPlace')].filter(Boolean).join(' · ')}
              </Row>
            )}
          </LongList>
        ) : null}
        {failure ? (
          <p className="ph-alert" role="alert">
            {failure}
          </p>
        ) : null}
        <ActBar>
          <Button block color="primary" size="large" loading={busy} onClick={() => void finish()}>
            {word('count.finish')}
          </Button>
          <Button block onClick={onClose}>
            {word('common.cancel')}
          </Button>
        </ActBar>
      </div>
    </Sheet>
  )
}
