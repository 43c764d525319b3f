import type { ReactNode } from 'react'
import { disposalSignatures } from '#contract/calls/disposal/disposal.ts'
import { useCall } from '#src/data/hooks.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import type { DisposalRecord } from './disposal-record.ts'

interface Sign {
  readonly key: string
  readonly title: string
  readonly opinion?: string | null
  readonly who?: string | null
  readonly when?: string | null
}

/** The opinions with room for signatures; what was decided in the program stands there already. */
export function DisposalSigns({ row }: { readonly row: DisposalRecord }): ReactNode {
  const { word, language } = useWords()
  const approvals = useCall(disposalSignatures, { id: row.id }).data ?? []
  const blank = (key: 'Dept' | 'Equipment' | 'Finance' | 'Hospital' | 'Receiver'): Sign => ({ key, title: word(`disposal.sign${key}`) })
  const signs: readonly Sign[] = [
    blank('Dept'),
    { key: 'appraisal', title: word('disposal.signAppraisal'), opinion: row.appraisal, who: row.appraisedByName, when: row.appraisedAt },
    ...(approvals.length === 0 ? [blank('Equipment')] : []),
    ...approvals.map(({ id, nodeName, userName, opinion, signedAt }) => ({
      key: id,
      title: nodeName ?? word('disposal.signEquipment'),
      opinion,
      who: userName,
      when: signedAt,
    })),
    blank('Finance'),
    blank('Hospital'),
    blank('Receiver'),
  ]
  return (
    <footer className="eam-disposal-signs">
      {signs.map(({ key, title, opinion, who, when }) => (
        <section key={key}>
          <h2>{title}</h2>
          <p>{opinion}</p>
          <p className="eam-disposal-sign">{who ? word('disposal.signed', { who, when: when ? momentText(when, language) : '' }) : ''}</p>
        </section>
      ))}
    </footer>
  )
}
