import type { ReactNode } from 'react'
import { maintaining } from '#contract/entities/maintenance/maintain-flow.ts'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { mayTakeOver, mayWorkOn, notNormal } from '#contract/entities/maintenance/maintain-sides.ts'
import type { PhoneRow } from '#contract/kit/entity/shape.ts'
import { useSession } from '#src/data/session.ts'
import { ofDevices, PlaceOfDevice } from '#src/features/asset/public/device-family.tsx'
import { ChecklistOf, useChecklistNow } from '#src/features/checklist/public/checklist-now.tsx'
import type { FamilyRow, PhoneFamily } from '#src/kit/phone/family/phone-family.ts'
import { useTeams } from '#src/kit/phone/teams.ts'
import { PhoneSteps } from '#src/kit/widgets/phone/phone-steps.tsx'
import { useWords } from '#src/words/words.ts'

/** A maintenance order as phones keep it. */
export type PhoneMaintain = Pick<
  PhoneRow<typeof maintainOrder>,
  'id' | 'version' | 'assigneeId' | 'checklistId' | 'teamId' | 'deviceId' | 'orderNo'
>
export const orderOf = (row: FamilyRow): PhoneMaintain => row as unknown as PhoneMaintain

const firstChecklist = { zh: '请先完成检查表，再办理完工', en: 'Finish the checklist first, then the order' } as const
const ofTeam = { zh: '此工单等待班组成员接单', en: 'This order waits for a member of its team' } as const
const others = { zh: '此工单由其他人负责', en: 'Another person is assigned to this order' } as const

/** Whether this person may take a step of an order; without a step, whether they may work on it. */
export function useMayWorkOn(): (row: FamilyRow, step?: string) => boolean {
  const person = useSession((state) => state.person)
  const teams = useTeams(maintainOrder)
  return (row, step) =>
    person !== undefined &&
    (step === 'takeOver'
      ? mayTakeOver(orderOf(row), { teams })
      : mayWorkOn(orderOf(row), { userId: person.user_id, rights: new Set(person.rights), teams }))
}

function About({ row }: { readonly row: FamilyRow }): ReactNode {
  const { say } = useWords()
  const { assigneeId, checklistId } = orderOf(row)
  const now = useChecklistNow(checklistId)
  const isOthers = !useMayWorkOn()(row)
  return (
    <>
      <PlaceOfDevice row={row} />
      {checklistId ? <ChecklistOf id={checklistId} now={now} /> : null}
      {isOthers ? (
        <p className="ph-quiet">{say(assigneeId ? others : ofTeam)}</p>
      ) : now?.isOpen ? (
        <p className="ph-quiet">{say(firstChecklist)}</p>
      ) : null}
    </>
  )
}

function Steps({ row }: { readonly row: FamilyRow }): ReactNode {
  const { say } = useWords()
  const { checklistId } = orderOf(row)
  const now = useChecklistNow(checklistId)
  const may = useMayWorkOn()
  return (
    <PhoneSteps
      of={maintainOrder}
      on={maintaining}
      row={row}
      mayTake={(step) => may(row, step) && !(step === 'finish' && now?.isOpen)}
      last={['skip']}
      danger={['skip']}
      check={(step, { result }): Readonly<Record<string, string>> =>
        step === 'finish' && now?.isAbnormal && result === 'good' ? { result: say(notNormal) } : {}
      }
      behind={checklistId ? [checklistId] : []}
    />
  )
}

/** Maintenance orders on phones. */
export const maintainFamily: PhoneFamily = {
  ...ofDevices,
  of: maintainOrder,
  on: maintaining,
  path: '/maintenance',
  due: 'dueDate',
  person: 'assignee',
  facts: [
    'plan',
    'useDept',
    'dueDate',
    'scheduledOn',
    'assignee',
    'team',
    'provider',
    'hoursExpected',
    'needsAcceptance',
    'remark',
    'startedAt',
    'finishedAt',
    'result',
    'resultNote',
    'reason',
  ],
  none: { zh: '暂无待保养的设备', en: 'Nothing to maintain' },
  noneHelp: { zh: '派给您的保养工单会显示在这里', en: 'Maintenance orders assigned to you appear here' },
  About,
  Steps,
}
