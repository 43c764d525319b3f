import type { ReactNode } from 'react'
import { accessChanges } from '#contract/calls/record/access-review.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { changeSentence, noValue } from '#contract/kit/entity/history.ts'
import { useCall } from '#src/data/hooks.ts'
import { useTypedSearch } from '#src/kit/list/search/use-typed-search.ts'
import { TypedList, TypedToolbar, typedListSize } from '#src/kit/list/typed-list.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

type Row = AnswerOf<typeof accessChanges>['records'][number]

/** Who changed roles, scopes, menus and parameters, when, from what to what. */
export function AccessChanges(): ReactNode {
  const { word, say, language } = useWords()
  const search = useTypedSearch()
  const { keyword, current } = search
  const found = useCall(accessChanges, { current, size: typedListSize, ...(keyword === '' ? {} : { keyword }) })
  return (
    <>
      <TypedToolbar search={search} label={say(accessChanges.input.keyword)} />
      <TypedList<Row>
        search={search}
        found={found}
        rowKey="id"
        columns={[
          { key: 'when', title: word('access.when'), render: (_, row) => momentText(row.createTime, language) },
          { key: 'who', title: say(accessChanges.input.keyword), render: (_, row) => row.createUserName ?? '—' },
          { key: 'what', title: word('access.what'), render: (_, row) => [row.entityValue, row.title].filter(Boolean).join(' · ') },
          {
            key: 'change',
            title: word('access.change'),
            render: (_, row) => (
              <>
                {row.detail}
                {row.changes.map((one) => (
                  <div key={one.name}>
                    {changeSentence({ label: one.name, from: one.from ?? noValue, to: one.to ?? noValue }, language)}
                  </div>
                ))}
              </>
            ),
          },
        ]}
      />
    </>
  )
}
