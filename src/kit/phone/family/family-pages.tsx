import { type ComponentType, createElement } from 'react'
import type { Op } from '#src/data/outbox/store/op.ts'
import { FamilyList } from './family-list.tsx'
import { FamilyDay, FamilyLink, FamilyOnCard, QueuedFamily } from './family-parts.tsx'
import { FamilyRecord } from './family-record.tsx'
import type { PhoneFamily } from './phone-family.ts'

/** The pages and parts of a family. */
export interface FamilyPages {
  readonly List: ComponentType
  readonly Record: ComponentType
  readonly Link: ComponentType
  readonly Day: ComponentType
  readonly OnCard: ComponentType<{ readonly row: { readonly id: string } }>
  readonly Queued: ComponentType<{ readonly op: Op }>
}

/** The pages and parts of a family as `familyModule` places them. */
export function familyPages(family: PhoneFamily): FamilyPages {
  const bound =
    <P extends object>(part: ComponentType<P & { readonly family: PhoneFamily }>): ComponentType<P> =>
    (props) =>
      createElement(part, { ...props, family })
  return {
    List: bound<object>(FamilyList),
    Record: bound<object>(FamilyRecord),
    Link: bound<object>(FamilyLink),
    Day: bound<object>(FamilyDay),
    OnCard: bound<{ readonly row: { readonly id: string } }>(FamilyOnCard),
    Queued: bound<{ readonly op: Op }>(QueuedFamily),
  }
}
