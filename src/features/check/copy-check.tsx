import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { rightOf } from '#contract/kit/entity/entity.ts'
import { daysAfter, daysBetween, homeDay } from '#contract/kit/time/day.ts'
import { type Row, useDetail, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { useWords } from '#src/words/words.ts'

/** What the copy of a check begins with: scope, mode and people of the first, today as its first day, as many days, and a title with the new day. */
function copyOf(check: Row, today: string): Readonly<Record<string, unknown>> {
  const own = new Set(['id', 'version', 'can'])
  const facts = Object.fromEntries(Object.entries(check).filter(([name]) => !own.has(name)))
  const members = ((check.members ?? []) as readonly Row[]).map((one) =>
    Object.fromEntries(Object.entries(one).filter(([name]) => name === 'userId' || name === 'userName')),
  )
  const { beginDate, endDate } = check
  const days = typeof beginDate === 'string' && typeof endDate === 'string' ? daysBetween(beginDate, endDate) : undefined
  return {
    ...facts,
    checkTitle: `${String(check.checkTitle).replace(/ \d{4}-\d{2}-\d{2}$/, '')} ${today}`,
    beginDate: today,
    endDate: days === undefined ? undefined : daysAfter(today, days),
    members,
  }
}

/** The form of a new check that begins as a copy of another one. */
export function CopyCheck({ id, label }: { readonly id: string; readonly label: string }): ReactNode {
  const navigate = useNavigate()
  const mayAdd = useRight(rightOf(checkTask, 'submit'))
  const { view } = useView(checkTask)
  const [isOpen, setOpen] = useState(false)
  const { data } = useDetail(checkTask, isOpen ? id : undefined)
  if (!mayAdd || !view) return null
  return (
    <>
      <Button icon={<CopyOutlined />} loading={isOpen && !data} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {data && (
        <FormDrawer
          view={view}
          isOpen={isOpen}
          initial={copyOf(data, homeDay(new Date()))}
          onClose={() => setOpen(false)}
          onSaved={(saved) => void navigate(`/eam/check/${saved.id}`)}
        />
      )}
    </>
  )
}

/** Copies the check that was made last, beside the list of checks. */
export function CopyLastCheck(): ReactNode {
  const { word } = useWords()
  const last = useList(checkTask, { current: 1, size: 1, descs: 'createTime' })
  const [check] = last.data?.records ?? []
  return check ? <CopyCheck id={check.id} label={word('check.copyLast')} /> : null
}
