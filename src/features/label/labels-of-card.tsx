import type { ReactNode } from 'react'
import { labelItem } from '#contract/entities/label/label-item.ts'
import { headingOf } from '#contract/kit/entity/entity.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { PrintedItems } from './printed-items.tsx'

/** How often the label of a card has been printed, when last and by whom. */
export function LabelsOfCard({ device }: { readonly device: Row }): ReactNode {
  const { say, word, language } = useWords()
  const mayRead = useRight('labelItem.list')
  if (!mayRead) return null
  const said = (newest: Row | undefined, total: number): ReactNode =>
    newest && (
      <p className="eam-hint">
        {word('label.printed', { count: total, when: momentText(String(newest.createTime), language), who: String(newest.userName ?? '') })}
      </p>
    )
  return (
    <section className="eam-panel" aria-label={say(headingOf(labelItem))}>
      <h2>{say(headingOf(labelItem))}</h2>
      <PrintedItems
        of={{ deviceId: device.id }}
        columns={['printKind', 'copies', 'user', 'reason']}
        head={(newest, total) => (total === 0 ? <p className="eam-hint">{word('label.neverPrinted')}</p> : said(newest, total))}
      />
    </section>
  )
}
