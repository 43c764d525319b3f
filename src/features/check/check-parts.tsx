import { Button, Form, Select, Table } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { device } from '#contract/entities/asset/device.ts'
import { user } from '#contract/entities/platform/user.ts'
import { type Row, useOptions } from '#src/data/hooks.ts'
import { RowPicker } from '#src/kit/row-picker.tsx'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { useWords } from '#src/words/words.ts'

interface Line {
  readonly deviceId: string
  readonly deviceName: string
  readonly deviceCode: string
}
interface Member {
  readonly userId: string
  readonly userName: string
}

interface Props {
  readonly row: Row | undefined
  readonly report: (draft: Readonly<Record<string, unknown>>) => void
}

/** What a check counts and who counts, below the fields of its form. */
export function CheckParts({ row, report }: Props): ReactNode {
  const { word, say } = useWords()
  const [lines, setLines] = useState<readonly Line[]>((row?.lines as Line[] | undefined) ?? [])
  const [members, setMembers] = useState<readonly Member[]>((row?.members as Member[] | undefined) ?? [])
  const [touched, setTouched] = useState({ lines: false, members: false })
  const [isPicking, setPicking] = useState(false)
  useEffect(() => {
    report({
      ...(touched.lines ? { lines: lines.map(({ deviceId }) => ({ deviceId })) } : {}),
      ...(touched.members ? { members: members.map(({ userId }) => ({ userId })) } : {}),
    })
  }, [report, lines, members, touched])
  const changeLines = (next: readonly Line[]): void => {
    setLines(next)
    setTouched({ ...touched, lines: true })
  }
  const add = (rows: readonly Row[]): void => {
    const known = new Set(lines.map((line) => line.deviceId))
    const fresh = rows.filter((found) => !known.has(found.id))
    changeLines([
      ...lines,
      ...fresh.map((found) => ({
        deviceId: found.id,
        deviceName: String(found.deviceName ?? ''),
        deviceCode: String(found.deviceCode ?? ''),
      })),
    ])
  }
  return (
    <fieldset className="eam-fieldset">
      <legend>{word('check.scope')}</legend>
      <Members
        members={members}
        onChange={(next) => {
          setMembers(next)
          setTouched({ ...touched, members: true })
        }}
      />
      <div className="eam-toolbar">
        <span>{word('check.lines', { count: lines.length })}</span>
        <span className="eam-grow" />
        <Button onClick={() => setPicking(true)}>{word('check.addLines')}</Button>
      </div>
      {lines.length > 0 && (
        <Table<Line>
          rowKey="deviceId"
          size="small"
          dataSource={[...lines]}
          pagination={{ size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
          columns={[
            { key: 'name', title: say(device.fields.deviceName), dataIndex: 'deviceName', ellipsis: true },
            { key: 'code', title: say(device.fields.deviceCode), dataIndex: 'deviceCode', width: 170 },
            {
              key: 'remove',
              width: 90,
              render: (_value, line) => (
                <Button
                  type="link"
                  size="small"
                  onClick={() => changeLines(lines.filter((other) => other.deviceId !== line.deviceId))}
                  aria-label={`${word('record.remove')} ${line.deviceName}`}
                >
                  {word('record.remove')}
                </Button>
              ),
            },
          ]}
        />
      )}
      <RowPicker of={device} isOpen={isPicking} onClose={() => setPicking(false)} onPick={add} />
    </fieldset>
  )
}

function Members({
  members,
  onChange,
}: {
  readonly members: readonly Member[]
  readonly onChange: (next: readonly Member[]) => void
}): ReactNode {
  const { word } = useWords()
  const [keyword, setKeyword] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useOptions(user, useDebounced(keyword, 250), isOpen)
  const options = (found.data ?? []).map((option) => ({ value: option.id, label: option.name }))
  return (
    <Form.Item label={word('check.members')} htmlFor="check-members">
      <Select
        id="check-members"
        mode="multiple"
        labelInValue
        value={members.map((member) => ({ value: member.userId, label: member.userName }))}
        options={options}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        onOpenChange={setOpen}
        loading={found.isFetching}
        onChange={(next) => onChange(next.map(({ value, label }) => ({ userId: value, userName: String(label ?? '') })))}
        style={{ width: '100%' }}
      />
    </Form.Item>
  )
}
