import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Brief, BriefLine } from '#contract/entities/flow/brief.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { useWords } from '#src/words/words.ts'
import { approvalWords } from '../approval-words.ts'
import { factText } from '../brief-text.ts'
import { filled } from '../tree/filled.ts'

/** What a document asks for, and the devices that it is about. */
export function ApprovalDocument({ brief }: { brief: Partial<Brief> }) {
  const { say, language } = useWords()
  const { facts = [], lines = [], lineCount = lines.length } = brief
  return (
    <>
      {lines.length > 0 ? (
        <section className="ph-card" aria-label={say(approvalWords.devices)}>
          <h2>{say(approvalWords.devices)}</h2>
          <ul className="ph-approval-devices">
            {lines.map((line, index) => (
              <li key={line.deviceId ?? index}>
                <Device line={line} />
              </li>
            ))}
          </ul>
          {lineCount > lines.length ? (
            <p className="ph-quiet">{filled(say(approvalWords.moreLines), { n: lineCount - lines.length })}</p>
          ) : null}
        </section>
      ) : null}
      {facts.length > 0 ? (
        <section className="ph-card" aria-label={say(approvalWords.facts)}>
          <h2>{say(approvalWords.facts)}</h2>
          <dl className="ph-facts">
            {facts.map((fact) => (
              <Fact key={fact.en} label={say(fact)} value={factText(fact, language)} />
            ))}
          </dl>
        </section>
      ) : null}
    </>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

function Device({ line }: { line: BriefLine }) {
  const { title, model, quantity, deviceId, deviceCode, deptName } = line
  const inside = (
    <>
      <DevicePhoto of={line} />
      <span className="ph-approval-device-text">
        <strong>{title}</strong>
        <span className="ph-quiet">{[model, quantity ? `× ${quantity}` : ''].filter(Boolean).join(' ')}</span>
        <span className="ph-quiet">{[deviceCode, deptName].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  )
  return deviceId ? (
    <Link className="ph-approval-device" to={`/device/${deviceId}`}>
      {inside}
    </Link>
  ) : (
    <div className="ph-approval-device">{inside}</div>
  )
}

/** Its newest photo; nothing without a network, and for who may not see the card. */
function DevicePhoto({ of: { photo } }: { of: BriefLine }) {
  const { say } = useWords()
  const [isThere, setThere] = useState(true)
  if (!photo || !isThere) return null
  return <img src={fileAddress(photo, 'thumb')} alt={say(approvalWords.photo)} onError={() => setThere(false)} />
}
