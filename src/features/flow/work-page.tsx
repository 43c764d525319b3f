import { Empty, Table, Tabs, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { claimList, copyList, doneList, sendList, todoList } from '#contract/calls/flow.ts'
import { flowInstance } from '#contract/entities/flow/flow-instance.ts'
import { flowTask } from '#contract/entities/flow/flow-task.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { recordPath } from '#src/kit/record/record-paths.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

type Work = AnswerOf<typeof todoList>['records'][number]

const lists = [todoList, claimList, doneList, sendList, copyList]
const colours = { plain: 'default', busy: 'processing', good: 'success', bad: 'error' } as const

/** What waits for the person, what they decided, started, and got copies of. */
export function WorkPage(): ReactNode {
  const { say } = useWords()
  return <Tabs destroyOnHidden items={lists.map((of) => ({ key: of.name, label: say(of), children: <WorkTable of={of} /> }))} />
}

function WorkTable({ of }: { readonly of: (typeof lists)[number] }): ReactNode {
  const { say, word, language } = useWords()
  const [{ current, size }, setPage] = useState({ current: 1, size: 20 })
  const { data, isPending, error, refetch } = useCall(of as typeof todoList, { current: String(current), size: String(size) })
  if (!data) return <Outcome isLoading={isPending} error={error} onRetry={() => void refetch()} />
  const { fields } = flowInstance
  return (
    <Table<Work>
      rowKey={(row) => row.taskId ?? row.id}
      size="small"
      scroll={{ x: 'max-content' }}
      dataSource={[...data.records]}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('flow.nothing')} /> }}
      pagination={{
        current,
        pageSize: size,
        total: data.total,
        hideOnSinglePage: true,
        onChange: (next, nextSize) => setPage({ current: next, size: nextSize }),
      }}
      columns={[
        {
          key: 'title',
          title: say(fields.instanceTitle),
          render: (_value, row) => <Titled row={row} />,
        },
        { key: 'kind', title: say(fields.approvalKind), render: (_value, row) => row.approvalKindValue },
        { key: 'applicant', title: say(fields.applicant), render: (_value, row) => row.applicantName },
        { key: 'dept', title: say(fields.dept), render: (_value, row) => row.deptName },
        { key: 'node', title: say(fields.currentNodes), render: (_value, row) => row.currentNodes ?? row.nodeName },
        {
          key: 'status',
          title: say(fields.instanceStatus),
          render: (_value, row) => (
            <Tag color={colours[fields.instanceStatus.of[row.instanceStatus as 'running'].tone]}>{row.instanceStatusValue}</Tag>
          ),
        },
        {
          key: 'since',
          title: say(flowTask.fields.openedAt),
          render: (_value, row) => momentText(row.openedAt ?? row.createTime, language),
        },
      ]}
    />
  )
}

/** The subject, which opens the approval where the desk has a page for it. */
function Titled({ row }: { readonly row: Work }): ReactNode {
  const path = recordPath(flowInstance.name, row.id)
  return path ? <Link to={path}>{row.instanceTitle}</Link> : row.instanceTitle
}
