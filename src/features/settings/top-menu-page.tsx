import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { grantTop } from '#contract/calls/settings/menu.ts'
import { topMenu } from '#contract/entities/settings/top-menu.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** The systems above the side bar; what chosen ones show is granted in the tree of the menu. */
export function TopMenuPage(): ReactNode {
  return <EntityPage of={topMenu} listActions={(selected) => <Grant selected={selected} />} />
}

function Grant({ selected }: { readonly selected: readonly Row[] }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const [isOpen, setOpen] = useState(false)
  const may = useRight(grantTop.may)
  if (!may) return null
  const [only] = selected.length === 1 ? selected : []
  return (
    <>
      <Button onClick={() => (selected.length === 0 ? notice.warn(word('list.chooseFirst')) : setOpen(true))}>{say(grantTop)}</Button>
      {isOpen && (
        <CallDialog
          of={grantTop}
          given={{ topMenuIds: selected.map((row) => row.id) }}
          start={{ menuIds: only?.menus ?? [] }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
