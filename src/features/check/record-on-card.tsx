import { Button } from 'antd-mobile'
import { useState } from 'react'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import type { Words } from '#contract/kit/words.ts'
import { useRight } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { BigButton, BigLink } from '#src/kit/widgets/phone/big-action.tsx'
import { Sheet } from '#src/kit/widgets/phone/sheet.tsx'
import { useWords } from '#src/words/words.ts'
import type { Counted } from './phone/count-model.ts'
import { record, type Seen } from './phone/record.ts'
import { type CardInCheck, type OpenCheck, useChecksOfDevice } from './phone/use-count.ts'

const open: Words = { zh: '{count} 项盘点未完成', en: 'In {count} checks' }
const counted: Words = { zh: '全部已盘', en: 'Recorded in all' }

const codesOf = (row: PhoneDevice): string[] => [row.deviceCode, row.qrToken].flatMap((one) => (one ? [codeKey(one)] : []))

/** Whether a device is still to be recorded in a check; in a blind one, until this phone has seen it there. */
function isOpenIn({ check, line }: CardInCheck, row: PhoneDevice): boolean {
  if (line) return line.result === 'pending'
  const codes = codesOf(row)
  return codes.length > 0 && !check.board.surplus().some((one) => codes.includes(codeKey(one.code)))
}

/** On a card: recording it in the open checks that have it on their book, and in those that show none. */
export function RecordOnCard({ row }: { row: PhoneDevice }) {
  const mayCount = useRight('checkLine.scan')
  const checks = useChecksOfDevice(row.id)
  const { word } = useWords()
  if (!mayCount) return null
  if (checks.length === 0) return <BigLink to="/check" icon={icons.check} label={word('tab.check')} />
  if (checks.length > 1) return <RecordInSeveral row={row} checks={checks} />
  return <RecordIn row={row} of={checks[0]!} />
}

/** One act for several checks, with how many of them it is open in: it opens a sheet with each. */
function RecordInSeveral({ row, checks }: { row: PhoneDevice; checks: readonly CardInCheck[] }) {
  const { word, say } = useWords()
  const [isOpen, setOpen] = useState(false)
  const left = checks.filter((one) => isOpenIn(one, row)).length
  return (
    <>
      <BigButton
        icon={icons.check}
        label={word('card.record')}
        more={left > 0 ? say(open).replace('{count}', String(left)) : say(counted)}
        onPress={() => setOpen(true)}
      />
      {isOpen ? (
        <Sheet label={word('card.record')} onClose={() => setOpen(false)}>
          <div className="ph-sheet-list">
            {checks.map((one) => (
              <RecordIn key={one.check.id} row={row} of={one} />
            ))}
            <Button block onClick={() => setOpen(false)}>
              {word('common.close')}
            </Button>
          </div>
        </Sheet>
      ) : null}
    </>
  )
}

function RecordIn({ row, of: { check, line } }: { row: PhoneDevice; of: CardInCheck }) {
  const isOpen = isOpenIn({ check, line }, row)
  if (!line) return <RecordBlind check={check} row={row} isOpen={isOpen} />
  return <RecordInCheck check={check} line={line} code={row.qrToken ?? row.deviceCode ?? ''} isOpen={isOpen} />
}

/** In a blind check: offered for every card until this phone has seen it there. */
function RecordBlind({ check, row, isOpen }: { check: OpenCheck; row: PhoneDevice; isOpen: boolean }) {
  const { word } = useWords()
  const code = row.deviceCode ?? row.qrToken
  if (!code) return null
  return <RecordButton check={check} said={{ code, way: 'camera' }} isOpen={isOpen} seen={word('count.againMine')} />
}

function RecordInCheck({ check, line, code, isOpen }: { check: OpenCheck; line: Counted; code: string; isOpen: boolean }) {
  const { say } = useWords()
  const result = checkResults[line.result]
  const said = { ...(code ? { code } : {}), lineId: line.id, way: code ? ('camera' as const) : ('list' as const) }
  return <RecordButton check={check} said={said} isOpen={isOpen} seen={say(result)} />
}

interface RecordButtonProps {
  readonly check: OpenCheck
  readonly said: Omit<Seen, 'checkId'>
  /** Not seen yet. */
  readonly isOpen: boolean
  /** What the act says afterwards; it leads to the check then. */
  readonly seen: string
}

function RecordButton({ check, said, isOpen, seen }: RecordButtonProps) {
  const { word } = useWords()
  const [problem, setProblem] = useState('')
  const [saved, setSaved] = useState(false)

  const press = async (): Promise<void> => {
    setProblem('')
    try {
      await record({ checkId: check.id, ...said })
      setSaved(true)
      soundOf('good')
    } catch (error) {
      setProblem(word('check.saveFailed', { why: word(whyNotKept(error)) }))
    }
  }

  return (
    <>
      {isOpen ? (
        <BigButton icon={icons.check} label={word('card.record')} more={check.title} onPress={() => void press()} />
      ) : (
        <BigLink to={`/check/${check.id}`} icon={icons.check} label={seen} more={check.title} />
      )}
      <p role="status" className="ph-quiet">
        {saved ? word('check.saved') : ''}
      </p>
      {problem ? <p role="alert">{problem}</p> : null}
    </>
  )
}
