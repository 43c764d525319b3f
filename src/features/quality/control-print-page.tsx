import { Result } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { qualityControl } from '#contract/entities/quality/quality-control.ts'
import { qualityReading } from '#contract/entities/quality/quality-reading.ts'
import { qualityTester } from '#contract/entities/quality/quality-tester.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { linesOf, type Row, useDetail } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { PrintForm, PrintTable } from '#src/kit/record/print-form.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const title = { zh: '质控报告', en: 'Quality control report' } as const
const missing = { zh: '没有指定质控记录', en: 'No quality control record is named' } as const
const back = { zh: '返回质控记录', en: 'Back to the quality control record' } as const
const signatures = [
  { zh: '检测人签名', en: 'Controller’s signature' },
  { zh: '审核人签名', en: 'Reviewer’s signature' },
  { zh: '签名日期', en: 'Signed on' },
] as const
const facts = [
  ...['controlNo', 'controlState', 'device', 'useDept', 'template', 'controlledOn', 'temperature', 'humidity', 'result', 'nextDue'],
  ...['controlledBy', 'finishedAt'],
] as const
const columns = ['quantity', 'setValue', 'unit', 'allowed', 'lowerLimit', 'upperLimit', 'measured', 'deviation', 'verdict'] as const
const testerColumns = ['tester', 'certificateNo', 'validUntil'] as const

/** The report of a quality control on A4, to be printed and signed. */
export function ControlPrintPage(): ReactNode {
  const { say } = useWords()
  const [query] = useSearchParams()
  const id = query.get('id') ?? undefined
  const detail = useDetail(qualityControl, id)
  useTabTitle(detail.data && `${detail.data.controlNo} ${say(title)}`)
  if (!id) return <Result status="info" title={say(missing)} />
  const row = detail.data
  if (!row) return <Outcome isLoading={detail.isPending} error={detail.error} onRetry={() => void detail.refetch()} />
  return (
    <PrintForm title={say(title)} back={{ to: `/eam/quality-control/${id}`, label: say(back) }}>
      <Facts row={row} />
      <Lines of={qualityTester} names={testerColumns} lines={linesOf(row, 'testers')} />
      <Lines of={qualityReading} names={columns} lines={linesOf(row, 'readings')} />
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

const fieldOf = (of: Entity, name: string): Field => of.fields[name]!

function Facts({ row }: { readonly row: Row }): ReactNode {
  const { say, language } = useWords()
  return (
    <dl>
      {facts.map((name) => (
        <div key={name}>
          <dt>{say(fieldOf(qualityControl, name))}</dt>
          <dd>{textOf(name, fieldOf(qualityControl, name), row, language) || '—'}</dd>
        </div>
      ))}
      <div className="eam-whole">
        <dt>{say(qualityControl.fields.note)}</dt>
        <dd>{String(row.note ?? '')}</dd>
      </div>
    </dl>
  )
}

interface LinesProps {
  readonly of: Entity
  readonly names: readonly string[]
  readonly lines: readonly Row[]
}

function Lines({ of, names, lines }: LinesProps): ReactNode {
  const { say, language } = useWords()
  const text = (name: string) => (line: Row) => textOf(name, fieldOf(of, name), line, language)
  // A column that no line fills is left out.
  const shown = names.filter((name) => lines.some((line) => text(name)(line) !== ''))
  return (
    <>
      <h2>{say(of)}</h2>
      <PrintTable
        lines={lines}
        columns={shown.map((name) => ({
          ...{ name, label: say(fieldOf(of, name)), isFigure: fieldOf(of, name).kind === 'decimal', text: text(name) },
        }))}
        foot={null}
      />
    </>
  )
}
