import { type ReactNode, Suspense } from 'react'
import { providerOrder } from '#contract/entities/service/provider-order.ts'
import { urgencies } from '#contract/entities/service/repair-states.ts'
import { providing } from '#contract/entities/service/share-flow.ts'
import type { PhoneRow } from '#contract/kit/entity/shape.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { FamilyRow, PhoneFamily } from '#src/kit/phone/family/phone-family.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import type { PhoneStore } from '#src/kit/phone/store/phone-store.ts'
import type { Problems, Values } from '#src/kit/widgets/phone/fields/form-values.ts'
import { PhoneSteps } from '#src/kit/widgets/phone/phone-steps.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { OrderPhotos } from '../phone/order-photos.tsx'
import { repairWords } from '../phone/repair-words.ts'

const MessagesOfOrder = later(() => import('../phone/order-messages.tsx').then((part) => part.MessagesOfOrder))

/** An order of a hospital as phones of its provider keep it. */
export type PhoneProviderOrder = PhoneRow<typeof providerOrder>
export const orderOf = (row: FamilyRow): PhoneProviderOrder => row as unknown as PhoneProviderOrder

const pastDay = { zh: '计划服务日期不能早于今天', en: 'The planned date cannot be in the past' } as const

/** The day from which an order waits for the provider: at once for an answer or a plan, else the day that was planned; none while it waits for the hospital. */
function waitsFrom({ shareState, planDate }: PhoneProviderOrder, today: string): string | null {
  if (shareState === 'offered' || shareState === 'accepted') return today
  return shareState === 'confirmed' || shareState === 'working' ? (planDate ?? today) : null
}

const complete = async (_of: PhoneStore, rows: readonly FamilyRow[]): Promise<FamilyRow[]> => {
  const today = homeDay(new Date())
  return rows.map((row) => ({ ...row, waitsFrom: waitsFrom(orderOf(row), today) }))
}

function About({ row }: { readonly row: FamilyRow }): ReactNode {
  const { say } = useWords()
  const { urgency, contactPhone, photos } = orderOf(row)
  return (
    <>
      {urgency && urgency !== 'normal' ? (
        <p className="ph-order-marks">
          <ToneTag tone={urgencies[urgency].tone}>{say(urgencies[urgency])}</ToneTag>
        </p>
      ) : null}
      <OrderPhotos ids={photos ?? []} />
      {contactPhone ? (
        <div className="ph-order-links">
          <a className="ph-text-link" href={`tel:${contactPhone}`}>
            {say(repairWords.call).replace('{phone}', contactPhone)}
          </a>
        </div>
      ) : null}
    </>
  )
}

/** The values of these fields that a row has, as a form begins with them. */
const typed = (row: FamilyRow, ...names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [[name, String(row[name])]])))

function Steps({ row }: { readonly row: FamilyRow }): ReactNode {
  const { say } = useWords()
  const starts: Readonly<Record<string, Values>> = {
    plan: { planDate: homeDay(new Date()) },
    // A new plan or report replaces the former one.
    changePlan: typed(row, 'planContent', 'planPrice', 'planDate'),
    report: typed(row, 'workNote', 'workHours', 'partsNote'),
    finish: typed(row, 'diagnosis', 'measures'),
  }
  const check = (_step: string, { planDate }: Values): Problems =>
    planDate && String(planDate) < homeDay(new Date()) ? { planDate: say(pastDay) } : {}
  return (
    <>
      <Suspense>
        <MessagesOfOrder id={row.id} />
      </Suspense>
      <PhoneSteps
        of={providerOrder}
        on={providing}
        row={row}
        last={['report', 'decline']}
        danger={['decline']}
        initial={(step) => starts[step] ?? {}}
        check={check}
      />
    </>
  )
}

/** Orders that hospitals share, on phones of the provider's people. */
export const providerFamily: PhoneFamily = {
  of: providerOrder,
  on: providing,
  path: '/service-orders',
  due: 'waitsFrom',
  lines: ['deviceModel', 'place', 'planDate'],
  facts: [
    'hospitalName',
    'deviceModel',
    'serialNo',
    'place',
    'deptName',
    'fault',
    'contact',
    'note',
    'sharedAt',
    'acceptedAt',
    'planContent',
    'planPrice',
    'planDate',
    'confirmedAt',
    'startedAt',
    'workNote',
    'workHours',
    'partsNote',
    'diagnosis',
    'measures',
    'finishedAt',
    'reason',
  ],
  none: { zh: '暂无服务工单', en: 'No service orders' },
  noneHelp: { zh: '医院共享给您的工单会显示在这里', en: 'Orders that hospitals share with you appear here' },
  complete,
  About,
  Steps,
}
