import { Button, Table } from 'antd'
import type { ReactNode } from 'react'
import { nameProposal, proposalDeciding } from '#contract/entities/asset/device/name-proposal.ts'
import { type Row, useStep } from '#src/data/hooks.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

interface Alternative {
  readonly standardName: string
  readonly classifyId: string | null
  readonly classifyName: string | null
  readonly score: number
}

const { standardName, classify, score } = nameProposal.fields

/** What else a name may mean; one of them can be accepted in place of the proposal. Says what of it is to be compared. */
export function NameAlternatives({ row }: { readonly row: Row }): ReactNode {
  const { say, word } = useWords()
  const notice = useNotice()
  const run = useStep()
  const others = (row.alternatives ?? []) as readonly Alternative[]
  const hint = row.measureType ? <p className="eam-hint">{word('names.compare')}</p> : null
  if (others.length === 0) return hint
  const take = ({ classifyId, standardName: name }: Alternative): void => {
    const input = { ...(classifyId ? { classifyId } : {}), standardName: name }
    const work = run.mutateAsync({ on: proposalDeciding, step: 'accept', rows: [row], input })
    void notice.tell(work, word('step.done', { step: say(proposalDeciding.steps.accept) }))
  }
  return (
    <section className="eam-panel" aria-label={word('names.others')}>
      <h2>{word('names.others')}</h2>
      {hint}
      <Table<Alternative>
        size="small"
        pagination={false}
        dataSource={[...others]}
        rowKey={(one) => `${one.classifyId} ${one.standardName}`}
        columns={[
          { title: say(standardName), dataIndex: 'standardName' },
          { title: say(classify), dataIndex: 'classifyName' },
          { title: say(score), dataIndex: 'score', align: 'right' },
          {
            key: 'take',
            render: (_, one) =>
              row.can?.includes('accept') && (
                <Button type="link" size="small" loading={run.isPending} onClick={() => take(one)}>
                  {word('names.take')}
                </Button>
              ),
          },
        ]}
      />
    </section>
  )
}
