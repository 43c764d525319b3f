import { Alert, Button, Table, type TableColumnType, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { checkDepts } from '#contract/calls/check/check-report.ts'
import { checkDept, checkDeptFlow } from '#contract/entities/check/check-dept.ts'
import { checkResults } from '#contract/entities/check/check-results.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useCall } from '#src/data/hooks.ts'
import { HeaderOnly } from '#src/kit/list/header-only.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { History } from '#src/kit/record/history.tsx'
import { StepButtons } from '#src/kit/record/step-buttons.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { momentText, moneyText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { accuracyText, CountBar, isKnown, type ResultName } from './check-figures.tsx'

export type DeptRow = AnswerOf<typeof checkDepts>[number]

/** Which lines of a department to show. */
export interface LinesOf {
  readonly deptId?: string
  readonly result?: ResultName
  readonly posting?: string
}

interface Props {
  readonly checkId: string
  readonly onOpen: (lines: LinesOf) => void
}

const steps = checkDeptFlow.steps
const openSteps = (row: DeptRow): string[] => Object.keys(steps).filter((name) => row.can?.includes(name))
/** The usual next step is offered beside a department; a count that is not submitted cannot be posted by accident. */
const nextStep = (row: DeptRow): string[] =>
  openSteps(row)
    .filter((name) => row.deptStatus !== 'counting' || name === 'finish')
    .slice(0, 1)
const manySteps = Object.entries(steps).flatMap(([name, step]) => ('many' in step && step.many ? [name] : []))

/** The departments of a check: progress, results and actions, one by one or together. */
export function CheckDepartments({ checkId, onOpen }: Props): ReactNode {
  const { word, say, language } = useWords()
  const depts = useCall(checkDepts, { checkId })
  const [chosen, setChosen] = useState<readonly string[]>([])
  if (!depts.data) return <Outcome isLoading={depts.isPending} error={depts.error} onRetry={() => void depts.refetch()} />
  const selected = depts.data.filter((row) => chosen.includes(row.id))
  const together = manySteps.filter((name) => selected.length > 0 && selected.every((row) => row.can?.includes(name)))
  const figure = (name: 'match' | 'misplaced' | 'mismatch' | 'surplus' | 'deficient'): TableColumnType<DeptRow> => ({
    key: name,
    title: say(checkResults[name]),
    align: 'right',
    width: 76,
    render: (_value, row) =>
      row[name] === 0 ? (
        <span className="eam-none">{isKnown(row, name) ? 0 : '—'}</span>
      ) : (
        <Button
          type="link"
          size="small"
          className="eam-figure"
          title={moneyText(row[`${name}Value`], language)}
          onClick={() => onOpen({ deptId: row.deptId ?? '_none', result: name })}
        >
          {row[name]}
        </Button>
      ),
  })
  const waiting = depts.data.reduce((sum, row) => sum + row.changed, 0)
  return (
    <div className="eam-list">
      {waiting > 0 && (
        <Alert
          type="warning"
          showIcon
          title={word('check.changedWait', { count: waiting })}
          action={<Button onClick={() => onOpen({ posting: 'changed' })}>{word('check.showThem')}</Button>}
        />
      )}
      {selected.length > 0 && (
        <div className="eam-toolbar">
          <span className="eam-chosen" aria-live="polite">
            {word('list.chosen', { count: selected.length })}
          </span>
          <StepButtons on={checkDeptFlow} rows={selected} names={together} onDone={() => setChosen([])} />
        </div>
      )}
      <Table<DeptRow>
        rowKey="id"
        size="middle"
        dataSource={depts.data}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => setChosen(keys.map(String)),
          columnTitle: (box) => <HeaderOnly>{box}</HeaderOnly>,
          getTitleCheckboxProps: () => ({ 'aria-label': word('list.selectPage') }),
          getCheckboxProps: (row) => ({ 'aria-label': word('list.select', { what: row.deptTitle }) }),
        }}
        expandable={{
          expandedRowRender: (row) => (
            <>
              <p className="eam-actions">
                <StepButtons on={checkDeptFlow} rows={[row]} names={openSteps(row)} />
              </p>
              <History of={checkDept} id={row.id} title={word('history.title')} />
            </>
          ),
        }}
        columns={[
          {
            key: 'dept',
            title: say(checkDept.fields.deptTitle),
            width: 150,
            fixed: 'start',
            render: (_value, row) => (
              <span title={row.deptTitle}>
                {row.deptTitle} {row.round > 1 && <Tag>{word('check.round', { round: row.round })}</Tag>}
              </span>
            ),
          },
          {
            key: 'status',
            title: say(checkDept.fields.deptStatus),
            width: 100,
            render: (_value, row) => (
              <span title={row.submittedAt ? `${row.submittedByName ?? ''} ${momentText(row.submittedAt, language)}` : undefined}>
                <Shown name="deptStatus" field={checkDept.fields.deptStatus} row={row} />
              </span>
            ),
          },
          { key: 'progress', title: word('check.progress'), width: 150, render: (_value, row) => <CountBar of={row} /> },
          {
            key: 'accuracy',
            title: word('check.accuracy'),
            width: 76,
            align: 'right',
            render: (_value, row) => <span className="eam-figure">{accuracyText(row.accuracy)}</span>,
          },
          figure('match'),
          figure('misplaced'),
          figure('mismatch'),
          figure('surplus'),
          figure('deficient'),
          {
            key: 'steps',
            title: word('check.steps'),
            width: 160,
            fixed: 'end',
            render: (_value, row) => (
              <span className="eam-actions eam-nowrap">
                <StepButtons on={checkDeptFlow} rows={[row]} names={nextStep(row)} />
              </span>
            ),
          },
        ]}
      />
    </div>
  )
}
