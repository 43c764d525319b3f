import type { ReactNode } from 'react'
import { findingProblem, needsCertificate, returnProblem } from '#contract/entities/service/metrology-finding.ts'
import { measuring, metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import type { PhoneRow } from '#contract/kit/entity/shape.ts'
import { sayProblem } from '#contract/kit/fields/problem.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { ofDevices } from '#src/features/asset/public/device-family.tsx'
import type { FamilyRow, PhoneFamily } from '#src/kit/phone/family/phone-family.ts'
import type { Problems, Values } from '#src/kit/widgets/phone/fields/form-values.ts'
import { PhoneSteps } from '#src/kit/widgets/phone/phone-steps.tsx'
import { useWords } from '#src/words/words.ts'
import { DueCards } from './due-cards.tsx'

/** A metrology record as phones keep it. */
type PhoneMetrology = Pick<PhoneRow<typeof metrologyRecord>, 'id' | 'measureKind' | 'body' | 'sentOn'>

function Steps({ row }: { readonly row: FamilyRow }): ReactNode {
  const { say, language } = useWords()
  const { measureKind, body, sentOn = null } = row as unknown as PhoneMetrology
  const today = homeDay(new Date())
  const starts: Readonly<Record<string, Values>> = {
    send: { sentOn: today, ...(body ? { body } : {}) },
    takeBack: { returnedOn: today },
  }
  const check = (step: string, said: Values): Problems => {
    if (step === 'takeBack') {
      const words = said.returnedOn ? returnProblem(String(said.returnedOn), sentOn, today) : undefined
      return words ? { returnedOn: say(words) } : {}
    }
    if (step !== 'finish' || !said.result || !said.measuredOn) return {}
    const wrong = findingProblem(said, sentOn, today)
    const { certificateNo } = measuring.steps.finish.input
    return {
      ...(wrong ? { [wrong.field]: say(wrong.words) } : {}),
      ...(needsCertificate(measureKind, said)
        ? { certificateNo: sayProblem({ field: 'certificateNo', label: certificateNo, rule: 'required' }, language) }
        : {}),
    }
  }
  return <PhoneSteps of={metrologyRecord} on={measuring} row={row} initial={(step) => starts[step] ?? {}} check={check} />
}

/** Metrology records on phones, below the devices that are due. */
export const metrologyFamily: PhoneFamily = {
  ...ofDevices,
  of: metrologyRecord,
  on: measuring,
  path: '/metrology',
  due: 'dueDate',
  lines: [...ofDevices.lines, 'body'],
  facts: [
    'measureKind',
    'useDept',
    'dueDate',
    'plannedOn',
    'body',
    'batchNo',
    'sentOn',
    'returnedOn',
    'result',
    'measuredOn',
    'certificateNo',
    'validUntil',
    'measuredBy',
    'remark',
  ],
  none: { zh: '暂无待登记的计量', en: 'No metrology without a result' },
  noneHelp: { zh: '待送检、送检中和已取回的计量记录会显示在这里', en: 'Records that are planned, sent out or collected appear here' },
  Steps,
  Above: DueCards,
}
