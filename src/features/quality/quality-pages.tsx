import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { loadReadyQuality } from '#contract/calls/quality/quality.ts'
import { qualityControl } from '#contract/entities/quality/quality-control.ts'
import { qualityTemplate } from '#contract/entities/quality/quality-template.ts'
import { recall } from '#contract/entities/quality/recall.ts'
import { useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Quality controls; one opens in a tab of its own, where its values are entered. */
export function QualityControlPage(): ReactNode {
  const navigate = useNavigate()
  const open = (id: string): void => void navigate(`/eam/quality-control/${id}`)
  return <EntityPage of={qualityControl} onOpen={(row) => open(row.id)} onSaved={({ id }) => open(id)} />
}

/** Quality control templates; the ready ones are loaded here. */
export function QualityTemplatePage(): ReactNode {
  const { say, word, language } = useWords()
  const notice = useNotice()
  const load = useAction(loadReadyQuality)
  const mayLoad = useRight(loadReadyQuality.may)
  const send = (): void => void notice.tell(load.mutateAsync({ body: { language } }), word('step.done', { step: say(loadReadyQuality) }))
  return (
    <EntityPage
      of={qualityTemplate}
      listMore={mayLoad ? [{ key: loadReadyQuality.name, label: say(loadReadyQuality), onClick: send }] : []}
    />
  )
}

/** Recalls; one opens in a tab of its own, with its devices. */
export function RecallPage(): ReactNode {
  const navigate = useNavigate()
  const open = (id: string): void => void navigate(`/eam/recall/${id}`)
  return <EntityPage of={recall} onOpen={(row) => open(row.id)} onSaved={({ id }) => open(id)} />
}
