import { Table } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { hospitalFigures } from '#contract/calls/settings/hospital.ts'
import { useCall } from '#src/data/hooks.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { momentText, numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const address = (tenantId: string): string => `/system/hospital?keyword=${encodeURIComponent(tenantId)}`

/** Organisations, people and devices of the platform, and what happened today. */
export function PlatformTotals(): ReactNode {
  const { word, language } = useWords()
  const answer = useCall(hospitalFigures, {})
  return (
    <Panel title={word('home.platform')} answer={answer} lines={2}>
      {({ hospitals, people, devices, signIns, errors }) => (
        <ul className="eam-home-links eam-home-totals">
          {(
            [
              ['home.hospitals', hospitals, '/system/hospital'],
              ['home.people', people, undefined],
              ['home.allDevices', devices, undefined],
              ['home.signIns', signIns, undefined],
              ['home.errors', errors, '#errors'],
            ] as const
          ).map(([key, value, to]) => {
            const inside = (
              <>
                <span>{word(key)}</span>
                <strong>{numberText(value, language)}</strong>
              </>
            )
            return <li key={key}>{to?.startsWith('/') ? <Link to={to}>{inside}</Link> : <div>{inside}</div>}</li>
          })}
        </ul>
      )}
    </Panel>
  )
}

/** Each organisation with its figures. */
export function HospitalTable(): ReactNode {
  const { word, language } = useWords()
  const answer = useCall(hospitalFigures, {})
  const count = (value: number): ReactNode => <span className="eam-figure">{numberText(value, language)}</span>
  return (
    <Panel title={word('home.perHospital')} more={{ to: '/system/hospital', label: word('home.all') }} answer={answer} lines={6}>
      {({ rows }) => (
        <Table
          size="small"
          rowKey="tenantId"
          dataSource={[...rows]}
          pagination={{ pageSize: 8, hideOnSinglePage: true, size: 'small' }}
          scroll={{ x: 'max-content' }}
          columns={[
            {
              title: word('user.organisation'),
              key: 'name',
              render: (_, row) => (
                <Link to={address(row.tenantId)}>
                  {row.tenantName} <span className="eam-none">{row.tenantId}</span>
                </Link>
              ),
            },
            { title: word('home.people'), key: 'people', align: 'right', render: (_, row) => count(row.people) },
            { title: word('home.allDevices'), key: 'devices', align: 'right', render: (_, row) => count(row.devices) },
            { title: word('home.signIns'), key: 'signIns', align: 'right', render: (_, row) => count(row.signIns) },
            { title: word('home.errors'), key: 'errors', align: 'right', render: (_, row) => count(row.errors) },
          ]}
        />
      )}
    </Panel>
  )
}

/** The newest errors that pages uploaded today. */
export function ErrorsToday(): ReactNode {
  const { word, language } = useWords()
  const answer = useCall(hospitalFigures, {})
  return (
    <Panel
      title={word('home.errors')}
      note={answer.data && numberText(answer.data.errors, language)}
      answer={answer}
      isEmpty={({ newest }) => newest.length === 0}
      empty={word('home.noErrors')}
    >
      {({ newest }) => (
        <ul className="eam-home-events">
          {newest.slice(0, 8).map(({ id, message, tenantName, url, createTime }) => (
            <li key={id}>
              <strong title={message ?? undefined} className="eam-home-cut">
                {message ?? '—'}
              </strong>
              <small className="eam-home-cut">{[tenantName, url, momentText(createTime, language)].filter(Boolean).join(' · ')}</small>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
