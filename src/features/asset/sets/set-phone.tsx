import { useParams } from 'react-router-dom'
import { deviceState } from '#contract/entities/asset/device/device-states.ts'
import { memberTrouble, setState } from '#contract/entities/asset/sets/set-words.ts'
import { Parts } from '#src/kit/parts.tsx'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import '#src/kit/phone/family/family-record.css'
import { type MemberRow, useSet } from '../public/sets.ts'

const words = {
  title: { zh: '设备套组', en: 'Device set' },
  gone: { zh: '本机没有这个套组', en: 'This set is not on this phone' },
  goneHelp: { zh: '可能已删除，或不在您的范围内。联网后再看。', en: 'It may be gone or outside your scope. Check again when online.' },
  inactive: { zh: '套组已停用', en: 'This set is inactive' },
  notHere: { zh: '本机没有这张设备卡', en: 'This card is not on this phone' },
  members: { zh: '套内设备', en: 'Devices in the set' },
} as const

/** A set and its devices, from the phone's own store: what its label opens, offline alike. */
export function SetPhone() {
  const { word, say } = useWords()
  const { id = '' } = useParams()
  const held = useSet(id)
  if (!held)
    return (
      <PhonePage title={say(words.title)} back="/">
        {held === undefined ? (
          <PageLoading label={word('common.loading')} />
        ) : (
          <PageState title={say(words.gone)} help={say(words.goneHelp)} />
        )}
      </PhonePage>
    )
  const { set, members } = held
  const troubled = members.filter(({ card }) => !card || memberTrouble(card))
  return (
    <PhonePage title={say(words.title)} back="/">
      <section className="ph-card" aria-label={String(set.setName)}>
        <div className="ph-record-head">
          <h2>{set.setName}</h2>
          <ToneTag tone={troubled.length > 0 ? 'warn' : 'good'}>{say(setState(members.length, troubled.length))}</ToneTag>
        </div>
        <p className="ph-quiet">{[set.setNo, set.deptName, set.locationName, set.keeperName].filter(Boolean).join(' · ')}</p>
        {set.isInactive === 1 ? <p className="ph-alert">{say(words.inactive)}</p> : null}
        {set.remark ? <p>{set.remark}</p> : null}
      </section>
      <Parts at="set.actions" given={{ set, members }} />
      <h2 className="ph-heading">{say(words.members)}</h2>
      <ul className="ph-rows" aria-label={say(words.members)}>
        {members.map((member) => (
          <Member key={member.id} member={member} />
        ))}
      </ul>
    </PhonePage>
  )
}

function Member({ member }: { readonly member: MemberRow }) {
  const { say } = useWords()
  const { card } = member
  const trouble = card && memberTrouble(card)
  const state = card && deviceState(card.eamStatus)
  return (
    <LinkRow
      to={`/device/${member.deviceId}`}
      title={card?.deviceName ?? member.deviceName ?? member.deviceCode ?? ''}
      tag={state ? <ToneTag tone={trouble ? 'warn' : state.tone}>{say(trouble ?? state)}</ToneTag> : undefined}
    >
      {[member.deviceCode, card?.deviceModel, card ? undefined : say(words.notHere)].filter(Boolean).join(' · ')}
    </LinkRow>
  )
}
