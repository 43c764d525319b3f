import { Button, Table, Tag } from 'antd'
import { type ReactNode, useId } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { usualDayHours, weekAhead, yearAhead } from '#contract/calls/maintenance/year-ahead.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useCall } from '#src/data/hooks.ts'
import { asFilter } from '#src/kit/list/search/filters.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'

type Week = AnswerOf<typeof yearAhead>[number]
type Due = AnswerOf<typeof weekAhead>['rows'][number]

const words = {
  week: { zh: '周', en: 'Week' },
  count: { zh: '保养次数', en: 'Orders' },
  hours: { zh: '预计工时', en: 'Expected hours' },
  people: { zh: '执行人和班组（工时 / 可用工时）', en: 'Assignees and teams (hours / available)' },
  unassigned: { zh: '未指定', en: 'Unassigned' },
  over: { zh: '超出可用工时', en: 'More than available' },
  day: { zh: '日期', en: 'Day' },
  device: { zh: '设备', en: 'Device' },
  dept: { zh: '使用科室', en: 'Department' },
  metrology: { zh: '计量', en: 'Metrology' },
  plan: { zh: '保养计划', en: 'Maintenance plan' },
  who: { zh: '执行人', en: 'Assignee' },
  expected: { zh: '预计', en: 'Expected' },
  choose: { zh: '点击一周查看设备', en: 'Choose a week to see its devices' },
} as const

const filters = { deptId: yearAhead.input.dept, assigneeId: yearAhead.input.assignee, dayHours: yearAhead.input.dayHours } as const

/** The maintenance of the next 52 weeks: hours by engineer, what is more than they have, and the devices of a week. */
export function YearPage(): ReactNode {
  const { say } = useWords()
  const id = useId()
  const [query, setQuery] = useSearchParams()
  const limit = (name: string, next: unknown): void =>
    setQuery((before) => {
      const params = new URLSearchParams(before)
      if (next === null || next === undefined || next === '') params.delete(name)
      else params.set(name, String(next))
      return params
    })
  const asked = Object.fromEntries(Object.keys(filters).flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])))
  const found = useCall(yearAhead, asked)
  const week = query.get('week') ?? undefined
  const { dayHours: _, ...narrowed } = asked
  return (
    <section className="eam-panel">
      <div className="eam-actions eam-actions-above">
        {Object.entries(filters).map(([name, field]) => (
          <span key={name}>
            <label htmlFor={`${id}-${name}`}>{say(field)}</label>{' '}
            <FieldInput
              id={`${id}-${name}`}
              field={asFilter(field)}
              value={query.get(name)}
              placeholder={name === 'dayHours' ? String(usualDayHours) : undefined}
              onChange={(next: unknown) => limit(name, next)}
            />
          </span>
        ))}
      </div>
      {found.data ? (
        <Weeks weeks={found.data} chosen={week} onChoose={(next) => limit('week', next)} />
      ) : (
        <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {week === undefined ? <p>{say(words.choose)}</p> : <Devices asked={{ ...narrowed, week }} />}
    </section>
  )
}

interface WeeksProps {
  readonly weeks: readonly Week[]
  readonly chosen: string | undefined
  readonly onChoose: (week: string) => void
}

function Weeks({ weeks, chosen, onChoose }: WeeksProps): ReactNode {
  const { say } = useWords()
  return (
    <Table<Week>
      size="small"
      rowKey="week"
      aria-label={say(yearAhead)}
      dataSource={weeks}
      pagination={{ pageSize: 13, hideOnSinglePage: true, size: 'small', showSizeChanger: false }}
      columns={[
        {
          key: 'week',
          title: say(words.week),
          render: (_, row) => (
            <Button type={row.week === chosen ? 'primary' : 'link'} size="small" onClick={() => onChoose(row.week)}>
              {`${row.week} – ${row.until}`}
            </Button>
          ),
        },
        { key: 'count', title: say(words.count), align: 'right', dataIndex: 'count' },
        { key: 'hours', title: say(words.hours), align: 'right', dataIndex: 'hours' },
        { key: 'metrology', title: say(words.metrology), align: 'right', dataIndex: 'metrology' },
        {
          key: 'people',
          title: say(words.people),
          render: (_, row) =>
            row.people.map((one) => {
              const isOver = one.id !== null && one.hours > one.capacity
              const text = `${one.name ?? say(words.unassigned)} ${one.hours} / ${one.id === null ? '—' : one.capacity}`
              return (
                <Tag key={one.id ?? ''} title={isOver ? say(words.over) : undefined}>
                  {isOver ? `${text} · ${say(words.over)}` : text}
                </Tag>
              )
            }),
        },
      ]}
    />
  )
}

/** The devices of a week, by day. */
function Devices({ asked }: { readonly asked: Readonly<Record<string, string>> }): ReactNode {
  const { say } = useWords()
  const found = useCall(weekAhead, asked)
  if (!found.data) return <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
  return (
    <section aria-label={say(weekAhead)}>
      <h2>{`${say(weekAhead)} ${asked.week} · ${found.data.count}`}</h2>
      <Table<Due>
        size="small"
        rowKey={(row) => `${row.id} ${row.day}`}
        dataSource={found.data.rows}
        pagination={{ pageSize: 20, hideOnSinglePage: true, size: 'small', showSizeChanger: false }}
        columns={[
          { key: 'day', title: say(words.day), render: (_, row) => (row.isExpected ? `${row.day} ${say(words.expected)}` : row.day) },
          {
            key: 'device',
            title: say(words.device),
            render: (_, row) => <Link to={`/eam/device/${row.deviceId}`}>{`${row.deviceName} ${row.deviceCode ?? ''}`.trim()}</Link>,
          },
          { key: 'dept', title: say(words.dept), render: (_, row) => row.deptName ?? '—' },
          {
            key: 'plan',
            title: say(words.plan),
            render: (_, row) => (row.isMetrology ? <Tag>{`${say(words.metrology)} · ${row.planName}`}</Tag> : row.planName),
          },
          { key: 'who', title: say(words.who), render: (_, row) => row.assigneeName ?? say(words.unassigned) },
          { key: 'hours', title: say(words.hours), align: 'right', dataIndex: 'hours' },
        ]}
      />
    </section>
  )
}
