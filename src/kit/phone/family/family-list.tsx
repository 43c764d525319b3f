import { type ReactNode, useState } from 'react'
import { headingOf } from '#contract/kit/entity/entity.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Words } from '#contract/kit/words.ts'
import { useSession } from '#src/data/session.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { useTeams } from '#src/kit/phone/teams.ts'
import { ChoiceBar } from '#src/kit/widgets/phone/choice-bar.tsx'
import { LongList } from '#src/kit/widgets/phone/long-list.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { useWords } from '#src/words/words.ts'
import { FamilyRowLink } from './family-row.tsx'
import { familyWords as words } from './family-words.ts'
import {
  dueGroup,
  dueGroups,
  dueOf,
  type FamilyRow,
  isOpenRow,
  isOwnRow,
  mayWork,
  type PhoneFamily,
  useFamilyRows,
} from './phone-family.ts'

type List = 'mine' | 'others'
const lists: readonly List[] = ['mine', 'others']

/** The rows of a family on this phone: overdue, due today, later, and what waits to be sent; one's own apart from those of others. */
export function FamilyList({ family }: { readonly family: PhoneFamily }): ReactNode {
  const { say, word } = useWords()
  const { isComing, lastPull } = useSync()
  const person = useSession((state) => state.person)
  const rows = useFamilyRows(family)
  const isSplit = family.person !== undefined && mayWork(family, new Set(person?.rights))
  const [list, setList] = useState<List>('mine')
  const teams = useTeams(family.of)
  const of = (one: List): FamilyRow[] =>
    (rows ?? []).filter((row) => isOwnRow(family, row, person?.user_id ?? '', teams) === (one === 'mine'))
  const shown = isSplit ? of(list) : (rows ?? [])
  const today = homeDay(new Date())
  const open = shown.filter((row) => isOpenRow(family, row))
  const sections: readonly (readonly [Words, readonly FamilyRow[]])[] = [
    ...dueGroups.map((name) => [words[name], open.filter((row) => dueGroup(dueOf(family, row), today) === name)] as const),
    [words.toSend, shown.filter((row) => !isOpenRow(family, row))],
  ]
  const isNone = shown.length === 0
  return (
    <PhonePage title={say(headingOf(family.of))} back="/me">
      {isSplit ? (
        <div className="ph-lists">
          <ChoiceBar
            label={say(words.lists)}
            value={list}
            options={lists.map((one) => ({ value: one, label: `${say(words[one])} ${of(one).length || ''}`.trim() }))}
            onChange={setList}
          />
        </div>
      ) : null}
      {family.Above ? <family.Above /> : null}
      {rows === undefined || (isNone && isComing) ? (
        <PageLoading label={word('common.loading')} />
      ) : isNone ? (
        <PageState
          title={lastPull > 0 ? say(family.none ?? words.none) : word('page.noData')}
          help={lastPull > 0 ? family.noneHelp && say(family.noneHelp) : word('page.noDataHelp')}
        />
      ) : (
        sections.map(([title, of]) =>
          of.length > 0 ? (
            <section key={title.en}>
              <h2 className="ph-heading">
                {say(title)} ({of.length})
              </h2>
              <LongList label={say(title)} items={of} keyOf={({ id }) => id}>
                {(row) => <FamilyRowLink family={family} row={row} />}
              </LongList>
            </section>
          ) : null,
        )
      )}
    </PhonePage>
  )
}
