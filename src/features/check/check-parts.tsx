import { Form, Select } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { user } from '#contract/entities/platform/user.ts'
import { type Row, useOptions } from '#src/data/hooks.ts'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { offered } from '#src/kit/widgets/desk/offered.ts'
import { useWords } from '#src/words/words.ts'

export interface Member {
  readonly id?: string
  readonly userId: string
  readonly userName: string
}

/** The people of a check as its detail carries them. */
export const membersOf = (row: Row | undefined): readonly Member[] => (row?.members as Member[] | undefined) ?? []

interface Props {
  readonly row: Row | undefined
  readonly report: (draft: Readonly<Record<string, unknown>>) => void
}

/** Who counts, below the fields of a check's form. */
export function CheckParts({ row, report }: Props): ReactNode {
  const { word } = useWords()
  const [members, setMembers] = useState(membersOf(row))
  const [isTouched, setTouched] = useState(false)
  const [keyword, setKeyword] = useState('')
  const [isOpen, setOpen] = useState(false)
  const asked = useDebounced(keyword, 250)
  const found = useOptions(user, asked, isOpen)
  useEffect(() => {
    report(isTouched ? { members: members.map(({ id, userId }) => ({ id, userId })) } : {})
  }, [report, members, isTouched])
  return (
    <Form.Item label={word('check.members')} htmlFor="check-members" extra={word('check.membersHint')}>
      <Select
        id="check-members"
        mode="multiple"
        labelInValue
        value={members.map((member) => ({ value: member.userId, label: member.userName }))}
        options={offered(found, asked, keyword).map((option) => ({ value: option.id, label: option.name }))}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        onOpenChange={setOpen}
        loading={found.isFetching}
        onChange={(next) => {
          setMembers(
            next.map(
              ({ value, label }) => members.find((known) => known.userId === value) ?? { userId: value, userName: String(label ?? '') },
            ),
          )
          setTouched(true)
        }}
        style={{ width: '100%' }}
      />
    </Form.Item>
  )
}
