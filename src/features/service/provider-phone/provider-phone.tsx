import type { ReactNode } from 'react'
import type { Words } from '#contract/kit/words.ts'
import { useRight } from '#src/data/session.ts'
import { type FamilyPages, familyPages } from '#src/kit/phone/family/family-pages.tsx'
import { FamilyLink } from '#src/kit/phone/family/family-parts.tsx'
import { useFamilyRows } from '#src/kit/phone/family/phone-family.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { providerFamily as family, orderOf, type PhoneProviderOrder } from './provider-family.tsx'

interface Line {
  readonly words: Words
  readonly states: readonly PhoneProviderOrder['shareState'][]
}

// The same orders as under these names on the first page of the desk (`share-home.ts`).
const lines: readonly Line[] = [
  { words: { zh: '待接的服务工单', en: 'Service orders to answer' }, states: ['offered'] },
  { words: { zh: '处理中的服务工单', en: 'Service orders in progress' }, states: ['accepted', 'confirmed', 'working'] },
]
const today: Words = { zh: '今天', en: 'Today' }
const urgent: Words = { zh: '其中紧急', en: 'Urgent:' }

/** What waits for the provider, from what the phone holds. Lines without any are left out. */
function Day(): ReactNode {
  const { say } = useWords()
  const mayWork = useRight('providerOrder.work')
  const orders = useFamilyRows(family)?.map(orderOf) ?? []
  const found = lines
    .map(({ words, states }) => ({ words, of: orders.filter(({ shareState }) => states.includes(shareState)) }))
    .filter(({ of }) => of.length > 0)
  if (!mayWork || found.length === 0) return null
  return (
    <ul className="ph-rows" aria-label={say(today)}>
      {found.map(({ words, of }) => {
        const hot = of.filter(({ urgency }) => urgency && urgency !== 'normal').length
        return (
          <LinkRow key={words.en} to={family.path} title={say(words)} side={<strong>{of.length}</strong>}>
            {hot > 0 ? `${say(urgent)} ${hot}` : null}
          </LinkRow>
        )
      })}
    </ul>
  )
}

/** Among the pages of the person, where there are orders: people of a hospital may have the right, but never such orders. */
function Link(): ReactNode {
  return useFamilyRows(family)?.length ? <FamilyLink family={family} /> : null
}

/** Orders of hospitals on phones of the provider's people. */
export const providerPages: FamilyPages = { ...familyPages(family), Day, Link }
