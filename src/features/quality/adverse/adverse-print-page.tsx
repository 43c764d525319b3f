import { Result } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import { reportDue } from '#contract/entities/quality/adverse-clock.ts'
import { adverseEvent } from '#contract/entities/quality/adverse-event.ts'
import { adverseFollowUp } from '#contract/entities/quality/adverse-follow-up.ts'
import type { HarmLevel } from '#contract/entities/quality/adverse-kinds.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { linesOf, type Row, useDetail } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { PrintForm, PrintTable } from '#src/kit/record/print-form.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { momentText, textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const title = { zh: '医疗器械不良事件报告表', en: 'Medical device adverse event report' } as const
const missing = { zh: '没有指定不良事件', en: 'No adverse event is named' } as const
const back = { zh: '返回不良事件', en: 'Back to the adverse event' } as const
const signatures = [
  { zh: '报告人签名', en: 'Reporter’s signature' },
  { zh: '科室负责人签名', en: 'Department head’s signature' },
  { zh: '签名日期', en: 'Signed on' },
] as const

const events = [
  ...['eventNo', 'eventState', 'eventDay', 'awareAt', 'harmLevel', 'isGroup', 'useDept', 'repair', 'stateAfter'],
  ...['reporter', 'reporterDept', 'reviewer', 'reviewedAt', 'reportedAt', 'monitorNo'],
] as const
const texts = ['description', 'effect', 'useProcess', 'causes', 'actions', 'reviewNote'] as const
const devices = ['deviceName', 'deviceModel', 'deviceCode', 'sn', 'registrationNo', 'manufacturer', 'supplier', 'enableDate'] as const
const columns = ['followedAt', 'content', 'followedBy'] as const

/** The report of an adverse event on A4, to be printed and signed. */
export function AdversePrintPage(): ReactNode {
  const { say } = useWords()
  const [query] = useSearchParams()
  const id = query.get('id') ?? undefined
  const detail = useDetail(adverseEvent, id)
  const row = detail.data
  const card = useDetail(device, useRight('device.list') && row ? row.deviceId : undefined)
  useTabTitle(row && `${row.eventNo} ${say(title)}`)
  if (!id) return <Result status="info" title={say(missing)} />
  if (!row) return <Outcome isLoading={detail.isPending} error={detail.error} onRetry={() => void detail.refetch()} />
  return (
    <PrintForm title={say(title)} back={{ to: `/eam/adverse-event/${id}`, label: say(back) }}>
      <Facts of={adverseEvent} names={events} row={row}>
        <Due row={row} />
      </Facts>
      <h2>{say(adverseEvent.fields.device)}</h2>
      {card.data ? <Facts of={device} names={devices} row={card.data} /> : <p>{String(row.deviceName ?? '')}</p>}
      <Texts row={row} />
      <FollowUps lines={linesOf(row, 'followUps')} />
      <dl>
        {signatures.map((one) => (
          <div key={one.en}>
            <dt>{say(one)}</dt>
            <dd>&nbsp;</dd>
          </div>
        ))}
      </dl>
    </PrintForm>
  )
}

interface FactsProps {
  readonly of: Entity
  readonly names: readonly string[]
  readonly row: Row
  readonly children?: ReactNode
}

/** Values of a row; those that are empty are left out. */
function Facts({ of, names, row, children }: FactsProps): ReactNode {
  const { say, language } = useWords()
  const shown = names.flatMap((name) => {
    const field = of.fields[name]!
    const text = textOf(name, field, row, language)
    return text === '' ? [] : [{ name, label: say(field), text }]
  })
  return (
    <dl>
      {shown.map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      {children}
    </dl>
  )
}

/** Until when the first report was due, also of an event that is reported. */
function Due({ row }: { readonly row: Row }): ReactNode {
  const { say, language } = useWords()
  const due = reportDue({ harmLevel: row.harmLevel as HarmLevel, isGroup: row.isGroup === 1, awareAt: String(row.awareAt) })
  if (!due) return null
  return (
    <div>
      <dt>{say(adverseEvent.fields.dueAt)}</dt>
      <dd>{momentText(due, language)}</dd>
    </div>
  )
}

/** What was written about the event, over the full width. */
function Texts({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  return (
    <dl>
      {texts
        .filter((name) => row[name])
        .map((name) => (
          <div key={name} className="eam-whole">
            <dt>{say(adverseEvent.fields[name])}</dt>
            <dd>{String(row[name])}</dd>
          </div>
        ))}
    </dl>
  )
}

function FollowUps({ lines }: { readonly lines: readonly Row[] }): ReactNode {
  const { say, language } = useWords()
  if (lines.length === 0) return null
  const { fields } = adverseFollowUp
  return (
    <>
      <h2>{say(adverseFollowUp)}</h2>
      <PrintTable
        lines={lines}
        columns={columns.map((name) => ({
          ...{ name, label: say(fields[name]), isFigure: false, text: (line: Row) => textOf(name, fields[name], line, language) },
        }))}
        foot={null}
      />
    </>
  )
}
