import type { ReactNode } from 'react'
import { momentText } from '#src/kit/value-text.ts'
import { useWords, type WordKey } from '#src/words/words.ts'
import type { DisposalRecord } from './disposal-record.ts'

interface Sign {
  readonly key: WordKey
  readonly opinion?: string | null
  readonly who?: string | null
  readonly when?: string | null
}

/** The opinions with room for signatures; what was decided in the program stands there already. */
export function DisposalSigns({ row }: { readonly row: DisposalRecord }): ReactNode {
  const { word, language } = useWords()
  const signs: readonly Sign[] = [
    { key: 'disposal.signDept', opinion: null, who: null },
    { key: 'disposal.signAppraisal', opinion: row.appraisal, who: row.appraisedByName, when: row.appraisedAt },
    { key: 'disposal.signEquipment', opinion: row.auditOpinion, who: row.auditedByName, when: row.auditedAt },
    { key: 'disposal.signFinance' },
    { key: 'disposal.signHospital' },
    { key: 'disposal.signReceiver' },
  ]
  return (
    <footer>
      {signs.map(({ key, opinion, who, when }) => (
        <section key={key}>
          <h2>{word(key)}</h2>
          <p>{opinion}</p>
          <p className="eam-disposal-sign">{who ? word('disposal.signed', { who, when: when ? momentText(when, language) : '' }) : ''}</p>
        </section>
      ))}
    </footer>
  )
}
