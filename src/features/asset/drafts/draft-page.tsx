import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { deviceDraft } from '#contract/entities/asset/drafts/device-draft.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useWords } from '#src/words/words.ts'
import { reviewWords as words } from './review-words.ts'

/** All drafts; those that wait are reviewed on a page of their own. */
export function DraftPage(): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  return (
    <EntityPage
      of={deviceDraft}
      listActions={(selected) =>
        selected.length === 0 && <Button onClick={() => void navigate('/form/eam/device-drafts')}>{say(words.open)}</Button>
      }
    />
  )
}
