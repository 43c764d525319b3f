import { App } from 'antd'
import type { ReactNode } from 'react'
import { loadNames } from '#contract/calls/asset/standard-names.ts'
import { deviceTerm } from '#contract/entities/asset/device/device-term.ts'
import { useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** The hospital's dictionary of standard names, which begins with the built-in one. */
export function DeviceTermsPage(): ReactNode {
  const { say, word } = useWords()
  const notice = useNotice()
  const { modal } = App.useApp()
  const load = useAction(loadNames)
  const mayLoad = useRight(loadNames.may)
  const run = () =>
    load.mutateAsync({ body: {} }).then(({ names, classes }) => notice.done(word('names.loaded', { names, classes })), notice.failed)
  const ask = (): void => void modal.confirm({ title: word('names.loadAsk'), content: word('names.compare'), onOk: run })
  return <EntityPage of={deviceTerm} listMore={mayLoad ? [{ key: loadNames.name, label: say(loadNames), onClick: ask }] : []} />
}
