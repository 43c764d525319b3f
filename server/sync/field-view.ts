import { dictionaryCode } from '#contract/kit/fields/field.ts'
import type { FieldViewRow } from '#contract/kit/fields/field-view.ts'
import { entities } from '#contract/registry.ts'
import type { TenantSettings } from '#server/kit/tenant-settings.ts'

const kept = entities.filter((of) => of.offline)
const names = new Set(kept.map((of) => of.name))
const declared = kept.flatMap((of) => Object.values(of.fields).flatMap((field) => dictionaryCode(field) ?? []))

/** The row of the feed that tells phones how the fields of what they keep look; made from the settings, as no table holds it. */
export function fieldViewRow(id: string, { config, custom, dictionaries }: TenantSettings): FieldViewRow {
  const own = custom.filter(({ entity }) => names.has(entity))
  const codes = new Set([...declared, ...own.flatMap(({ dictionaryCode }) => dictionaryCode ?? [])])
  return {
    id,
    config: config.filter(({ entity }) => names.has(entity)),
    custom: own,
    dictionaries: Object.fromEntries([...dictionaries].filter(([code]) => codes.has(code))),
  }
}
