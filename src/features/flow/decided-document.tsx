import { MedicineBoxOutlined } from '@ant-design/icons'
import { Descriptions } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Brief, BriefLine } from '#contract/entities/flow/brief.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { Parts } from '#src/kit/parts.tsx'
import { recordPath } from '#src/kit/record/record-paths.ts'
import { useWords } from '#src/words/words.ts'
import { approvalWords } from './approval-words.ts'
import { factText } from './brief-text.ts'
import { filled } from './tree/filled.ts'

/** Devices whose history is open at once; of more it is one click away. */
const mostOpen = 2

/** What is decided: the facts of the document as it was submitted, and its devices as they are now. */
export function DecidedDocument({ brief }: { readonly brief: Partial<Brief> }): ReactNode {
  const { say, language } = useWords()
  const { facts = [], lines = [], lineCount = lines.length } = brief
  return (
    <>
      {facts.length > 0 && (
        <section className="eam-panel eam-facts" aria-label={say(approvalWords.facts)}>
          <Descriptions
            size="small"
            column={{ xs: 1, md: 2 }}
            title={say(approvalWords.facts)}
            items={facts.map((fact) => ({ key: fact.en, label: say(fact), children: factText(fact, language) }))}
          />
        </section>
      )}
      {lines.length > 0 && (
        <section className="eam-panel" aria-label={say(approvalWords.devices)}>
          <h2>{say(approvalWords.devices)}</h2>
          <ul className="eam-decided">
            {lines.map((line, index) => (
              <Line key={line.deviceId ?? index} line={line} isOpen={lines.length <= mostOpen} />
            ))}
          </ul>
          {lineCount > lines.length && <p className="eam-hint">{filled(say(approvalWords.otherLines), { n: lineCount - lines.length })}</p>}
        </section>
      )}
    </>
  )
}

/** A device or what is asked for by name. Who may see the card also reads its state, place, value and last events. */
function Line({ line, isOpen }: { readonly line: BriefLine; readonly isOpen: boolean }): ReactNode {
  const { title, model, quantity, deviceId, deviceCode, deptName } = line
  const path = recordPath('device', deviceId)
  return (
    <li>
      <Picture of={line} />
      <div>
        <strong>
          {path ? <Link to={path}>{title}</Link> : title} {quantity ? `× ${quantity}` : ''}
        </strong>
        <span className="eam-hint">{[model, deviceCode, deptName].filter(Boolean).join(' · ')}</span>
        {deviceId && <Parts at="approval.device" given={{ deviceId, isOpen }} />}
      </div>
    </li>
  )
}

/** The newest photo; an icon if there is none or the person may not see it. */
function Picture({ of: { photo } }: { readonly of: BriefLine }): ReactNode {
  const { say } = useWords()
  const [isThere, setThere] = useState(true)
  if (!photo || !isThere)
    return (
      <span className="eam-decided-photo">
        <MedicineBoxOutlined aria-hidden />
      </span>
    )
  return (
    <img className="eam-decided-photo" src={fileAddress(photo, 'thumb')} alt={say(approvalWords.photo)} onError={() => setThere(false)} />
  )
}
