import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { deptReorganize } from '#contract/calls/identity/dept.ts'
import { deptFigures } from '#contract/calls/identity/role.ts'
import { dept } from '#contract/entities/identity/dept.ts'
import { type Row, useCall, useSubmit } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { TreePage, type TreePageOptions } from '#src/kit/tree/tree-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { DeptHeads } from './dept-heads.tsx'
import { ReorganizeDept } from './dept-reorganize.tsx'

interface Figures {
  readonly id: string
  readonly people: number | null
  readonly cards: number | null
  readonly heads: string | null
}

/** Figures of the rows of one page, asked for once for all its cells. */
function useFigures(rows: readonly Row[], id: string): Figures | undefined {
  const ids = rows.map((row) => row.id).join()
  return useCall(deptFigures, { ids }, ids !== '').data?.find((one) => one.id === id)
}

interface CellProps {
  readonly rows: readonly Row[]
  readonly row: Row
  readonly of: 'people' | 'cards' | 'heads'
}

const lists = { people: '/system/user?deptId=', cards: '/eam/device?useDeptId=' } as const

function Figure({ rows, row, of }: CellProps): ReactNode {
  const { language } = useWords()
  const value = useFigures(rows, row.id)?.[of]
  if (value === null || value === undefined || value === 0 || value === '') return <span className="eam-none">—</span>
  if (of === 'heads') return value
  return (
    <Link to={`${lists[of]}${row.id}`} className="eam-figure" onClick={(event) => event.stopPropagation()}>
      {numberText(Number(value), language)}
    </Link>
  )
}

function Seal({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const submit = useSubmit(dept)
  const isSealed = row.isSealed === 1
  const change = { id: row.id, version: row.version, isSealed: isSealed ? 0 : 1 }
  return (
    <Button loading={submit.isPending} onClick={() => void notice.tell(submit.mutateAsync(change), word('form.updated'))}>
      {word(isSealed ? 'people.unseal' : 'people.seal')}
    </Button>
  )
}

/** Departments: the tree, and the list of one branch with its people, devices and who leads it. */
export function DeptPage({ listActions }: Pick<TreePageOptions, 'listActions'>): ReactNode {
  const { word } = useWords()
  const mayReorganize = useRight(deptReorganize.may)
  return (
    <TreePage
      of={dept}
      listActions={listActions}
      rowActions={(row) => (
        <>
          {row.can?.includes('submit') && <Seal row={row} />}
          {mayReorganize && row.isSealed !== 1 && <ReorganizeDept row={row} />}
        </>
      )}
      more={(row) => <DeptHeads deptId={row.id} />}
      extraColumns={(rows) => [
        {
          key: 'people',
          title: word('people.people'),
          width: 90,
          align: 'right',
          render: (_, row) => <Figure rows={rows} row={row} of="people" />,
        },
        {
          key: 'cards',
          title: word('people.cards'),
          width: 90,
          align: 'right',
          render: (_, row) => <Figure rows={rows} row={row} of="cards" />,
        },
        {
          key: 'heads',
          title: word('people.heads'),
          width: 180,
          ellipsis: true,
          render: (_, row) => <Figure rows={rows} row={row} of="heads" />,
        },
      ]}
    />
  )
}
