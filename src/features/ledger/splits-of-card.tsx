import { Button, Table } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { splitsOfDevice } from '#contract/calls/ledger/device-split.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceSplit, deviceSplitting } from '#contract/entities/ledger/device-split.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { useStepRun } from '#src/kit/record/use-step-run.tsx'
import { useWords } from '#src/words/words.ts'

type Split = AnswerOf<typeof splitsOfDevice>[number]

/** Below the facts of a device: the splits that its card comes from or went into, each with its cards. */
export function SplitsOfCard({ row }: { readonly row: Row }): ReactNode {
  const mayList = useRight(splitsOfDevice.may)
  const { data } = useCall(splitsOfDevice, { deviceId: row.id }, mayList)
  return data?.map((split) => <SplitOfCard key={split.id} split={split} deviceId={row.id} />)
}

function SplitOfCard({ split, deviceId }: { readonly split: Split; readonly deviceId: string }): ReactNode {
  const { say, word, language } = useWords()
  const mayUndo = useRight(deviceSplitting.steps.undo.may)
  const undo = useStepRun([{ id: split.id, version: split.version } as Row])
  const title = word(split.isOriginal ? 'split.into' : 'split.from', { no: split.splitNo, day: split.splitOn })
  return (
    <section className="eam-related" aria-label={title}>
      <h2>{title}</h2>
      <p>
        {say(deviceSplit.fields.reason)}：{split.reason}
        {mayUndo && (
          <Button type="link" size="small" loading={undo.isBusy} onClick={() => undo.begin(deviceSplitting, 'undo')}>
            {say(deviceSplitting.steps.undo)}
          </Button>
        )}
      </p>
      <p>{word('split.stays')}</p>
      <Table
        size="small"
        rowKey="deviceId"
        pagination={false}
        dataSource={split.parts}
        columns={[
          {
            key: 'deviceCode',
            title: say(device.fields.deviceCode),
            render: (_, part) =>
              part.deviceId === deviceId ? part.deviceCode : <Link to={`/eam/device/${part.deviceId}`}>{part.deviceCode}</Link>,
          },
          { key: 'deviceName', title: say(device.fields.deviceName), dataIndex: 'deviceName' },
          {
            key: 'value',
            title: say(device.fields.originalValue),
            align: 'right',
            render: (_, part) => (part.value === null ? '—' : figureText(part.value, 'money', language)),
          },
          { key: 'isOriginal', title: '', render: (_, part) => (part.isOriginal ? say(deviceSplit.fields.device) : '') },
        ]}
      />
      {undo.dialog}
    </section>
  )
}
