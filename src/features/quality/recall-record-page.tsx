import { Progress } from 'antd'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { previewRecall } from '#contract/calls/quality/recall.ts'
import { recall } from '#contract/entities/quality/recall.ts'
import { recallDevice } from '#contract/entities/quality/recall-device.ts'
import { recallItem } from '#contract/entities/quality/recall-item.ts'
import { takesOutOfService } from '#contract/entities/quality/recall-kinds.ts'
import { linesOf, type Row, useCall, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { History } from '#src/kit/record/history.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

/** One recall: what it would find while it is a draft, and its devices once it was started. */
export function RecallRecordPage(): ReactNode {
  const { word } = useWords()
  const { id = '' } = useParams()
  const mayPreview = useRight(previewRecall.may)
  const mayFollow = useRight('recallDevice.list')
  return (
    <RecordPage
      of={recall}
      id={id}
      listPath="/eam/recall"
      order={{ next: ['start', 'close'], rare: ['cancel'] }}
      lead={(row) => {
        if (row.recallState === 'draft') return mayPreview && <Preview row={row} />
        return mayFollow && <Handled id={row.id} />
      }}
      more={(row) =>
        row.recallState !== 'draft' &&
        mayFollow && (
          <RelatedList
            of={recallDevice}
            columns={['caseTitle', 'caseState', 'device', 'useDept', 'matchKind', 'matchValue', 'isHeld', 'outcome', 'doneOn', 'reason']}
            fixed={{ recallId: row.id }}
          />
        )
      }
      aside={(row) => <History of={recall} id={row.id} title={word('history.title')} />}
    />
  )
}

const { matchKind } = recallItem.fields
const devices = (n: number): string => (n === 1 ? '1 device' : `${n} devices`)
const wouldStop = (n: number) => ({ zh: `启动后将停用 ${n} 台设备`, en: `Starting it takes ${devices(n)} out of service` })
const wouldFind = (n: number) => ({
  zh: `启动后将跟踪 ${n} 台设备，不停用`,
  en: `Starting it follows ${devices(n)}, which stay in service`,
})
const found = (n: number) => ({ zh: `${n} 台`, en: devices(n) })
const handled = (n: number, all: number) => ({ zh: `已处理 ${n} / ${all} 台设备`, en: `${n} of ${devices(all)} handled` })

/** How many devices each line of a draft finds now. */
function Preview({ row }: { readonly row: Row }): ReactNode {
  const { say, language } = useWords()
  const { data, error, isPending, refetch } = useCall(previewRecall, { recallId: row.id })
  if (!data) return <Outcome isLoading={isPending} error={error} onRetry={() => void refetch()} />
  const counts = new Map(data.items.map((one) => [one.id, one.devices]))
  return (
    <section className="eam-panel" aria-label={say(previewRecall)}>
      <h2>{say(previewRecall)}</h2>
      <p>{say((takesOutOfService(row) ? wouldStop : wouldFind)(data.devices))}</p>
      <ul>
        {linesOf(row, 'items').map((line) => (
          <li key={line.id}>
            {textOf('matchKind', matchKind, line, language)} {String(line.matchValue)} · {say(found(counts.get(line.id) ?? 0))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How far the devices of a recall are that the person sees. */
function Handled({ id }: { readonly id: string }): ReactNode {
  const { say } = useWords()
  const all = useList(recallDevice, { recallId: id, current: 1, size: 1 })
  const waiting = useList(recallDevice, { recallId: id, caseState: 'waiting', current: 1, size: 1 })
  if (!all.data || !waiting.data) return null
  const [total, open] = [all.data.total, waiting.data.total]
  const said = say(handled(total - open, total))
  return (
    <section className="eam-panel" aria-label={said}>
      <p>{said}</p>
      {total > 0 && <Progress percent={Math.floor(((total - open) / total) * 100)} aria-label={said} />}
    </section>
  )
}
