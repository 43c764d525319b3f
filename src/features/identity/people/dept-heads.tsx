import { Table } from 'antd'
import type { ReactNode } from 'react'
import { deptAdmin } from '#contract/calls/identity/user.ts'
import { user } from '#contract/entities/identity/user.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'

type Head = AnswerOf<typeof deptAdmin>[number]

/** The heads and keepers of a department, with how to reach them. */
export function DeptHeads({ deptId }: { readonly deptId: string }): ReactNode {
  const { word, say } = useWords()
  const may = useRight(deptAdmin.may)
  const found = useCall(deptAdmin, { deptId }, may)
  if (!may) return null
  return (
    <section className="eam-history" aria-label={say(deptAdmin)}>
      <h2>{say(deptAdmin)}</h2>
      {found.data ? (
        <Table<Head>
          rowKey="id"
          size="small"
          pagination={false}
          dataSource={[...found.data]}
          locale={{ emptyText: word('dept.noHeads') }}
          columns={[
            { key: 'name', title: say(user.fields.realName), dataIndex: 'realName' },
            { key: 'role', title: say(user.fields.role), dataIndex: 'roleName' },
            { key: 'phone', title: say(user.fields.phone), dataIndex: 'phone' },
          ]}
        />
      ) : (
        <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
      )}
    </section>
  )
}
