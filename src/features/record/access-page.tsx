import { Button, Drawer, Select, Table, Tabs } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { grantTree } from '#contract/calls/identity/role.ts'
import { accessExplain, accessReviewExport, accessReviewList, accessReviewMark } from '#contract/calls/record/access-review.ts'
import { user } from '#contract/entities/identity/user.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { useAction, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { FileButton } from '#src/kit/download-button.tsx'
import { drawerSizes } from '#src/kit/form/sizes.ts'
import { asFilter } from '#src/kit/list/search/filters.ts'
import { useTypedSearch } from '#src/kit/list/search/use-typed-search.ts'
import { TypedList, TypedToolbar, typedListSize } from '#src/kit/list/typed-list.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { momentText } from '#src/kit/value-text.ts'
import { byLabel } from '#src/kit/widgets/desk/by-label.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'
import { AccessChanges } from './access-changes.tsx'

/** What auditors look at: who has which role and why, and who changed it. */
export function AccessPage(): ReactNode {
  const { word } = useWords()
  return (
    <section className="eam-panel">
      <Tabs
        items={[
          { key: 'people', label: word('access.people'), children: <People /> },
          { key: 'changes', label: word('access.changes'), children: <AccessChanges /> },
        ]}
      />
    </section>
  )
}

type Row = AnswerOf<typeof accessReviewList>['records'][number]

const filters = { deptId: accessReviewList.input.dept, roleId: accessReviewList.input.role } as const

function People(): ReactNode {
  const { word, say, language } = useWords()
  const notice = useNotice()
  const search = useTypedSearch()
  const filterId = useId()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [limits, setLimits] = useState<Readonly<Record<string, string>>>({})
  const [asked, setAsked] = useState<Row>()
  const [mayMark, mayExport] = [useRight(accessReviewMark.may), useRight(accessReviewExport.may)]
  const mark = useAction(accessReviewMark)
  const criteria = { ...limits, ...(search.keyword === '' ? {} : { keyword: search.keyword }) }
  const found = useCall(accessReviewList, { ...criteria, current: search.current, size: typedListSize })
  const at = (moment: string | null): string => (moment === null ? '—' : momentText(moment, language))
  const limit = (name: string, next: unknown): void => {
    setLimits((before) => {
      const { [name]: _, ...rest } = before
      return typeof next === 'string' && next !== '' ? { ...rest, [name]: next } : rest
    })
    search.goToPage(1)
  }
  const send = async (): Promise<void> => {
    const rows = chosen.map((id) => ({ userId: id.split(':')[0], roleId: id.split(':')[1] }))
    if (await notice.tell(mark.mutateAsync({ body: { rows } }), word('access.marked', { count: rows.length }))) {
      setChosen([])
      await found.refetch()
    }
  }
  return (
    <>
      <TypedToolbar search={search} label={say(accessReviewList.input.keyword)}>
        <span className="eam-actions">
          {Object.entries(filters).map(([name, field]) => (
            <span key={name}>
              <label className="eam-unseen" htmlFor={`${filterId}-${name}`}>
                {say(field)}
              </label>
              <FieldInput
                id={`${filterId}-${name}`}
                field={asFilter(field)}
                value={limits[name] ?? null}
                onChange={(next: unknown) => limit(name, next)}
              />
            </span>
          ))}
          <RightFilter value={limits.right} onChange={(next) => limit('right', next)} />
          {mayMark && (
            <Button
              type="primary"
              disabled={chosen.length === 0}
              title={chosen.length === 0 ? word('list.chooseFirst') : undefined}
              loading={mark.isPending}
              onClick={() => void send()}
            >
              {word('access.mark')}
            </Button>
          )}
          {mayExport && (
            <FileButton path={pathsOf(accessReviewExport)[0]!} query={criteria} name={say(accessReviewList)} label="list.export" />
          )}
        </span>
      </TypedToolbar>
      <TypedList<Row>
        search={search}
        found={found}
        rowKey="id"
        {...(mayMark ? { rowSelection: { selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)) } } : {})}
        columns={[
          {
            key: 'realName',
            title: say(user.fields.realName),
            render: (_, row) => (
              <Button type="link" size="small" onClick={() => setAsked(row)}>
                {row.realName}
              </Button>
            ),
          },
          { key: 'account', title: say(user.fields.account), dataIndex: 'account' },
          { key: 'dept', title: say(user.fields.dept), render: (_, row) => row.deptName ?? '—' },
          { key: 'role', title: say(user.fields.role), dataIndex: 'roleName' },
          { key: 'last', title: say(user.fields.lastSignIn), render: (_, row) => at(row.lastSignIn) },
          { key: 'since', title: word('access.since'), render: (_, row) => at(row.since) },
          { key: 'by', title: word('access.by'), render: (_, row) => row.grantedByName ?? '—' },
          {
            key: 'reviewed',
            title: word('access.reviewed'),
            render: (_, row) => (row.reviewedAt === null ? word('access.never') : `${at(row.reviewedAt)} ${row.reviewedByName ?? ''}`),
          },
        ]}
      />
      {asked && <Explained row={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface RightNode {
  readonly id: string
  readonly name: string
  readonly children?: readonly RightNode[]
}
const leavesOf = (nodes: readonly RightNode[]): { value: string; label: string }[] =>
  nodes.flatMap((node) => (node.children ? leavesOf(node.children) : [{ value: node.id, label: node.name }]))

/** Who may do this: the right by its words. */
function RightFilter({ value, onChange }: { readonly value: string | undefined; readonly onChange: (next: unknown) => void }): ReactNode {
  const { word } = useWords()
  const maySee = useRight(grantTree.may)
  const tree = useCall(grantTree, {}, maySee)
  if (!maySee) return null
  return (
    <Select
      loading={tree.isPending}
      showSearch={byLabel}
      allowClear
      aria-label={word('access.may')}
      placeholder={word('access.may')}
      className="eam-right-filter"
      value={value}
      onChange={onChange}
      options={leavesOf(tree.data ?? [])}
    />
  )
}

/** Each right of a person with the roles that it comes from. */
function Explained({ row, onClose }: { readonly row: Row; readonly onClose: () => void }): ReactNode {
  const { word, language } = useWords()
  const found = useCall(accessExplain, { userId: row.userId })
  const at = (moment: string | null): string => (moment === null ? '—' : momentText(moment, language))
  type Right = AnswerOf<typeof accessExplain>['rights'][number]
  return (
    <Drawer open onClose={onClose} size={drawerSizes.large} title={`${row.realName} · ${word('access.explain')}`} destroyOnHidden>
      {found.data ? (
        <Table<Right>
          rowKey="code"
          size="small"
          dataSource={[...found.data.rights]}
          pagination={{ pageSize: 50, hideOnSinglePage: true }}
          columns={[
            { key: 'name', title: word('access.right'), dataIndex: 'name' },
            { key: 'menu', title: word('access.menu'), render: (_, right) => right.menuName ?? '—' },
            {
              key: 'from',
              title: word('access.source'),
              render: (_, right) =>
                right.from.map((one) => (
                  <div key={one.roleId}>
                    {word('access.from', { role: one.roleName, scope: one.scope ?? '—', since: at(one.since), by: one.byName ?? '—' })}
                  </div>
                )),
            },
          ]}
        />
      ) : (
        <Outcome isLoading={!found.error} error={found.error} onRetry={() => void found.refetch()} />
      )}
    </Drawer>
  )
}
