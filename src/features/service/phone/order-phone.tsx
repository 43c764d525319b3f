import { Suspense } from 'react'
import { Link, useParams } from 'react-router-dom'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates, repairStates, urgencies } from '#contract/entities/service/repair-states.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { readDetail } from '#src/data/read-detail.ts'
import { useRight } from '#src/data/session.ts'
import { Parts } from '#src/kit/parts.tsx'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { useAsked } from '#src/kit/phone/use-asked.ts'
import { besideOf, textOf } from '#src/kit/value-text.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { QueueNotes } from '#src/kit/widgets/phone/queue-notes.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { OrderPhotos } from './order-photos.tsx'
import { OrderSteps } from './order-steps.tsx'
import type { PhoneOrder } from './phone-order.ts'
import { repairWords as words } from './repair-words.ts'
import { useOrder } from './use-orders.ts'
import './repair-phone.css'

const OrderMessages = later(() => import('./order-messages.tsx').then((part) => part.OrderMessages))

const OnCallOnPhone = later(() => import('../oncall/on-call-phone.tsx').then((part) => part.OnCallOnPhone))

const open: ReadonlySet<string> = new Set(openRepairStates)

const readOrder = (id: string, signal: AbortSignal): Promise<PhoneOrder> => readDetail(repairOrder, id, signal)

/** An order that this phone holds, else of the server while there is a network; null when it is not available. */
function useHeldOrAsked(id: string): { readonly held: PhoneOrder | null | undefined; readonly order: PhoneOrder | null | undefined } {
  const { online } = useSync()
  const held = useOrder(id)
  const asked = useAsked(readOrder, id, held === null && online)
  return { held, order: held ?? (held === null && !online ? null : asked) }
}

/** One repair order: what is broken, where it is, and the possible steps. */
export function OrderPhone() {
  const { word, say } = useWords()
  const { id = '' } = useParams()
  const { held, order } = useHeldOrAsked(id)
  const seesShares = useRight('serviceOrder.list')
  return (
    <PhonePage title={say(words.order)} back="/repair">
      {order ? (
        <>
          <QueueNotes id={id} />
          <Order order={order} />
          {/* The order stays in sight while these parts load. */}
          <Suspense>
            {open.has(order.repairStatus) && order.useDeptId ? <OnCallOnPhone deptId={order.useDeptId} /> : null}
            {seesShares ? <OrderMessages repairId={id} /> : null}
          </Suspense>
          {held ? <OrderSteps order={order} /> : null}
        </>
      ) : order === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : (
        <PageState title={say(words.gone)} help={say(words.goneHelp)} />
      )}
    </PhonePage>
  )
}

function Order({ order }: { order: PhoneOrder }) {
  const { word, say, language } = useWords()
  const state = repairStates[order.repairStatus]
  const urgency = urgencies[order.urgency]
  const view = useFieldView(repairOrder)
  const { fields } = view
  const row = order as unknown as Readonly<Record<string, unknown>>
  return (
    <>
      <section className="ph-card">
        <div className="ph-report-device">
          <h2>{order.deviceName ?? say(words.order)}</h2>
          <ToneTag tone={state.tone}>{say(state)}</ToneTag>
        </div>
        {order.orderNo ? <p className="ph-quiet ph-order-no">{order.orderNo}</p> : null}
        <p className="ph-order-fault">{order.faultDescription}</p>
        <p className="ph-order-marks">
          <ToneTag tone={urgency.tone}>{say(urgency)}</ToneTag>
          {order.isStopped === 1 ? <ToneTag tone="bad">{say(fields.isStopped ?? repairOrder.fields.isStopped)}</ToneTag> : null}
          {order.faultKind && fields.faultKind ? <ToneTag>{textOf('faultKind', fields.faultKind, row, language)}</ToneTag> : null}
          {order.reminders ? <ToneTag tone="bad">{say(words.reminded).replace('{n}', String(order.reminders))}</ToneTag> : null}
        </p>
        {order.stopRequested === 1 && open.has(order.repairStatus) ? (
          <p className="ph-alert ph-alert-calm" role="status">
            {word('repair.stopAsked')}
          </p>
        ) : null}
        {order.mergedIntoId && fields.mergedInto ? (
          <MergedInto id={order.mergedIntoId} name={order.mergedIntoName ?? say(words.order)} label={say(fields.mergedInto)} />
        ) : null}
        {order.source ? <Parts at="order.origin" given={{ source: order.source }} /> : null}
        <OrderPhotos ids={order.images ?? []} />
        <dl className="ph-facts">
          {(['useDept', 'location', 'team', 'waitingFor', 'diagnosis', 'measures'] as const).map((name) => (
            <Known key={name} view={view} name={name} row={row} />
          ))}
          {[...view.custom].map((name) => (
            <Known key={name} view={view} name={name} row={row} />
          ))}
        </dl>
        <div className="ph-order-links">
          <Link className="ph-text-link" to={`/device/${order.deviceId}`}>
            {say(words.device)}
          </Link>
          {order.reporterPhone ? (
            <a className="ph-text-link" href={`tel:${order.reporterPhone}`}>
              {say(words.call).replace('{phone}', order.reporterPhone)}
            </a>
          ) : null}
        </div>
      </section>
      <Progress order={order} />
    </>
  )
}

/** Leads to the order that goes on in the place of a merged one; names it alone where the person cannot open it. */
function MergedInto({ id, name, label }: { id: string; name: string; label: string }) {
  const { order } = useHeldOrAsked(id)
  return (
    <p className="ph-alert ph-alert-calm" role="status">
      {label}{' '}
      {order ? (
        <Link className="ph-text-link" to={`/repair/${id}`}>
          {name}
        </Link>
      ) : (
        name
      )}
    </p>
  )
}

/** A field under the name that the hospital gives it; nothing where it is hidden. */
function Known({ view, name, row }: { view: View; name: string; row: Readonly<Record<string, unknown>> }) {
  const { say, language } = useWords()
  const field = view.fields[name]
  return field ? (
    <Fact
      label={say(field)}
      value={[textOf(name, field, row, language), besideOf(field, view.fields, row, language)].filter(Boolean).join(' · ')}
    />
  ) : null
}

function Fact({ label, value }: { label: string; value: string | null | undefined }) {
  if (!value) return null
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

/** What has happened so far, in order. */
function Progress({ order }: { order: PhoneOrder }) {
  const { say, language } = useWords()
  const { fields } = repairOrder
  const events = [
    { label: fields.reportedAt, at: order.reportedAt, who: order.reporterName },
    { label: fields.acceptedAt, at: order.acceptedAt, who: order.engineerName },
    { label: fields.arrivedAt, at: order.arrivedAt },
    { label: fields.finishedAt, at: order.finishedAt },
    { label: fields.remindedAt, at: order.remindedAt },
  ].filter((event) => event.at)
  return (
    <section className="ph-card">
      <h2>{say(words.progress)}</h2>
      <ol className="ph-progress-list">
        {events.map(({ label, at, who }) => (
          <li key={label.en}>
            <span>{say(label)}</span>
            <span className="ph-quiet">{[shortTime(at ?? '', language), who].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
