import { Button } from 'antd-mobile'
import { type ReactNode, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { labelReportFlow } from '#contract/entities/service/label/label-flow.ts'
import { labelReport } from '#contract/entities/service/label/label-report.ts'
import { stepUrl } from '#contract/kit/entity/machine.ts'
import { can } from '#contract/kit/entity/may.ts'
import { request } from '#src/data/client.ts'
import { readDetail } from '#src/data/read-detail.ts'
import { useSession } from '#src/data/session.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { useAsked } from '#src/kit/phone/use-asked.ts'
import { textOf } from '#src/kit/value-text.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { OrderPhotos } from '../phone/order-photos.tsx'
import '../phone/repair-phone.css'

const StepSheet = later(() => import('#src/kit/widgets/phone/step-sheet.tsx').then((part) => part.RecordStepSheet))

type Report = Awaited<ReturnType<typeof readReport>>
type Name = keyof typeof labelReportFlow.steps

const readReport = (id: string, signal: AbortSignal) => readDetail(labelReport, id, signal)

const words = {
  gone: { zh: '看不到此报修单', en: 'This report cannot be shown' },
  help: {
    zh: '需要联网；可能已清理，或设备不在您的范围内',
    en: 'It needs a network. It may be deleted, or its device is outside your scope',
  },
} as const

const shown = ['description', 'room', 'reporterName', 'reporterPhone', 'reportedAt', 'handledBy', 'handledAt'] as const

/** A report by label, from the server: phones keep nothing of people without an account. It is taken over, closed or marked as spam here. */
export function LabelReportPhone(): ReactNode {
  const { say, word } = useWords()
  const { id = '' } = useParams()
  const { online } = useSync()
  const [round, setRound] = useState(0)
  const asked = useAsked(readReport, id, online, round)
  // While it is read again the page stays.
  const [last, setLast] = useState<Report>()
  if (asked && asked !== last) setLast(asked)
  const report = asked ?? (last?.id === id ? last : undefined)
  return (
    <PhonePage title={say(labelReport)} back="/notices">
      {report ? (
        <>
          <Facts report={report} />
          <Acts report={report} onDone={() => setRound(round + 1)} />
        </>
      ) : asked === null || !online ? (
        <PageState title={say(words.gone)} help={say(words.help)} />
      ) : (
        <PageLoading label={word('common.loading')} />
      )}
    </PhonePage>
  )
}

function Facts({ report }: { readonly report: Report }): ReactNode {
  const { say, language } = useWords()
  const { fields } = useFieldView(labelReport)
  const row = report as unknown as Readonly<Record<string, unknown>>
  const state = labelReport.fields.reportState.of[report.reportState as keyof typeof labelReport.fields.reportState.of]
  return (
    <section className="ph-card">
      <h2>
        <Link to={`/device/${report.deviceId}`}>{report.deviceName}</Link>
      </h2>
      <ToneTag tone={state.tone}>{say(state)}</ToneTag>
      <dl className="ph-facts">
        {shown.map((name) => {
          const field = fields[name]
          const value = field && textOf(name, field, row, language)
          return value ? (
            <div key={name}>
              <dt>{say(field)}</dt>
              <dd>{name === 'reporterPhone' ? <a href={`tel:${value}`}>{value}</a> : value}</dd>
            </div>
          ) : null
        })}
      </dl>
      <OrderPhotos ids={(row.photos as string[] | null) ?? []} />
      {report.repairId ? (
        <Link className="ph-text-link" to={`/repair/${report.repairId}`}>
          {report.repairName ?? say(labelReport.fields.repair)}
        </Link>
      ) : null}
    </section>
  )
}

function Acts({ report, onDone }: { readonly report: Report; readonly onDone: () => void }): ReactNode {
  const { say, word } = useWords()
  const rights = useSession(({ person }) => person?.rights)
  const [name, setName] = useState<Name>()
  const open = can(labelReport, [labelReportFlow], { ...report }, { rights: new Set(rights) }) as Name[]
  const take = async (step: Name, body: object): Promise<void> => {
    const row = { ...report } as Readonly<Record<string, unknown>>
    try {
      await request(stepUrl(labelReportFlow, step, [row]), { body: { id: report.id, version: report.version, ...body } })
    } catch (error) {
      soundOf('bad')
      void notice(error instanceof Error ? error.message : String(error))
      // Another person may have been quicker.
      onDone()
      return
    }
    soundOf('good')
    setName(undefined)
    void notice(word('step.done', { step: say(labelReportFlow.steps[step]) }))
    onDone()
  }
  if (open.length === 0) return null
  return (
    <>
      <ActBar>
        {open.map((step, index) => (
          <Button
            key={step}
            color={step === 'spam' ? 'danger' : 'primary'}
            fill={index === 0 ? 'solid' : 'outline'}
            onClick={() => setName(step)}
          >
            {say(labelReportFlow.steps[step])}
          </Button>
        ))}
      </ActBar>
      {name ? (
        <Suspense>
          <StepSheet
            of={labelReport}
            step={labelReportFlow.steps[name]}
            initial={name === 'takeOver' ? { faultDescription: report.description } : name === 'spam' ? { reach: 'one' } : {}}
            onClose={() => setName(undefined)}
            onTake={({ body }) => take(name, body)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
