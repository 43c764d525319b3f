import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select, Table } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { device } from '#contract/entities/asset/device.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { user } from '#contract/entities/platform/user.ts'
import { fetchAll, type Row, useOptions } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { RowPicker } from '#src/kit/row-picker.tsx'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { useWords } from '#src/words/words.ts'

interface Line {
  /** Absent for a line that is not saved yet. */
  readonly id?: string
  readonly deviceId: string
  readonly deviceName: string
  readonly deviceCode: string
}
interface Member {
  readonly id?: string
  readonly userId: string
  readonly userName: string
}

interface Props {
  readonly row: Row | undefined
  readonly report: (draft: Readonly<Record<string, unknown>>) => void
}

/** Lines that a check's detail carries at most; a longer list is asked for by itself. */
const mostInDetail = 500

/** What a check counts and who counts, below the fields of its form. */
export function CheckParts({ row, report }: Props): ReactNode {
  const given = (row?.lines as Line[] | undefined) ?? []
  const isLong = given.length >= mostInDetail
  const all = useQuery({
    queryKey: ['entity', checkLine.name, 'all', row?.id],
    queryFn: ({ signal }) => fetchAll<Line>(checkLine, { checkId: row?.id, columns: 'deviceId' }, signal),
    enabled: isLong,
  })
  if (isLong && !all.data) return <Outcome isLoading={all.isPending} error={all.error} onRetry={() => void all.refetch()} />
  return <Parts row={row} report={report} known={all.data ?? given} />
}

function Parts({ row, report, known }: Props & { readonly known: readonly Line[] }): ReactNode {
  const { word, say } = useWords()
  const [lines, setLines] = useState(known)
  const [members, setMembers] = useState<readonly Member[]>((row?.members as Member[] | undefined) ?? [])
  const [touched, setTouched] = useState({ lines: false, members: false })
  const [isPicking, setPicking] = useState(false)
  useEffect(() => {
    report({
      ...(touched.lines ? { lines: lines.map(({ id, deviceId }) => ({ id, deviceId })) } : {}),
      ...(touched.members ? { members: members.map(({ id, userId }) => ({ id, userId })) } : {}),
    })
  }, [report, lines, members, touched])
  const changeLines = (next: readonly Line[]): void => {
    setLines(next)
    setTouched({ ...touched, lines: true })
  }
  const add = (rows: readonly Row[]): void => {
    const listed = new Set(lines.map((line) => line.deviceId))
    const fresh = rows.filter((found) => !listed.has(found.id))
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
        onChange={(next) =>
          onChange(
            next.map(
              ({ value, label }) => members.find((known) => known.userId === value) ?? { userId: value, userName: String(label ?? '') },
            ),
          )
        }
        style={{ width: '100%' }}
      />
    </Form.Item>
  )
}
